#pragma once

#include <cstdint>
#include <vector>

#include "engine/synapse_rows.hpp"
#include "engine/thread_share.hpp"

namespace simdrive::engine {

/// Edges gathered for a thread, with the slots that they land in.
struct LandedEdges {
    std::vector<std::uint64_t> source_row;
    std::vector<std::uint32_t> slot;
    std::vector<std::uint32_t> delay;
    std::vector<double> weight;

    std::size_t size() const { return slot.size(); }
    void clear() {
        source_row.clear();
        slot.clear();
        delay.clear();
        weight.clear();
    }
    SynapseBatch batch() const { return {source_row, slot, delay, weight}; }
};

/// Where the synapses of a receptor land on a block: by the sign of the weight.
struct SignedLanding {
    SignedLanding(const Block& block, std::int32_t receptor)
        : positive(block.landing(false, receptor)), negative(block.landing(true, receptor)) {}

    const Landing& of(double weight) const { return weight < 0 ? negative : positive; }

    Landing positive;
    Landing negative;
};

}  // namespace simdrive::engine
