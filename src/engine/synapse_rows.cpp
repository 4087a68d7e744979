#include "engine/synapse_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/half.hpp"

namespace simdrive::engine {

using circuit::WeightForm;

namespace {

/// Synapses that are looked ahead, so that memory answers while others are worked on.
constexpr std::size_t group = 64;

std::uint32_t segments_of(std::uint64_t slots) {
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(
        1, (slots + SynapseRows::slots_of_segment - 1) / SynapseRows::slots_of_segment));
}

}  // namespace

SynapseRows::SynapseRows(const SynapseLayout& layout, std::size_t form, std::uint64_t slots,
                         std::pmr::memory_resource* resource)
    : layout_(layout),
      form_(form),
      segments_(segments_of(slots)),
      populations_(layout.populations()),
      index_(resource),
      bin_end_(resource),
      target_(resource),
      short_delay_(resource),
      long_delay_(resource),
      half_(resource),
      single_(resource),
      full_(resource) {
    std::uint64_t counters = 0;
    for (std::size_t p = 0; p < populations_.size(); ++p) {
        const SourceBins& bins = layout.forms[form].sources[p];
        Population& population = populations_[p];
        population.bins = bins.bins(layout.delivery) * segments_;
        population.first_counter = counters;
        counters += population.bins * layout.population_size(p);
        if (layout.delivery == Delivery::at_once || bins.empty()) continue;
        population.number_of_delay.resize(bins.delays.back() + 1, no_delay);
        for (std::size_t d = 0; d < bins.delays.size(); ++d)
            population.number_of_delay[bins.delays[d]] = static_cast<std::uint16_t>(d);
    }
    counters_.resize(counters);
}

std::uint64_t SynapseRows::bin_in_row(std::size_t population, const SynapseBatch& batch,
                                      std::size_t i) const {
    const auto& numbers = populations_[population].number_of_delay;
    const SourceBins& bins = layout().sources[population];
    std::uint64_t bin = numbers.empty() ? 0 : numbers[batch.delay[i]];
    if (bins.weights.size() > 1) bin = bin * bins.weights.size() + bins.weight_number(batch.weight[i]);
    return bin * segments_ + batch.slot[i] / slots_of_segment;
}

void SynapseRows::count(std::size_t population, const SynapseBatch& batch) {
    const Population& from = populations_[population];
    std::array<std::uint32_t*, group> counters{};
    for (std::size_t first = 0; first < batch.size(); first += group) {
        const std::size_t size = std::min(group, batch.size() - first);
        for (std::size_t i = 0; i < size; ++i) {
            counters[i] = &counters_[from.first_counter + batch.source_row[first + i] * from.bins +
                                     bin_in_row(population, batch, first + i)];
            __builtin_prefetch(counters[i], 1);
        }
        for (std::size_t i = 0; i < size; ++i) ++*counters[i];
    }
}

/// Gives a row to every source that has a counter above 0.
void SynapseRows::index_sources() {
    index_.resize(layout_.first_gid.back());
    std::uint64_t rows = 0;
    std::uint64_t bins = 0;
    for (std::size_t p = 0; p < populations_.size(); ++p) {
        Population& population = populations_[p];
        population.first_row = rows;
        population.first_bin = bins;
        const std::uint32_t* counter = counters_.data() + population.first_counter;
        for (Gid gid = layout_.first_gid[p]; gid < layout_.first_gid[p + 1]; ++gid) {
            auto& word = index_.word(gid);
            if (gid % SourceIndex::gids_of_word == 0) word.rows_before = rows;
            const bool present =
                std::any_of(counter, counter + population.bins, [](std::uint32_t n) { return n > 0; });
            counter += population.bins;
            word.present |= std::uint64_t{present} << (gid % SourceIndex::gids_of_word);
            rows += static_cast<std::uint64_t>(present);
        }
        population.rows = rows - population.first_row;
        bins += population.rows * population.bins;
    }
    bin_end_.resize(bins);
}

void SynapseRows::reserve() {
    index_sources();
    std::uint64_t synapses = 0;
    std::uint64_t bin = 0;
    for (std::size_t p = 0; p < populations_.size(); ++p) {
        const Population& population = populations_[p];
        const std::uint32_t* counter = counters_.data() + population.first_counter;
        for (Gid gid = layout_.first_gid[p]; gid < layout_.first_gid[p + 1]; ++gid) {
            auto& word = index_.word(gid);
            if (gid % SourceIndex::gids_of_word == 0) word.first_synapse = synapses;
            if (!word.has(gid)) {
                counter += population.bins;
                continue;
            }
            for (std::uint64_t b = 0; b < population.bins; ++b) {
                bin_end_[bin++] = static_cast<std::uint32_t>(synapses - word.first_synapse);
                synapses += *counter++;
            }
            if (synapses - word.first_synapse > std::numeric_limits<std::uint32_t>::max()) {
                throw DataError(
                    fmt::format("gid {} and its neighbours have more than {} targets on one "
                                "thread; use more threads or ranks",
                                gid, std::numeric_limits<std::uint32_t>::max()));
            }
        }
    }
    std::vector<std::uint32_t>().swap(counters_);
    target_.resize(synapses);
    if (layout_.delay_bytes() == sizeof(std::uint8_t)) short_delay_.resize(synapses);
    if (layout_.delay_bytes() == sizeof(std::uint16_t)) long_delay_.resize(synapses);
    if (layout().form == WeightForm::half) half_.resize(synapses);
    if (layout().form == WeightForm::single) single_.resize(synapses);
    if (layout().form == WeightForm::full) full_.resize(synapses);
}

