#include "circuit/source_draw.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace simdrive::circuit {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t scaled(std::uint64_t bits, std::uint64_t bound) {
    return static_cast<std::uint64_t>(static_cast<Wide>(bits) * bound >> 64);
}

/// A set of numbers below a bound: bits where many of them are in the set, else an open hash table.
class NumberSet {
  public:
    NumberSet(std::uint64_t bound, std::uint64_t most) : dense_(bound / 64 <= 2 * most) {
        words_.assign(dense_ ? bound / 64 + 1 : std::bit_ceil(2 * most + 1), dense_ ? 0 : none);
    }
    /// Whether `number` was not there yet.
    bool insert(std::uint64_t number) {
        if (dense_) {
            std::uint64_t& word = words_[number / 64];
            const std::uint64_t bit = std::uint64_t{1} << (number % 64);
            const bool fresh = (word & bit) == 0;
            word |= bit;
            return fresh;
        }
        const std::uint64_t mask = words_.size() - 1;
        std::uint64_t at = (number * 0x9E37'79B9'7F4A'7C15U >> 20) & mask;
        while (words_[at] != none) {
            if (words_[at] == number) return false;
            at = (at + 1) & mask;
        }
        words_[at] = number;
        return true;
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    bool dense_;
    std::vector<std::uint64_t> words_;
};

/// Calls `f(position, word)` for the random words of positions first … past−1 of target `row`. Two
/// neighbouring positions share a block.
template <class F>
void for_each_word(const RandomStream& stream, std::uint64_t row, std::uint64_t first, std::uint64_t past,
                   F f) {
    stream.for_each_piece(row, first, past,
                          [&](std::uint64_t position, std::span<const std::uint64_t> words) {
                              for (const std::uint64_t word : words) f(position++, word);
                          });
}

}  // namespace

SourceDraw::SourceDraw(const RuleEnds& ends)
    : stream_(ends.seed, Purpose::source, ends.projection_key),
      skips_self_(ends.same_population && !ends.allow_autapses),
      available_(ends.sources - static_cast<std::uint64_t>(skips_self_ && ends.sources > 0)) {}

void SourceDraw::with_replacement(std::uint64_t target_row, std::uint64_t first, std::uint64_t count,
                                  std::vector<std::uint64_t>& out) const {
    const std::size_t before = out.size();
    out.resize(before + count);
    std::uint64_t* to = out.data() + before;
    for_each_word(stream_, target_row, first, first + count, [&](std::uint64_t, std::uint64_t word) {
        *to++ = row(scaled(word, available_), target_row);
    });
}

// Floyd's sampling (Bentley & Floyd 1987): each subset is equally likely, at one draw a member.
void SourceDraw::distinct(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first,
                          std::uint64_t count, std::vector<std::uint64_t>& out) const {
    if (count == 0) return;
    NumberSet chosen(available_, first + count);
    out.reserve(out.size() + count);
    const std::uint64_t base = available_ - in_degree;
    for_each_word(stream_, target_row, 0, first + count, [&](std::uint64_t position, std::uint64_t word) {
        const std::uint64_t last = base + position;
        std::uint64_t number = scaled(word, last + 1);
        if (!chosen.insert(number)) {
            number = last;
            chosen.insert(number);
        }
        if (position >= first) out.push_back(row(number, target_row));
    });
}

void SourceDraw::in_order(std::uint64_t target_row, std::uint64_t first, std::uint64_t count,
                          std::vector<std::uint64_t>& out) const {
    const std::size_t before = out.size();
    out.resize(before + count);
    for (std::uint64_t i = 0; i < count; ++i) out[before + i] = row(first + i, target_row);
}

}  // namespace simdrive::circuit
