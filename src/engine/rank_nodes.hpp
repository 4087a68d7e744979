#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.hpp"
#include "engine/shape.hpp"

namespace simdrive::engine {

/// Where a node of this rank lives: thread, block of that thread, index in the block.
struct Place {
    std::uint32_t thread = 0;
    std::uint32_t block = 0;
    std::uint32_t index = 0;
    std::uint32_t cycle = 0;
};

/// Nodes of one group on one thread.
struct BlockNodes {
    std::size_t group = 0;            ///< index into Shape::groups
    std::vector<std::uint64_t> rows;  ///< of the population, ascending
};

/// The nodes that a rank owns and how its threads share them: node number i, counted in the order of gids,
/// goes to thread i mod threads, so that neighbours, which tend to be alike, are spread.
class RankNodes {
  public:
    /// `bucket_of[gid]` = rank · cycles + cycle, for all gids of the circuit.
    RankNodes(const circuit::Circuit& circuit, const Shape& shape, std::span<const std::uint32_t> bucket_of,
              std::uint32_t rank, std::uint32_t cycles, std::uint32_t threads);

    std::uint32_t cycles() const { return cycles_; }
    std::uint32_t threads() const { return static_cast<std::uint32_t>(blocks_.size()); }
    const std::vector<BlockNodes>& blocks(std::uint32_t thread) const { return blocks_[thread]; }
    std::uint64_t node_count() const { return places_.size(); }
    /// Of this rank, ascending.
    std::span<const Gid> gids() const { return gids_; }

    /// Places of the nodes of one population on this rank, by row; rows of other ranks give none.
    class Lookup {
      public:
        static constexpr std::uint32_t elsewhere = ~std::uint32_t{0};
        const Place* find(std::uint64_t row) const {
            const auto number = number_of_row_[row];
            return number == elsewhere ? nullptr : &places_[number];
        }

      private:
        friend class RankNodes;
        std::vector<std::uint32_t> number_of_row_;
        std::span<const Place> places_;
    };
    /// Costs four bytes for every node of the population: for the time of construction.
    Lookup lookup(const circuit::Population& population) const;

    /// What the nodes of a rank take: place, gid and row of each.
    static std::uint64_t bytes(std::uint64_t nodes) {
        return nodes * (sizeof(Place) + sizeof(Gid) + sizeof(std::uint64_t));
    }

  private:
    std::uint32_t cycles_;
    std::vector<std::vector<BlockNodes>> blocks_;  // by thread
    std::vector<Gid> gids_;                        // of this rank, ascending
    std::vector<Place> places_;                    // by number on this rank
};

}  // namespace simdrive::engine
