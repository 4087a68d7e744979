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

constexpr auto slots_of_segment = static_cast<std::uint32_t>(SlotSegments::slots_of_segment);

/// Synapses that are looked ahead, so that memory answers while others are worked on.
constexpr std::size_t group = 64;

}  // namespace

SynapseRows::SynapseRows(const SynapseLayout& layout, std::size_t form, const SlotSegments& slots,
                         std::pmr::memory_resource* resource)
    : layout_(layout),
      form_(form),
      slots_(slots),
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
        population.segments = slots.segments_for(bins);
        population.first_segment = slots.first_segment(bins.first_port);
        population.bins = bins.bins(layout.delivery) * population.segments;
        population.first_counter = counters;
        counters += population.bins * layout.population_size(p);
        if (layout.delivery == Delivery::at_once || bins.empty()) continue;
        population.number_of_delay.resize(bins.delays.back() + 1);
        for (std::size_t d = 0; d < bins.delays.size(); ++d)
            population.number_of_delay[bins.delays[d]] = static_cast<std::uint16_t>(d);
    }
    counters_.resize(counters);
}

/// Finds the counters of a batch's synapses, group by group: what count() and place() have in common.
class SynapseRows::Counters {
  public:
    Counters(SynapseRows& rows, std::size_t population, const SynapseBatch& batch)
        : batch_(batch),
          bins_(rows.layout().sources[population]),
          first_(rows.counters_.data() + rows.populations_[population].first_counter),
          bins_of_row_(rows.populations_[population].bins),
          numbers_(rows.populations_[population].number_of_delay),
          segments_(rows.populations_[population].segments),
          first_slot_(rows.populations_[population].first_segment * slots_of_segment) {}

    std::uint32_t* at(std::size_t i) const {
        std::uint64_t bin = numbers_.empty() ? 0 : numbers_[batch_.delay[i]];
        if (bins_.weights.size() > 1)
            bin = bin * bins_.weights.size() + bins_.weight_number(batch_.weight[i]);
        return first_ + batch_.source_row[i] * bins_of_row_ + bin * segments_ +
               (batch_.slot[i] - first_slot_) / slots_of_segment;
    }

  private:
    const SynapseBatch& batch_;
    const SourceBins& bins_;
    std::uint32_t* first_;
    std::uint64_t bins_of_row_;
    std::span<const std::uint16_t> numbers_;
    std::uint32_t segments_;
    std::uint32_t first_slot_;
};

void SynapseRows::count(std::size_t population, const SynapseBatch& batch) {
    const Counters counters(*this, population, batch);
    std::array<std::uint32_t*, group> found{};
    for (std::size_t first = 0; first < batch.size(); first += group) {
        const std::size_t size = std::min(group, batch.size() - first);
        for (std::size_t i = 0; i < size; ++i) {
            found[i] = counters.at(first + i);
            __builtin_prefetch(found[i], 1);
        }
        for (std::size_t i = 0; i < size; ++i) ++*found[i];
    }
}

/// Gives a row to every source that has a counter above 0.
void SynapseRows::index_sources() {
    index_.resize(layout_.first_gid.back());
    std::uint64_t rows = 0;
    for (std::size_t p = 0; p < populations_.size(); ++p) {
        Population& population = populations_[p];
        population.first_row = rows;
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
    }
}

/// Turns counters into cursors: where the next synapse of each bin goes, from the first one of the word.
std::uint64_t SynapseRows::set_cursors() {
    std::uint64_t synapses = 0;
    for (std::size_t p = 0; p < populations_.size(); ++p) {
        std::uint32_t* counter = counters_.data() + populations_[p].first_counter;
        for (Gid gid = layout_.first_gid[p]; gid < layout_.first_gid[p + 1]; ++gid) {
            auto& word = index_.word(gid);
            if (gid % SourceIndex::gids_of_word == 0) word.first_synapse = synapses;
            for (std::uint64_t b = 0; b < populations_[p].bins; ++b) {
                const std::uint32_t count = *counter;
                *counter++ = static_cast<std::uint32_t>(synapses - word.first_synapse);
                synapses += count;
            }
            if (synapses - word.first_synapse > std::numeric_limits<std::uint32_t>::max()) {
                throw DataError(
                    fmt::format("gid {} and its neighbours have more than {} targets on one "
                                "thread; use more threads or ranks",
                                gid, std::numeric_limits<std::uint32_t>::max()));
            }
        }
    }
    return synapses;
}

void SynapseRows::reserve() {
    index_sources();
    const std::uint64_t synapses = set_cursors();
    target_.resize(synapses);
    if (layout_.delay_bytes() == sizeof(std::uint8_t)) short_delay_.resize(synapses);
    if (layout_.delay_bytes() == sizeof(std::uint16_t)) long_delay_.resize(synapses);
    if (layout().form == WeightForm::half) half_.resize(synapses);
    if (layout().form == WeightForm::single) single_.resize(synapses);
    if (layout().form == WeightForm::full) full_.resize(synapses);
}

