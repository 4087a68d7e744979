#pragma once

#include <bit>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "memory/footprint.hpp"

namespace simdrive::engine {

/// Which sources have targets on a thread, and in which row of its connection table: a bit per gid of the
/// circuit and a running count per 64 of them. A lookup is one cache line and one population count, without
/// search or hash; it costs a quarter of a byte per gid.
class SourceIndex {
  public:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    explicit SourceIndex(std::pmr::memory_resource* resource) : words_(resource) {}

    /// Gives rows, in the order of gids, to all sources with `targets[gid] > 0`.
    void assign(std::span<const std::uint32_t> targets);
    std::uint64_t rows() const { return rows_; }

    /// The row of `source`, or `none`.
    std::uint64_t row(Gid source) const {
        const Word& word = words_[source / 64];
        const std::uint64_t bit = std::uint64_t{1} << (source % 64);
        if ((word.present & bit) == 0) return none;
        return word.rows_before + static_cast<std::uint64_t>(std::popcount(word.present & (bit - 1)));
    }

    static void count(memory::Footprint& footprint, std::uint64_t gids);

  private:
    struct Word {
        std::uint64_t present;
        std::uint64_t rows_before;
    };
    std::pmr::vector<Word> words_;
    std::uint64_t rows_ = 0;
};

}  // namespace simdrive::engine
