#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "engine/synapse_rows.hpp"

namespace simdrive::engine {

/// Rows of spikes that are still to be delivered, by the step of the spike: one list a step, kept until the
/// longest delay has passed. Lists are used again, so that nothing is allocated in a steady state.
class PendingRows {
  public:
    /// Rows first … past−1 of a list: sources of one population, of one form.
    struct Run {
        std::uint32_t form;
        std::uint32_t population;
        std::size_t first;
        std::size_t past;
    };
    struct List {
        Step step = none;
        std::vector<SynapseRows::Row> rows;
        std::vector<Run> runs;
    };

    /// Lists are kept for `longest` steps.
    void resize(std::uint32_t longest) { lists_.resize(std::size_t{longest} + 1); }

    /// A fresh list for the spikes of `step`, in the place of one that is that much older.
    List& begin(Step step) {
        List& list = place(step);
        list.step = step;
        list.rows.clear();
        list.runs.clear();
        return list;
    }
    /// The list of the spikes of `step`; null where there were none.
    const List* find(Step step) {
        const List& list = place(step);
        return list.step == step ? &list : nullptr;
    }

  private:
    static constexpr Step none = -1;

    List& place(Step step) { return lists_[static_cast<std::uint64_t>(step) % lists_.size()]; }

    std::vector<List> lists_;
};

}  // namespace simdrive::engine
