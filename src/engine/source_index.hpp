#pragma once

#include <bit>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "base/ids.hpp"
#include "memory/footprint.hpp"

namespace simdrive::engine {

/// Which sources have targets on a thread, and in which row of its table: a bit per gid of the circuit and,
/// per 64 of them, a running count of rows and the place of their first synapse, so that rows can count from
/// there in 32 bits. A lookup is one cache line and one population count, without search or hash; it costs
/// three eighths of a byte per gid.
class SourceIndex {
  public:
    static constexpr std::uint64_t gids_of_word = 64;

    struct Word {
        std::uint64_t present = 0;
        std::uint64_t rows_before = 0;
        std::uint64_t first_synapse = 0;

        bool has(Gid source) const { return (present >> (source % gids_of_word) & 1U) != 0; }
        /// Row of a source; of one that is absent, the row of the next.
        std::uint64_t row(Gid source) const {
            const std::uint64_t below = (std::uint64_t{1} << (source % gids_of_word)) - 1;
            return rows_before + static_cast<std::uint64_t>(std::popcount(present & below));
        }
    };

    explicit SourceIndex(std::pmr::memory_resource* resource) : words_(resource) {}

    /// Makes room for `gids` sources, none of them present.
    void resize(std::uint64_t gids) { words_.resize(words_for(gids)); }
    Word& word(Gid source) { return words_[source / gids_of_word]; }
    const Word& word(Gid source) const { return words_[source / gids_of_word]; }

    static void count(memory::Footprint& footprint, std::uint64_t gids) {
        footprint.add(memory::Category::source_index, words_for(gids), sizeof(Word));
    }

  private:
    static std::uint64_t words_for(std::uint64_t gids) { return (gids + gids_of_word - 1) / gids_of_word; }

    std::pmr::vector<Word> words_;
};

}  // namespace simdrive::engine
