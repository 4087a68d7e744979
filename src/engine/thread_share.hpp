#pragma once

#include <simdrive/neuron_model.hpp>
#include <simdrive/stimulus_model.hpp>

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "base/spike.hpp"
#include "engine/connection_table.hpp"
#include "engine/input_ring.hpp"
#include "engine/rank_nodes.hpp"
#include "engine/stimulus_plan.hpp"
#include "memory/arena.hpp"

namespace simdrive::engine {

/// A stimulus at work on a block.
struct ActiveStimulus {
    ActiveStimulus(const StimulusEntry& entry, std::span<const std::uint32_t> neurons,
                   std::span<const Gid> gids, const NeuronModel& model, std::pmr::memory_resource* resource);

    std::pmr::vector<std::uint32_t> neurons;  ///< indices in the block
    std::pmr::vector<Gid> gids;
    StimulusTarget target;
    std::uint32_t port;  ///< of events
    std::unique_ptr<Stimulus> stimulus;
};

/// Neurons of one group on one thread, with what drives them.
struct Block {
    Block(const BlockNodes& nodes, const circuit::Population& population, const GroupShape& shape,
          std::uint64_t first_slot, std::pmr::memory_resource* resource);

    const GroupShape* shape;
    std::pmr::vector<Gid> gids;
    std::uint64_t first_slot;  ///< of port 0 in the ring; the next port is slot_stride(gids.size()) further
    std::unique_ptr<NeuronBlock> neurons;
    std::pmr::vector<double> current;  ///< pA, of the step at hand; empty where no stimulus gives one
    std::vector<ActiveStimulus> stimuli;

    std::uint32_t slot(std::uint32_t index, std::uint32_t port) const;
};

/// Everything that one thread owns, in an arena of its own: its blocks of neurons, their input ring, the
/// synapses onto them. Built and touched first by the thread itself.
class ThreadShare {
  public:
    ThreadShare(std::uint32_t thread, std::optional<int> numa_node);

    /// Makes the blocks; parameters by block, as make_block takes them. `dt` in ms. DataError names
    /// population and parameter.
    void make_blocks(const std::vector<BlockNodes>& nodes, const std::vector<ParameterColumns>& parameters,
                     const circuit::Circuit& circuit, const Shape& shape, const StimulusPlan& stimuli,
                     double dt);

    const std::vector<Block>& blocks() const { return blocks_; }
    ConnectionTable& table() { return table_; }
    const ConnectionTable& table() const { return table_; }
    const memory::Arena& arena() const { return *arena_; }
    memory::Arena& arena() { return *arena_; }

    /// Advances all blocks from step k to k+1 and appends their spikes, with lag k+1−epoch.
    void advance(Step k, Step epoch);
    /// Delivers spikes whose lag counts from `epoch`.
    void deliver(std::span<const PackedSpike> spikes, Step epoch) {
        events_ += table_.deliver(spikes, epoch, *ring_);
    }
    /// Spikes since the last call of clear_spikes().
    const std::vector<PackedSpike>& spikes() const { return spikes_; }
    void clear_spikes() { spikes_.clear(); }
    /// Synaptic events delivered so far.
    std::uint64_t events() const { return events_; }

  private:
    void apply_stimuli(Block& block, Step k, NeuronRange part, double* slots);

    std::unique_ptr<memory::Arena> arena_;  // first: everything below lives in it
    std::vector<Block> blocks_;
    std::unique_ptr<InputRing> ring_;
    ConnectionTable table_;
    std::pmr::vector<std::uint32_t> fired_;
    std::vector<PackedSpike> spikes_;
    std::uint64_t events_ = 0;
};

}  // namespace simdrive::engine
