#include "balance/packing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "balance/bins.hpp"

namespace simdrive::balance {

namespace {

constexpr unsigned digit_bits = 11;
constexpr std::uint64_t digit_mask = (1U << digit_bits) - 1;

/// Stable sort by the digit of 11 bits that begins at bit `shift`. Returns false where all digits are equal.
bool sort_by_digit(std::span<const std::uint64_t> from, std::span<std::uint64_t> to, unsigned shift) {
    std::array<std::uint64_t, digit_mask + 1> place{};
    for (const auto key : from) ++place[key >> shift & digit_mask];
    if (place[from.front() >> shift & digit_mask] == from.size()) return false;
    std::exclusive_scan(place.begin(), place.end(), place.begin(), std::uint64_t{0});
    for (const auto key : from) to[place[key >> shift & digit_mask]++] = key;
    return true;
}

/// Hands out runs of equal items.
class Dealer {
  public:
    Dealer(const NodeWeights& weights, Aim aim, std::uint32_t bins)
        : weights_(weights),
          aim_(aim),
          total_bytes_(total(weights.bytes)),
          total_work_(total(weights.work)),
          bins_(bins),
          counts_(bins, 0) {}

    Loads item(std::uint64_t index) const {
        return {weights_.bytes[index], weights_.work.empty() ? 0 : weights_.work[index]};
    }

    void deal(std::span<const std::uint64_t> run, const Loads& item, std::span<std::uint32_t> bin_of) {
        const Resource decides = deciding(item);
        if (run.size() == 1 && weight(item, decides) > 0) {
            bin_of[run.front()] = put(item, decides);
            return;
        }
        count(run.size(), item, decides);
        std::sort(touched_.begin(), touched_.end());
        auto next = run.begin();
        for (const auto bin : touched_) {
            for (; counts_[bin] > 0; --counts_[bin]) bin_of[*next++] = bin;
        }
        touched_.clear();
    }

  private:
    static double total(std::span<const std::uint64_t> weights) {
        return static_cast<double>(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0}));
    }
    static std::uint64_t weight(const Loads& item, Resource resource) {
        return item[static_cast<std::size_t>(resource)];
    }

    Resource deciding(const Loads& item) const {
        const auto [bytes, work] = item;
        if (aim_ == Aim::bytes || work == 0) return Resource::bytes;
        if (aim_ == Aim::work) return Resource::work;
        return static_cast<double>(bytes) * total_work_ >= static_cast<double>(work) * total_bytes_
                   ? Resource::bytes
                   : Resource::work;
    }

    /// Into the bin with least of what decides, or with the fewest bytes where those are bounded and would
    /// not fit; returns it.
    std::uint32_t put(const Loads& item, Resource decides) {
        std::uint32_t bin = bins_.lightest(decides);
        const std::uint64_t bytes = weight(item, Resource::bytes);
        if (decides == Resource::work && bins_.load(Resource::bytes, bin) + bytes > weights_.most_bytes)
            bin = bins_.lightest(Resource::bytes);
        bins_.put(bin, item);
        return bin;
    }

    /// How many of `items` each bin gets.
    void count(std::uint64_t items, const Loads& item, Resource decides) {
        const std::uint64_t decisive = weight(item, decides);
        while (items > 0) {
            const std::uint64_t rounds = items / bins_.count();
            // Once loads lie within one item of each other, every bin gets one in each round.
            if (rounds > 0 && bins_.largest(decides) - bins_.least(decides) <= decisive &&
                (decides == Resource::bytes || leaves_room(item, rounds))) {
                bins_.put_in_all(item, rounds);
                for (std::uint32_t bin = 0; bin < bins_.count(); ++bin) give(bin, rounds);
                items %= bins_.count();
            } else if (decisive == 0) {
                // Even, whatever the loads: nothing to balance but the number of nodes.
                for (std::uint32_t bin = 0; bin < bins_.count() && items > 0; ++bin) {
                    const auto part = (items + bins_.count() - bin - 1) / (bins_.count() - bin);
                    give(bin, part);
                    items -= part;
                }
            } else {
                give(put(item, decides), 1);
                --items;
            }
        }
    }
    bool leaves_room(const Loads& item, std::uint64_t rounds) const {
        const std::uint64_t bytes = weight(item, Resource::bytes);
        const std::uint64_t most = bins_.largest(Resource::bytes);
        return most <= weights_.most_bytes && (bytes == 0 || rounds <= (weights_.most_bytes - most) / bytes);
    }
    void give(std::uint32_t bin, std::uint64_t items) {
        if (counts_[bin] == 0) touched_.push_back(bin);
        counts_[bin] += items;
    }