void SynapseRows::prefetch(std::uint64_t at) const {
    __builtin_prefetch(target_.data() + at, 1);
    if (!short_delay_.empty()) __builtin_prefetch(short_delay_.data() + at, 1);
    if (!single_.empty()) __builtin_prefetch(single_.data() + at, 1);
    if (!full_.empty()) __builtin_prefetch(full_.data() + at, 1);
}

void SynapseRows::write(std::uint64_t at, std::uint32_t slot, std::uint32_t delay, double weight) {
    target_[at] = static_cast<std::uint16_t>(slot % slots_of_segment);
    if (!short_delay_.empty()) short_delay_[at] = static_cast<std::uint8_t>(delay);
    if (!long_delay_.empty()) long_delay_[at] = static_cast<std::uint16_t>(delay);
    if (!single_.empty()) single_[at] = static_cast<float>(weight);
    if (!full_.empty()) full_[at] = weight;
    if (!half_.empty()) half_[at] = to_half(static_cast<float>(weight));
}

void SynapseRows::place(std::size_t population, const SynapseBatch& batch) {
    const Population& from = populations_[population];
    const Gid first_gid = layout_.first_gid[population];
    std::array<std::uint32_t*, group> cursors{};
    std::array<std::uint64_t, group> places{};
    for (std::size_t first = 0; first < batch.size(); first += group) {
        const std::size_t size = std::min(group, batch.size() - first);
        for (std::size_t i = 0; i < size; ++i) {
            const Gid source = first_gid + batch.source_row[first + i];
            const auto& word = index_.word(source);
            cursors[i] = &bin_end_[from.first_bin + (word.row(source) - from.first_row) * from.bins +
                                   bin_in_row(population, batch, first + i)];
            places[i] = word.first_synapse;
            __builtin_prefetch(cursors[i], 1);
        }
        for (std::size_t i = 0; i < size; ++i) {
            places[i] += (*cursors[i])++;
            prefetch(places[i]);
        }
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = first + i;
            write(places[i], batch.slot[at], batch.delay[at], batch.weight.empty() ? 0 : batch.weight[at]);
        }
    }
}

void SynapseRows::finish() {
    // Every cursor now stands at the end of its bin, so the last one at the end of the table.
    Gid last = layout_.first_gid.back();
    while (last > 0 && !has(last - 1)) --last;
    const std::uint64_t placed = last == 0 ? 0 : index_.word(last - 1).first_synapse + bin_end_.back();
    if (placed != target_.size()) {
        throw Error(ExitCode::internal, "a connection table holds fewer synapses than were counted for it");
    }
}

std::uint64_t SynapseRows::counter_bytes(const SynapseLayout& layout, std::size_t form, std::uint64_t slots) {
    std::uint64_t counters = 0;
    for (std::size_t p = 0; p < layout.populations(); ++p) {
        counters += layout.forms[form].sources[p].bins(layout.delivery) * segments_of(slots) *
                    layout.population_size(p);
    }
    return counters * sizeof(std::uint32_t);
}

void SynapseRows::count(memory::Footprint& footprint, const SynapseLayout& layout, std::size_t form,
                        std::uint64_t slots, std::uint64_t synapses, std::span<const double> rows) {
    using memory::Category;
    const FormLayout& of_form = layout.forms[form];
    SourceIndex::count(footprint, layout.first_gid.back());
    double bins = 0;
    for (std::size_t p = 0; p < layout.populations(); ++p) {
        bins += rows[p] * static_cast<double>(of_form.sources[p].bins(layout.delivery) * segments_of(slots));
    }
    footprint.add(Category::source_index, static_cast<std::uint64_t>(std::llround(bins)),
                  sizeof(std::uint32_t));
    footprint.add(Category::synapses, synapses, sizeof(std::uint16_t));
    if (layout.delay_bytes() != 0) footprint.add(Category::synapses, synapses, layout.delay_bytes());
    if (circuit::weight_bytes(of_form.form) != 0)
        footprint.add(Category::synapses, synapses, circuit::weight_bytes(of_form.form));
}

}  // namespace simdrive::engine
