#pragma once

#include <simdrive/neuron_model.hpp>
#include <simdrive/stimulus_model.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
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

/// Where synapses of one receptor and one sign of weights land on a block.
struct Landing {
    std::uint32_t first_slot;     ///< that of neuron 0, as segment · 65 536 + slot within the segment
    std::optional<double> fixed;  ///< what every weight counts as, where the model does not heed weights
};

/// Neurons of one group on one thread, with what drives them.
struct Block {
    Block(const BlockNodes& nodes, const circuit::Population& population, const GroupShape& shape,
          std::pmr::memory_resource* resource);

    const GroupShape* shape;
    std::pmr::vector<Gid> gids;
    std::vector<std::uint64_t> first_slot;     ///< in a step of the ring, by port
    std::vector<std::uint32_t> first_landing;  ///< the same as segment · 65 536 + slot within it
    std::unique_ptr<NeuronBlock> neurons;
    std::pmr::vector<double> current;  ///< pA, of the step at hand; empty where no stimulus gives one
    std::vector<ActiveStimulus> stimuli;

    /// Where a synapse of `receptor` lands, by the sign of its weight. std::invalid_argument for a receptor
    /// that the model does not have.
    Landing landing(bool negative, std::int32_t receptor) const;
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
    ConnectionTable& table() { return *table_; }
    const ConnectionTable& table() const { return *table_; }
    const memory::Arena& arena() const { return *arena_; }
    memory::Arena& arena() { return *arena_; }

    /// Steps that deliver_due() and advance() can be asked for at a time.
    Step slice() const { return std::max<Step>(1, ring_->steps()); }
    bool delivers_when_due() const { return table_->layout().delivery == Delivery::when_due; }
    /// Delivers what falls due at steps first+1 … past.
    void deliver_due(Step first, Step past);
    /// Advances all blocks from step `first` to `past`: each part of each block makes all the steps while it
    /// is in cache. Appends their spikes, with the lag from `epoch`.
    void advance(Step epoch, Step first, Step past);
    /// Puts the spikes in the order (step, source).
    void sort_spikes() { std::sort(spikes_.begin(), spikes_.end()); }
    /// Takes the spikes of all ranks, in canonical order, whose lag counts from `epoch`.
    void take(std::span<const PackedSpike> spikes, Step epoch) { table_->take(spikes, epoch, *ring_); }
    /// Spikes since the last call of clear_spikes().
    const std::vector<PackedSpike>& spikes() const { return spikes_; }
    void clear_spikes() { spikes_.clear(); }
    /// Synaptic events delivered so far.
    std::uint64_t events() const { return table_->events(); }

  private:
    void lay_out_slots(const Shape& shape);
    void advance_part(Block& block, NeuronRange part, Step k, Step epoch);
    void apply_stimuli(Block& block, Step k, NeuronRange part, double* slots);

    std::unique_ptr<memory::Arena> arena_;  // first: everything below lives in it
    std::vector<Block> blocks_;
    SlotSegments slots_;
    std::unique_ptr<InputRing> ring_;
    std::unique_ptr<ConnectionTable> table_;
    std::pmr::vector<std::uint32_t> fired_;
    std::vector<PackedSpike> spikes_;
};

}  // namespace simdrive::engine
