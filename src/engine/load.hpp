#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "circuit/scan.hpp"
#include "engine/shape.hpp"
#include "engine/stimulus_plan.hpp"
#include "memory/footprint.hpp"

namespace simdrive::engine {

/// What a thread holds, in numbers: all that its memory depends on.
struct ThreadLoad {
    std::vector<std::uint64_t> nodes;   ///< by Shape::groups
    std::vector<std::uint64_t> edges;   ///< by target population
    std::vector<std::uint64_t> driven;  ///< by StimulusPlan::drives
    double rows = 0;  ///< sources with targets here; an expectation in a dry run, a count in a run
};

/// Sums up the loads of every thread of every rank while the nodes of a circuit pass by in the order of gids.
/// Node number i of a rank belongs to thread i mod threads.
class LoadCounter {
  public:
    LoadCounter(const circuit::Circuit& circuit, const Shape& shape, const StimulusPlan& stimuli,
                std::uint32_t ranks, std::uint32_t threads);

    /// The next gid, its rank and its in-degree.
    void add(Gid gid, std::uint32_t rank, std::uint64_t in_degree);
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

/// The expected number of sources that have targets on a thread, given what share of each projection's edges
/// it holds
/// (`load.edges` over the edges of the target population) and how many targets the sources have.
double expected_rows(const circuit::Circuit& circuit, const circuit::Scan& scan, const ThreadLoad& load);

/// Everything that a thread's arena will hold.
memory::Footprint thread_footprint(const Shape& shape, const StimulusPlan& stimuli, const ThreadLoad& load);

/// Bytes of one node of a group without its synapses, and of one synapse: the weights of balancing. Not
/// rounded to the allocator's sizes, since nodes share allocations.
std::uint64_t node_bytes(const Shape& shape, const StimulusPlan& stimuli, std::size_t group);
std::uint64_t synapse_bytes();

}  // namespace simdrive::engine
