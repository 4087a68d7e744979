#include "engine/connection_table.hpp"

#include <algorithm>

namespace simdrive::engine {

namespace {

/// Those of sorted spikes that stand before `past`.
std::span<const PackedSpike> before(std::span<const PackedSpike> spikes, PackedSpike past) {
    const auto end = std::lower_bound(spikes.begin(), spikes.end(), past);
    return spikes.first(static_cast<std::size_t>(end - spikes.begin()));
}

}  // namespace

ConnectionTable::ConnectionTable(const SynapseLayout& layout, const SlotSegments& slots,
                                 std::pmr::memory_resource* resource)
    : layout_(layout) {
    forms_.reserve(layout.forms.size());
    for (std::size_t f = 0; f < layout.forms.size(); ++f) forms_.emplace_back(layout, f, slots, resource);
    if (layout.delivery == Delivery::when_due) calendar_.resize(layout.longest_delay);
}

void ConnectionTable::reserve() {
    for (auto& rows : forms_) rows.reserve();
}

void ConnectionTable::finish() {
    for (auto& rows : forms_) rows.finish();
}

std::uint64_t ConnectionTable::synapses() const {
    std::uint64_t sum = 0;
    for (const auto& rows : forms_) sum += rows.synapses();
    return sum;
}

std::uint64_t ConnectionTable::sources(Gid first) const {
    std::uint64_t present = 0;
    for (const auto& rows : forms_) present |= rows.sources(first);
    return present;
}

/// Calls f(population, spikes of one step from it) for every run of such spikes.
template <class F>
void ConnectionTable::for_each_run(std::span<const PackedSpike> spikes, F&& f) const {
    const auto& first_gid = layout_.first_gid;
    std::size_t population = 0;
    while (!spikes.empty()) {
        const PackedSpike spike = spikes.front();
        if (spike.source() < first_gid[population]) population = 0;
        while (spike.source() >= first_gid[population + 1]) ++population;
        const auto run = before(spikes, PackedSpike(spike.lag(), first_gid[population + 1]));
        f(population, run);
        spikes = spikes.subspan(run.size());
    }
}

/// Calls f(row) for the row of every source that has targets here, and its population.
template <class F>
void ConnectionTable::for_each_row(const SynapseRows& rows, std::span<const PackedSpike> spikes,
                                   F&& f) const {
    for_each_run(spikes, [&](std::size_t population, std::span<const PackedSpike> run) {
        if (rows.rows(population) == 0) return;
        for (const PackedSpike spike : run) {
            if (rows.has(spike.source())) f(population, rows.row(population, spike.source()));
        }
    });
}

/// Calls f(number of the delay, job) for every bin of a row that is not empty.
template <class F>
void ConnectionTable::for_each_job(const SynapseRows& rows, std::size_t population,
                                   const SynapseRows::Row& row, F&& f) const {
    const SourceBins& bins = rows.layout().sources[population];
    const std::size_t delays = layout_.delivery == Delivery::when_due ? bins.delays.size() : 1;
    const std::uint32_t segments = rows.segments(population);
    std::uint64_t bin = 0;
    std::uint32_t begin = row.begin;
    for (std::size_t delay = 0; delay < delays; ++delay) {
        for (const double weight : bins.weights) {
            for (std::uint32_t s = 0; s < segments; ++s, ++bin) {
                const std::uint32_t end = rows.end_of(row, bin);
                if (end == begin) continue;
                const std::uint64_t base = rows.slots().base(rows.first_segment(population) + s);
                f(delay, DeliveryJob{row.base + begin, base, weight, end - begin});
                begin = end;
            }
        }
    }
}

void ConnectionTable::schedule(std::span<const PackedSpike> spikes, Step epoch) {
    const std::size_t place = calendar_.place(epoch + spikes.front().lag());
    for (std::uint32_t form = 0; form < forms_.size(); ++form) {
        const SynapseRows& rows = forms_[form];
        for_each_row(rows, spikes, [&](std::size_t population, const SynapseRows::Row& row) {
            const auto& delays = rows.layout().sources[population].delays;
            for_each_job(rows, population, row, [&](std::size_t delay, const DeliveryJob& job) {
                calendar_.add(place, delays[delay], form, job);
            });
        });
    }
}

void ConnectionTable::push(std::span<const PackedSpike> spikes, Step epoch, InputRing& ring) {
    const std::uint32_t place = ring.place(epoch + spikes.front().lag());
    for (const SynapseRows& rows : forms_) {
        jobs_.clear();
        for_each_row(rows, spikes, [&](std::size_t population, const SynapseRows::Row& row) {
            for_each_job(rows, population, row,
                         [&](std::size_t, const DeliveryJob& job) { jobs_.push_back(job); });
        });
        deliver(rows, jobs_, ring, place);
        count_events(jobs_);
    }
}

void ConnectionTable::take(std::span<const PackedSpike> spikes, Step epoch, InputRing& ring) {
    while (!spikes.empty()) {
        const auto of_step = before(spikes, PackedSpike(spikes.front().lag() + 1, 0));
        if (layout_.delivery == Delivery::when_due) {
            schedule(of_step, epoch);
        } else {
            push(of_step, epoch, ring);
        }
        spikes = spikes.subspan(of_step.size());
    }
}

void ConnectionTable::count_events(std::span<const DeliveryJob> jobs) {
    for (const DeliveryJob& job : jobs) events_ += job.count;
}

void ConnectionTable::deliver_due(Step step, double* slots) {
    JobCalendar::List& due = calendar_.at(step);
    std::size_t first = 0;
    for (const auto& run : due.runs) {
        deliver(forms_[run.form], std::span(due.jobs).subspan(first, run.past - first), slots);
        first = run.past;
    }
    count_events(due.jobs);
    due.jobs.clear();
    due.runs.clear();
}

void ConnectionTable::count(memory::Footprint& footprint, const SynapseLayout& layout,
                            const SlotSegments& slots, const circuit::FormCounts& synapses,
                            std::span<const std::vector<double>> rows) {
    for (std::size_t f = 0; f < layout.forms.size(); ++f) {
        const auto form = static_cast<std::size_t>(layout.forms[f].form);
        SynapseRows::count(footprint, layout, f, slots, synapses[form], rows[f]);
    }
}

}  // namespace simdrive::engine
