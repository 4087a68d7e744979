#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "base/spike.hpp"
#include "engine/input_ring.hpp"
#include "engine/source_index.hpp"
#include "memory/footprint.hpp"

namespace simdrive::engine {

/// All synapses onto the neurons of one thread: a row of (slot, delay, weight) for each source that has
/// targets here. Three parallel columns, 14 bytes a synapse. Built in two passes, each exactly sized:
/// reserve() with the length of every row, then place() for every synapse, then finish().
///
/// Within a row, synapses onto one slot stand in the order in which they were placed. Placing them in the
/// order (projection, edge), and delivering spikes in the order (step, source), makes every sum independent
/// of who owns what.
class ConnectionTable {
  public:
    static constexpr std::size_t bytes_per_synapse =
        sizeof(std::uint32_t) + sizeof(std::uint16_t) + sizeof(double);
    static constexpr std::uint32_t longest_delay = 0xFFFF;  // steps

    explicit ConnectionTable(std::pmr::memory_resource* resource);

    /// `targets[gid]`: how many synapses of `gid` will be placed.
    void reserve(std::span<const std::uint32_t> targets);
    /// `slot`: index in the thread's input ring; `delay` in steps, 1 … longest_delay.
    void place(Gid source, std::uint32_t slot, std::uint32_t delay, double weight) {
        const std::uint64_t at = row_end_[index_.row(source)]++;
        slot_[at] = slot;
        delay_[at] = static_cast<std::uint16_t>(delay);
        weight_[at] = weight;
    }
    /// After every synapse was placed. Error (internal) if one is missing.
    void finish();

    std::uint64_t synapses() const { return slot_.size(); }
    std::uint64_t rows() const { return index_.rows(); }

    /// Adds the weights of every spike's row to the ring. `epoch`: the step that lag 0 stands for. Returns
    /// the number of synaptic events.
    std::uint64_t deliver(std::span<const PackedSpike> spikes, Step epoch, InputRing& ring) const;

    static void count(memory::Footprint& footprint, std::uint64_t synapses, std::uint64_t rows,
                      std::uint64_t gids);

  private:
    SourceIndex index_;
    std::pmr::vector<std::uint64_t>
        row_end_;  // row r is [row_end_[r−1], row_end_[r]); while placing: its cursor
    std::pmr::vector<std::uint32_t> slot_;
    std::pmr::vector<std::uint16_t> delay_;
    std::pmr::vector<double> weight_;
};

}  // namespace simdrive::engine
