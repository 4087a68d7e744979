#include "balance/packing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

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

/// The bins by (load, number), lightest on top of a binary heap.
class Bins {
  public:
    explicit Bins(std::uint32_t count) : heap_(count) {
        for (std::uint32_t bin = 0; bin < count; ++bin) heap_[bin] = {0, bin};
    }

    std::uint32_t count() const { return static_cast<std::uint32_t>(heap_.size()); }
    std::uint64_t least() const { return heap_.front().load; }
    std::uint64_t largest() const { return largest_; }

    /// Puts one item into the lightest bin; returns it.
    std::uint32_t put(std::uint64_t weight) {
        Bin top = heap_.front();
        const std::uint32_t chosen = top.number;
        top.load += weight;
        largest_ = std::max(largest_, top.load);
        sink(top);
        return chosen;
    }
    /// Puts `rounds` items into every bin.
    void put_in_all(std::uint64_t weight, std::uint64_t rounds) {
        for (Bin& bin : heap_) bin.load += weight * rounds;
        largest_ += weight * rounds;
    }

  private:
    struct Bin {
        std::uint64_t load;
        std::uint32_t number;
        bool operator<(const Bin& other) const {
            return load != other.load ? load < other.load : number < other.number;
        }
    };
    /// Replaces the top by `bin` and restores the heap.
    void sink(const Bin& bin) {
        std::size_t hole = 0;
        for (std::size_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
            if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
            if (!(heap_[child] < bin)) break;
            heap_[hole] = heap_[child];
            hole = child;
        }
        heap_[hole] = bin;
    }

    std::vector<Bin> heap_;
    std::uint64_t largest_ = 0;
};

/// Hands out runs of items of equal weight.
class Dealer {
  public:
    explicit Dealer(std::uint32_t bins) : bins_(bins), counts_(bins, 0) {}

    void deal(std::span<const std::uint64_t> run, std::uint64_t weight, std::span<std::uint32_t> bin_of) {
        if (run.size() == 1 && weight > 0) {
            bin_of[run.front()] = bins_.put(weight);
            return;
        }
        count(run.size(), weight);
        std::sort(touched_.begin(), touched_.end());
        auto item = run.begin();
        for (const auto bin : touched_) {
            for (; counts_[bin] > 0; --counts_[bin]) bin_of[*item++] = bin;
        }
        touched_.clear();
    }

  private:
    /// How many of `items` each bin gets.
    void count(std::uint64_t items, std::uint64_t weight) {
        while (items > 0) {
            // Once loads lie within one item of each other, every bin gets one in each round.
            if (items >= bins_.count() && bins_.largest() - bins_.least() <= weight) {
                put_in_all(weight, items / bins_.count());
                items %= bins_.count();
            } else if (weight == 0) {
                // Even, whatever the loads: nothing to balance but the number of nodes.
                for (std::uint32_t bin = 0; bin < bins_.count() && items > 0; ++bin) {
                    const auto part = (items + bins_.count() - bin - 1) / (bins_.count() - bin);
                    give(bin, part);
                    items -= part;
                }
            } else {
                give(bins_.put(weight), 1);
                --items;
            }
        }
    }
    void put_in_all(std::uint64_t weight, std::uint64_t rounds) {
        bins_.put_in_all(weight, rounds);
        for (std::uint32_t bin = 0; bin < bins_.count(); ++bin) give(bin, rounds);
    }
    void give(std::uint32_t bin, std::uint64_t items) {
        if (counts_[bin] == 0) touched_.push_back(bin);
        counts_[bin] += items;
    }

    Bins bins_;
    std::vector<std::uint64_t> counts_;   // by bin, of the run at hand
    std::vector<std::uint32_t> touched_;  // bins with a count
};

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

void pack(std::span<const std::uint64_t> items, std::span<const std::uint64_t> weights, std::uint32_t bins,
          std::span<std::uint32_t> bin_of) {
    Dealer dealer(bins);
    for (std::size_t first = 0; first < items.size();) {
        const std::uint64_t weight = weights[items[first]];
        std::size_t past = first + 1;
        while (past < items.size() && weights[items[past]] == weight) ++past;
        dealer.deal(items.subspan(first, past - first), weight, bin_of);
        first = past;
    }
}

}  // namespace simdrive::balance
