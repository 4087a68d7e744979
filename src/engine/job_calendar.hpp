#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "engine/delivery.hpp"

namespace simdrive::engine {

/// Deliveries that wait for the step that they are due: a list for each of the next steps. A spike writes its
/// jobs to the ends of lists, which stay in cache; a step reads its list from front to back. Lists are used
/// again, so that nothing is allocated in a steady state.
class JobCalendar {
  public:
    /// Jobs up to `past`, and from where the run before ends: of one form.
    struct Run {
        std::uint32_t form;
        std::size_t past;
    };
    struct List {
        std::vector<DeliveryJob> jobs;
        std::vector<Run> runs;
    };

    /// For jobs that wait for at most `longest` steps.
    void resize(std::uint32_t longest) { lists_.resize(std::size_t{longest} + 1); }

    /// Where the list of a step stands; later ones follow it, round and round.
    std::size_t place(Step step) const {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(step) % lists_.size());
    }
    /// Adds a job that is due `delay` steps after the step at `place`.
    void add(std::size_t place, std::uint32_t delay, std::uint32_t form, const DeliveryJob& job) {
        const std::size_t at = place + delay;
        List& list = lists_[at >= lists_.size() ? at - lists_.size() : at];
        if (list.runs.empty() || list.runs.back().form != form) list.runs.push_back({form, 0});
        list.jobs.push_back(job);
        list.runs.back().past = list.jobs.size();
    }
    List& at(Step due) { return lists_[place(due)]; }

  private:
    std::vector<List> lists_;
};

}  // namespace simdrive::engine
