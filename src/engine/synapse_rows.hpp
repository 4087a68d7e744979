#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "engine/slots.hpp"
#include "engine/source_index.hpp"
#include "engine/synapse_layout.hpp"
#include "memory/footprint.hpp"

namespace simdrive::engine {

/// Synapses on their way into the rows: all from one population, of one form. Parallel columns.
struct SynapseBatch {
    std::span<const std::uint64_t> source_row;  ///< of the population
    std::span<const std::uint32_t> slot;        ///< segment · 65 536 + slot within the segment
    std::span<const std::uint32_t> delay;       ///< steps
    std::span<const double> weight;             ///< empty while counting, but for equal weights

    std::size_t size() const { return source_row.size(); }
};

/// The synapses of one form onto the neurons of one thread: a row for each source that has targets here. Rows
/// are cut into bins: by delay (Delivery::when_due), by value where equal weights are not stored, and by
/// segment of 65 536 slots, so that 16 bits name a target. Parallel columns, each exactly sized.
///
/// Built in two passes, count() and place(), with reserve() between them and finish() after. Synapses of a
/// bin stand in the order in which they were placed.
class SynapseRows {
  public:
    /// `slots`: of the thread. They and the layout outlive the rows.
    SynapseRows(const SynapseLayout& layout, std::size_t form, const SlotSegments& slots,
                std::pmr::memory_resource* resource);

    void count(std::size_t population, const SynapseBatch& batch);
    void reserve();
    void place(std::size_t population, const SynapseBatch& batch);
    /// Error (internal) if a synapse is missing.
    void finish();

    const FormLayout& layout() const { return layout_.forms[form_]; }
    const SlotSegments& slots() const { return slots_; }
    /// Segments that rows of a population are cut into, and the first of them.
    std::uint32_t segments(std::size_t population) const { return populations_[population].segments; }
    std::uint32_t first_segment(std::size_t population) const {
        return populations_[population].first_segment;
    }
    std::uint64_t synapses() const { return target_.size(); }
    std::uint64_t rows(std::size_t population) const { return populations_[population].rows; }

    /// Where the row of a source lies.
    struct Row {
        std::uint64_t base;       ///< synapse that the ends of its bins count from
        std::uint64_t first_bin;  ///< index into bin_end_
        std::uint32_t begin;      ///< of its first bin, from base
    };
    /// Which of the 64 sources from `first`, a multiple of 64, have targets here: a bit each.
    std::uint64_t sources(Gid first) const { return index_.word(first).present; }
    /// Whether `source`, of `population`, has targets here.
    bool has(Gid source) const { return index_.word(source).has(source); }
    Row row(std::size_t population, Gid source) const {
        const auto& word = index_.word(source);
        const auto& rows = populations_[population];
        const std::uint64_t row = word.row(source);
        const std::uint64_t bin = rows.first_bin + (row - rows.first_row) * rows.bins;
        return {word.first_synapse, bin, row == word.rows_before ? 0 : bin_end_[bin - 1]};
    }
    /// End of a bin of a row, from its base.
    std::uint32_t end_of(const Row& row, std::uint64_t bin) const { return bin_end_[row.first_bin + bin]; }

    // Columns; those that the layout does not need are empty.
    const std::uint16_t* targets() const { return target_.data(); }
    const std::uint8_t* short_delays() const { return short_delay_.data(); }
    const std::uint16_t* long_delays() const { return long_delay_.data(); }
    const std::uint16_t* half_weights() const { return half_.data(); }
    const float* single_weights() const { return single_.data(); }
    const double* full_weights() const { return full_.data(); }

    /// Adds what rows take: `rows` by population of the source.
    static void count(memory::Footprint& footprint, const SynapseLayout& layout, std::size_t form,
                      const SlotSegments& slots, std::uint64_t synapses, std::span<const double> rows);
    /// Bytes of the counters that a thread holds while it counts.
    static std::uint64_t counter_bytes(const SynapseLayout& layout, std::size_t form,
                                       const SlotSegments& slots);

  private:
    struct Population {
        std::uint64_t bins = 0;  // of a row
        std::uint32_t segments = 0;
        std::uint32_t first_segment = 0;
        std::uint64_t first_counter = 0;  // while counting
        std::uint64_t first_row = 0;
        std::uint64_t first_bin = 0;
        std::uint64_t rows = 0;
        std::vector<std::uint16_t> number_of_delay;  // empty if rows are not sorted by delay
    };

    class Counters;
    struct Columns;

    void index_sources();
    std::uint64_t set_cursors();

    const SynapseLayout& layout_;
    std::size_t form_;
    const SlotSegments& slots_;
    std::vector<Population> populations_;
    std::vector<std::uint32_t> counters_;  // by (population, source, bin); cursors from reserve() to finish()
    std::uint64_t placed_ = 0;             // synapses
    SourceIndex index_;
    std::pmr::vector<std::uint32_t> bin_end_;  // from the word's first synapse
    std::pmr::vector<std::uint16_t> target_;   // slot within the segment
    std::pmr::vector<std::uint8_t> short_delay_;
    std::pmr::vector<std::uint16_t> long_delay_;
    std::pmr::vector<std::uint16_t> half_;
    std::pmr::vector<float> single_;
    std::pmr::vector<double> full_;
};

}  // namespace simdrive::engine
