#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "circuit/weight_form.hpp"

namespace simdrive::engine {

/// When the weights of a spike reach the input slots.
enum class Delivery : std::uint8_t {
    /// When they fall due. Synapses of a source are sorted by delay, so that no delay is stored and all
    /// writes
    /// of a step go to one vector of slots. For long rows.
    when_due,
    /// As soon as the spike is known, into a ring of as many steps as the longest delay. Each synapse holds
    /// its delay. For short rows: many ranks or threads.
    at_once
};

/// What kinds of synapses the sources of one population have, in one form of weights.
struct SourceBins {
    std::vector<std::uint32_t> delays;  ///< that may occur, steps, ascending
    std::vector<double> weights;        ///< of form `equal`: its values; else one that stands for all
    std::size_t first_port = 0;         ///< ports that synapses may land on: first_port … past_port − 1
    std::size_t past_port = 0;

    bool empty() const { return delays.empty(); }
    /// Parts that a row is sorted into, for each segment of slots.
    std::uint64_t bins(Delivery delivery) const {
        return (delivery == Delivery::when_due ? delays.size() : delays.empty() ? 0 : 1) * weights.size();
    }
    /// Index of `weight` in `weights`. Only for form `equal`.
    std::uint32_t weight_number(double weight) const;
};

/// The synapses of one form.
struct FormLayout {
    circuit::WeightForm form = circuit::WeightForm::single;
    std::vector<SourceBins> sources;  ///< by population
};

/// How synapses lie in the tables of all threads: the same everywhere, so that sums are added up in the same
/// order whoever owns their target.
struct SynapseLayout {
    Delivery delivery = Delivery::at_once;
    std::uint32_t longest_delay = 1;   ///< steps
    std::vector<FormLayout> forms;     ///< those that occur
    std::vector<std::size_t> form_of;  ///< by projection: index into `forms`
    std::vector<Gid> first_gid;        ///< of each population, and past the last

    std::size_t populations() const { return first_gid.empty() ? 0 : first_gid.size() - 1; }
    std::uint64_t population_size(std::size_t p) const { return first_gid[p + 1] - first_gid[p]; }
    /// Bytes that a stored delay takes.
    std::size_t delay_bytes() const;
    /// Bytes of one synapse without its share of the index.
    std::size_t synapse_bytes(circuit::WeightForm form) const;
};

}  // namespace simdrive::engine