/// Columns to write to; those that are not there are null.
struct SynapseRows::Columns {
    explicit Columns(SynapseRows& rows)
        : target(rows.target_.data()),
          short_delay(rows.short_delay_.data()),
          long_delay(rows.long_delay_.data()),
          half(rows.half_.data()),
          single(rows.single_.data()),
          full(rows.full_.data()) {}

    void prefetch(std::uint64_t at) const {
        __builtin_prefetch(target + at, 1);
        if (short_delay != nullptr) __builtin_prefetch(short_delay + at, 1);
        if (single != nullptr) __builtin_prefetch(single + at, 1);
        if (full != nullptr) __builtin_prefetch(full + at, 1);
    }
    void write(std::uint64_t at, const SynapseBatch& batch, std::size_t i) const {
        target[at] = static_cast<std::uint16_t>(batch.slot[i] % slots_of_segment);
        if (short_delay != nullptr) short_delay[at] = static_cast<std::uint8_t>(batch.delay[i]);
        if (long_delay != nullptr) long_delay[at] = static_cast<std::uint16_t>(batch.delay[i]);
        if (single != nullptr) single[at] = static_cast<float>(batch.weight[i]);
        if (full != nullptr) full[at] = batch.weight[i];
        if (half != nullptr) half[at] = to_half(static_cast<float>(batch.weight[i]));
    }

    std::uint16_t* target;
    std::uint8_t* short_delay;
    std::uint16_t* long_delay;
    std::uint16_t* half;
    float* single;
    double* full;
};

void SynapseRows::place(std::size_t population, const SynapseBatch& batch) {
    const Counters cursors(*this, population, batch);
    const Columns columns(*this);
    const Gid first_gid = layout_.first_gid[population];
    std::array<std::uint32_t*, group> found{};
    std::array<std::uint64_t, group> places{};
    for (std::size_t first = 0; first < batch.size(); first += group) {
        const std::size_t size = std::min(group, batch.size() - first);
        for (std::size_t i = 0; i < size; ++i) {
            found[i] = cursors.at(first + i);
            __builtin_prefetch(found[i], 1);
        }
        for (std::size_t i = 0; i < size; ++i) {
            places[i] = index_.word(first_gid + batch.source_row[first + i]).first_synapse + (*found[i])++;
            columns.prefetch(places[i]);
        }
        for (std::size_t i = 0; i < size; ++i) columns.write(places[i], batch, first + i);
    }
    placed_ += batch.size();
}

void SynapseRows::finish() {
    std::uint64_t bins = 0;
    for (Population& population : populations_) {
        population.first_bin = bins;
        bins += population.rows * population.bins;
    }
    bin_end_.resize(bins);
    auto to = bin_end_.begin();
    for (std::size_t p = 0; p < populations_.size(); ++p) {
        const std::uint32_t* cursor = counters_.data() + populations_[p].first_counter;
        const std::uint64_t bins_of_row = populations_[p].bins;
        for (Gid gid = layout_.first_gid[p]; gid < layout_.first_gid[p + 1]; ++gid, cursor += bins_of_row) {
            if (!has(gid)) continue;
            to = std::copy_n(cursor, bins_of_row, to);
        }
    }
    std::vector<std::uint32_t>().swap(counters_);
    // As many were placed as were counted, so every cursor now stands at the end of its bin.
    if (placed_ != target_.size()) {
        throw Error(ExitCode::internal, "a connection table holds fewer synapses than were counted for it");
    }
}

std::uint64_t SynapseRows::counter_bytes(const SynapseLayout& layout, std::size_t form,
                                         const SlotSegments& slots) {
    std::uint64_t counters = 0;
    for (std::size_t p = 0; p < layout.populations(); ++p) {
        counters += layout.forms[form].sources[p].bins(layout.delivery) *
                    slots.segments_for(layout.forms[form].sources[p]) * layout.population_size(p);
    }
    return counters * sizeof(std::uint32_t);
}

void SynapseRows::count(memory::Footprint& footprint, const SynapseLayout& layout, std::size_t form,
                        const SlotSegments& slots, std::uint64_t synapses, std::span<const double> rows) {
    using memory::Category;
    const FormLayout& of_form = layout.forms[form];
    SourceIndex::count(footprint, layout.first_gid.back());
    double bins = 0;
    for (std::size_t p = 0; p < layout.populations(); ++p) {
        bins += rows[p] * static_cast<double>(of_form.sources[p].bins(layout.delivery) *
                                              slots.segments_for(of_form.sources[p]));
    }
    footprint.add(Category::source_index, static_cast<std::uint64_t>(std::llround(bins)),
                  sizeof(std::uint32_t));
    footprint.add(Category::synapses, synapses, sizeof(std::uint16_t));
    if (layout.delay_bytes() != 0) footprint.add(Category::synapses, synapses, layout.delay_bytes());
    if (circuit::weight_bytes(of_form.form) != 0)
        footprint.add(Category::synapses, synapses, circuit::weight_bytes(of_form.form));
}

}  // namespace simdrive::engine
