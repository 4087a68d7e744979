#include "engine/connection_table.hpp"

#include <algorithm>

namespace simdrive::engine {

ConnectionTable::ConnectionTable(const SynapseLayout& layout, const SlotSegments& slots,
                                 std::pmr::memory_resource* resource)
    : layout_(layout) {
    forms_.reserve(layout.forms.size());
    for (std::size_t f = 0; f < layout.forms.size(); ++f) forms_.emplace_back(layout, f, slots, resource);
    if (layout.delivery == Delivery::when_due) pending_.resize(layout.longest_delay);
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

/// Calls f(population, spikes of one step from it) for every run of such spikes.
template <class F>
void ConnectionTable::for_each_run(std::span<const PackedSpike> spikes, F&& f) const {
    const auto& first_gid = layout_.first_gid;
    std::size_t population = 0;
    while (!spikes.empty()) {
        const PackedSpike spike = spikes.front();
        if (spike.source() < first_gid[population]) population = 0;
        while (spike.source() >= first_gid[population + 1]) ++population;
        const PackedSpike past(spike.lag(), first_gid[population + 1]);
        const auto size =
            static_cast<std::size_t>(std::lower_bound(spikes.begin(), spikes.end(), past) - spikes.begin());
        f(population, spikes.first(size));
        spikes = spikes.subspan(size);
    }
}

void ConnectionTable::keep(std::span<const PackedSpike> spikes, Step epoch) {
    const Step step = epoch + spikes.front().lag();
    PendingRows::List& list = pending_.begin(step);
    for (std::uint32_t form = 0; form < forms_.size(); ++form) {
        const SynapseRows& rows = forms_[form];
        for_each_run(spikes, [&](std::size_t population, std::span<const PackedSpike> run) {
            if (rows.rows(population) == 0) return;
            const std::size_t first = list.rows.size();
            for (const PackedSpike spike : run) {
                if (rows.has(spike.source())) list.rows.push_back(rows.row(population, spike.source()));
            }
            if (list.rows.size() == first) return;
            list.runs.push_back({form, static_cast<std::uint32_t>(population), first, list.rows.size()});
        });
    }
}

void ConnectionTable::push(std::span<const PackedSpike> spikes, Step epoch, InputRing& ring) {
    const std::uint32_t place = ring.place(epoch + spikes.front().lag());
    for (const SynapseRows& rows : forms_) {
        jobs_.clear();
        for_each_run(spikes, [&](std::size_t population, std::span<const PackedSpike> run) {
            if (rows.rows(population) == 0) return;
            for (const PackedSpike spike : run) {
                if (rows.has(spike.source()))
                    add_jobs(rows, population, rows.row(population, spike.source()), 0);
            }
        });
        deliver(rows, jobs_, ring, place);
    }
}

/// Adds a job for each part of the bins of one delay (number `delay`).
void ConnectionTable::add_jobs(const SynapseRows& rows, std::size_t population, const SynapseRows::Row& row,
                               std::uint64_t delay) {
    const auto& weights = rows.layout().sources[population].weights;
    const std::uint32_t segments = rows.segments(population);
    std::uint64_t bin = delay * weights.size() * segments;
    std::uint32_t begin = rows.begin_of(row, bin);
    for (const double weight : weights) {
        for (std::uint32_t s = 0; s < segments; ++s, ++bin) {
            const std::uint32_t end = rows.end_of(row, bin);
            if (end != begin) {
                const std::uint64_t base = rows.slots().base(rows.first_segment(population) + s);
                jobs_.push_back({row.base + begin, base, weight, end - begin});
                events_ += end - begin;
            }
            begin = end;
        }
    }
}

void ConnectionTable::take(std::span<const PackedSpike> spikes, Step epoch, InputRing& ring) {
    while (!spikes.empty()) {
        const PackedSpike past(spikes.front().lag() + 1, 0);
        const auto size =
            static_cast<std::size_t>(std::lower_bound(spikes.begin(), spikes.end(), past) - spikes.begin());
        if (layout_.delivery == Delivery::when_due) {
            keep(spikes.first(size), epoch);
        } else {
            push(spikes.first(size), epoch, ring);
        }
        spikes = spikes.subspan(size);
    }
}

void ConnectionTable::deliver_due(Step step, double* slots) {
    const SynapseRows* rows = nullptr;
    jobs_.clear();
    for (Step delay = layout_.longest_delay; delay >= 1; --delay) {
        const PendingRows::List* list = pending_.find(step - delay);
        if (list == nullptr) continue;
        for (const auto& run : list->runs) {
            if (rows != &forms_[run.form]) {
                if (rows != nullptr) deliver(*rows, jobs_, slots);
                jobs_.clear();
                rows = &forms_[run.form];
            }
            const auto number = rows->delay_number(run.population, static_cast<std::uint32_t>(delay));
            if (number == SynapseRows::no_delay) continue;
            for (std::size_t r = run.first; r < run.past; ++r)
                add_jobs(*rows, run.population, list->rows[r], number);
        }
    }
    if (rows != nullptr) deliver(*rows, jobs_, slots);
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