    const NodeWeights& weights_;
    Aim aim_;
    double total_bytes_;
    double total_work_;
    Bins bins_;
    std::vector<std::uint64_t> counts_;   // by bin, of the run at hand
    std::vector<std::uint32_t> touched_;  // bins with a count
};

/// The larger of a node's shares of all bytes and of all work, as a whole number: 2^40 is that of the node
/// with the largest.
std::vector<std::uint64_t> dominant_shares(const NodeWeights& weights) {
    constexpr double finest = 0x1p40;
    const auto share_of_one = [](std::span<const std::uint64_t> column) {
        const auto total = std::accumulate(column.begin(), column.end(), std::uint64_t{0});
        return total > 0 ? 1 / static_cast<double>(total) : 0.0;
    };
    const double bytes = share_of_one(weights.bytes);
    const double work = share_of_one(weights.work);
    const auto larger = [&](std::size_t i) {
        return std::max(static_cast<double>(weights.bytes[i]) * bytes,
                        static_cast<double>(weights.work[i]) * work);
    };
    double largest = 0;
    for (std::size_t i = 0; i < weights.bytes.size(); ++i) largest = std::max(largest, larger(i));
    std::vector<std::uint64_t> shares(weights.bytes.size());
    if (largest == 0) return shares;
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i] = static_cast<std::uint64_t>(larger(i) / largest * finest);
    return shares;
}

}  // namespace

std::vector<std::uint64_t> heaviest_first(std::span<const std::uint64_t> weights) {
    std::vector<std::uint64_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    if (weights.size() < 2) return order;
    const auto [least, largest] = std::minmax_element(weights.begin(), weights.end());
    const auto index_bits = static_cast<unsigned>(std::bit_width(weights.size() - 1));
    const auto weight_bits = static_cast<unsigned>(std::bit_width(*largest - *least));
    if (index_bits + weight_bits > 64) {
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weights[a] > weights[b]; });
        return order;
    }
    // Key: how much lighter than the heaviest, above the index. Keys begin in the order of indices and the
    // sort is stable, so that only the digits of the weight need sorting.
    for (auto& key : order) key |= (*largest - weights[key]) << index_bits;
    std::vector<std::uint64_t> sorted(order.size());
    for (unsigned shift = index_bits; shift < index_bits + weight_bits; shift += digit_bits) {
        if (sort_by_digit(order, sorted, shift)) order.swap(sorted);
    }
    for (auto& key : order) key &= (std::uint64_t{1} << index_bits) - 1;
    return order;
}

std::vector<std::uint64_t> packing_order(const NodeWeights& weights, Aim aim) {
    if (aim == Aim::bytes || weights.work.empty()) return heaviest_first(weights.bytes);
    if (aim == Aim::work) return heaviest_first(weights.work);
    return heaviest_first(dominant_shares(weights));
}

void pack(std::span<const std::uint64_t> items, const NodeWeights& weights, Aim aim, std::uint32_t bins,
          std::span<std::uint32_t> bin_of) {
    Dealer dealer(weights, aim, bins);
    for (std::size_t first = 0; first < items.size();) {
        const Loads item = dealer.item(items[first]);
        std::size_t past = first + 1;
        while (past < items.size() && dealer.item(items[past]) == item) ++past;
        dealer.deal(items.subspan(first, past - first), item, bin_of);
        first = past;
    }
}

}  // namespace simdrive::balance
