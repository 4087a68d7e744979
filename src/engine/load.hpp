#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/scan.hpp"
#include "engine/shape.hpp"
#include "engine/slots.hpp"
#include "engine/stimulus_plan.hpp"
#include "memory/footprint.hpp"

namespace simdrive::engine {

/// What a thread holds, in numbers: all that its memory depends on.
struct ThreadLoad {
    std::vector<std::uint64_t> nodes;        ///< by Shape::groups
    std::vector<circuit::FormCounts> edges;  ///< by target population, by form of the weights
    std::vector<std::uint64_t> driven;       ///< by StimulusPlan::drives
    std::vector<std::vector<double>> rows;   ///< sources with targets here, by (form of the layout,
                                             ///< population); expected in a dry run, counted in a run
};

/// Sums up the loads of every thread of every rank while the nodes of a circuit pass by in the order of gids.
/// Node number i of a rank belongs to thread i mod threads.
class LoadCounter {
  public:
    LoadCounter(const circuit::Circuit& circuit, const Shape& shape, const StimulusPlan& stimuli,
                std::uint32_t ranks, std::uint32_t threads);

    /// The next gid, its rank and its in-degree by form.
    void add(Gid gid, std::uint32_t rank, const circuit::FormCounts& in_degree);
    /// Load of a thread; `rows` still 0.
    const ThreadLoad& load(std::uint32_t rank, std::uint32_t thread) const {
        return loads_[rank * threads_ + thread];
    }

  private:
    const circuit::Circuit& circuit_;
    const Shape& shape_;
    const StimulusPlan& stimuli_;
    std::uint32_t threads_;
    std::vector<ThreadLoad> loads_;
    std::vector<std::uint64_t> nodes_of_rank_;
    std::size_t population_ = 0;
    std::vector<std::size_t> drive_range_;  // by drive: the range of its rows that is next to pass
};

/// The expected numbers of sources that have targets on a thread, given what share of each projection's edges
/// it holds (`load.edges` over the edges onto the target population) and how many targets the sources have.
std::vector<std::vector<double>> expected_rows(const circuit::Circuit& circuit, const circuit::Scan& scan,
                                               const SynapseLayout& layout, const ThreadLoad& load);

/// Everything that a thread's arena will hold.
memory::Footprint thread_footprint(const Shape& shape, const StimulusPlan& stimuli, const ThreadLoad& load);

/// Input slots of a thread, in one step.
SlotSegments slots_of(const Shape& shape, const ThreadLoad& load);

/// Bytes of one node of a group without its synapses, and of its synapses: the weights of balancing. The same
/// for any number of ranks: one step of input slots, delays stored. Not rounded to the allocator's sizes,
/// since nodes share allocations.
std::uint64_t node_bytes(const Shape& shape, const StimulusPlan& stimuli, std::size_t group);
std::uint64_t synapses_bytes(const circuit::FormCounts& in_degree);

}  // namespace simdrive::engine
