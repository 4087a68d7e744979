#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/spike.hpp"
#include "engine/delivery.hpp"
#include "engine/input_ring.hpp"
#include "engine/job_calendar.hpp"
#include "engine/synapse_rows.hpp"

namespace simdrive::engine {

/// All synapses onto the neurons of one thread: rows for each form of weights that occurs, and how spikes are
/// delivered through them.
///
/// Into any slot, weights are added in the order (step of the spike, form, source, order of placing), however
/// synapses are laid out and whoever owns the target.
class ConnectionTable {
  public:
    /// `slots`: of the thread. They and the layout outlive the table.
    ConnectionTable(const SynapseLayout& layout, const SlotSegments& slots,
                    std::pmr::memory_resource* resource);

    /// For construction: the rows of one form.
    SynapseRows& rows(std::size_t form) { return forms_[form]; }
    const SynapseRows& rows(std::size_t form) const { return forms_[form]; }
    void reserve();
    /// After every synapse was placed. Error (internal) if one is missing.
    void finish();

    const SynapseLayout& layout() const { return layout_; }
    std::uint64_t synapses() const;
    /// Which of the 64 sources from `first`, a multiple of 64, have targets here: a bit each.
    std::uint64_t sources(Gid first) const;

    /// Takes the spikes of an epoch, in the order (step, source); lag 0 stands for step `epoch`. Delivers
    /// them into the ring at once, or keeps them until they are due.
    void take(std::span<const PackedSpike> spikes, Step epoch, InputRing& ring);
    /// Delivery::when_due: adds to `slots` what is due at `step`. Called for consecutive steps, before spikes
    /// of that step or later ones are taken.
    void deliver_due(Step step, double* slots);
    /// Synaptic events delivered so far.
    std::uint64_t events() const { return events_; }

    /// Adds what a table takes: `synapses` by form, `rows` by (form, population of the source).
    static void count(memory::Footprint& footprint, const SynapseLayout& layout, const SlotSegments& slots,
                      const circuit::FormCounts& synapses, std::span<const std::vector<double>> rows);

  private:
    template <class F>
    void for_each_run(std::span<const PackedSpike> spikes, F&& f) const;
    template <class F>
    void for_each_row(const SynapseRows& rows, std::span<const PackedSpike> spikes, F&& f) const;
    template <class F>
    void for_each_job(const SynapseRows& rows, std::size_t population, const SynapseRows::Row& row,
                      F&& f) const;
    // The spikes of one step each.
    void schedule(std::span<const PackedSpike> spikes, Step epoch);
    void push(std::span<const PackedSpike> spikes, Step epoch, InputRing& ring);
    void count_events(std::span<const DeliveryJob> jobs);

    const SynapseLayout& layout_;
    std::vector<SynapseRows> forms_;
    JobCalendar calendar_;
    std::vector<DeliveryJob> jobs_;
    std::uint64_t events_ = 0;
};

}  // namespace simdrive::engine
