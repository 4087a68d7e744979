#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "memory/footprint.hpp"

namespace simdrive::engine {

/// Sums of weights that are on their way: for each of the next `steps` steps one vector with a slot for every
/// input port of every neuron of a thread. A slot is read and cleared at the step that it is due, and then
/// serves `steps` steps later. Where weights are pushed at once, `steps` is the largest delay: a spike at
/// step s is delivered before step s + 1 + (delay − 1) is due.
class InputRing {
  public:
    InputRing(std::uint64_t slots, std::uint32_t steps, std::pmr::memory_resource* resource)
        : slots_(slots), steps_(steps), sums_(slots * steps, 0.0, resource) {}

    /// The slots due at `step`.
    double* at(Step step) { return sums_.data() + slots_ * (static_cast<std::uint64_t>(step) % steps_); }
    /// The slots due `delay` steps after a step whose place in the ring (step mod steps) is `place`; delay ≤
    /// steps.
    double* after(std::uint32_t place, std::uint32_t delay) {
        const std::uint32_t sum = place + delay;
        return sums_.data() + slots_ * (sum >= steps_ ? sum - steps_ : sum);
    }
    std::uint32_t steps() const { return steps_; }
    std::uint64_t slots() const { return slots_; }
    std::uint32_t place(Step step) const {
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(step) % steps_);
    }

    static void count(memory::Footprint& footprint, std::uint64_t slots, std::uint32_t steps) {
        footprint.add(memory::Category::input_buffers, slots * steps, sizeof(double));
    }

  private:
    std::uint64_t slots_;
    std::uint32_t steps_;
    std::pmr::vector<double> sums_;
};

}  // namespace simdrive::engine
