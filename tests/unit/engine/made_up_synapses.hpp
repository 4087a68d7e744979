#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/half.hpp"
#include "base/random.hpp"
#include "engine/connection_table.hpp"

namespace simdrive::engine {

struct MadeUpSynapse {
    std::size_t form;  ///< index into the layout's forms
    std::size_t population;
    std::uint64_t row;  ///< of the source
    std::uint32_t port;
    std::uint32_t slot;  ///< of the port
    std::uint32_t delay;
    double weight;  ///< as the form holds it
};

/// What weights reach which slot at which step, where that is not 0.
using Sums = std::map<std::pair<Step, std::uint32_t>, double>;

/// Synapses in memory and what simulating them must give, worked out one by one.
struct MadeUpSynapses {
    SynapseLayout layout;
    SlotSegments slots;
    std::vector<MadeUpSynapse> synapses;  ///< in the order of placing

    /// Each form has synapses from all populations but the last one.
    MadeUpSynapses(const std::vector<circuit::WeightForm>& forms, const std::vector<std::uint32_t>& delays,
                   const std::vector<std::uint64_t>& slots_of_port, std::uint64_t count)
        : slots(slots_of_port), slots_of_port_(slots_of_port) {
        const std::vector<std::uint64_t> sizes{70, 200, 5, 64};
        layout.first_gid = {0};
        for (const auto size : sizes) layout.first_gid.push_back(layout.first_gid.back() + size);
        layout.longest_delay = delays.back();
        for (const auto form : forms) {
            layout.forms.push_back({form, std::vector<SourceBins>(sizes.size())});
            for (std::size_t p = 0; p + 1 < sizes.size(); ++p) {
                SourceBins& bins = layout.forms.back().sources[p];
                bins.delays = delays;
                bins.weights = form == circuit::WeightForm::equal ? values_of(p) : std::vector<double>{0.0};
                // The second population reaches all ports, the first one only the first, the third the last.
                bins.first_port = p == 2 ? slots_of_port.size() - 1 : 0;
                bins.past_port = p == 0 ? 1 : slots_of_port.size();
            }
        }
        draw(count);
    }

    /// Counts, places and finishes `table`; batches are short, so that rows are filled in many pieces.
    void fill(ConnectionTable& table) const {
        for_each_batch([&](std::size_t form, std::size_t population, SynapseBatch batch) {
            if (layout.forms[form].form != circuit::WeightForm::equal) batch.weight = {};
            table.rows(form).count(population, batch);
        });
        table.reserve();
        for_each_batch([&](std::size_t form, std::size_t population, const SynapseBatch& batch) {
            table.rows(form).place(population, batch);
        });
        table.finish();
    }

    /// By form of weights, as ConnectionTable::count takes them.
    circuit::FormCounts counts() const {
        circuit::FormCounts counts{};
        for (const auto& synapse : synapses)
            ++counts[static_cast<std::size_t>(layout.forms[synapse.form].form)];
        return counts;
    }

    /// Adds up in the order (step, form, source, value, placing) what `spikes`, in the order (step, source),
    /// deliver before step `end`; `value` for equal weights, which have a bin for each.
    Sums expected(const std::vector<Spike>& spikes, Step end) const {
        auto sorted = synapses;
        std::stable_sort(sorted.begin(), sorted.end(),
                         [this](const auto& a, const auto& b) { return key(a) < key(b); });
        Sums sums;
        for (auto from = spikes.begin(); from != spikes.end();) {
            const auto past = std::find_if(from, spikes.end(), [&](Spike s) { return s.step != from->step; });
            for (std::size_t form = 0; form < layout.forms.size(); ++form) {
                for (auto spike = from; spike != past; ++spike) {
                    const auto first = std::partition_point(sorted.begin(), sorted.end(), [&](const auto& s) {
                        return std::pair(s.form, gid(s)) < std::pair(form, spike->source);
                    });
                    for (auto s = first; s != sorted.end() && s->form == form && gid(*s) == spike->source;
                         ++s)
                        if (spike->step + s->delay < end)
                            sums[{spike->step + s->delay, slot_of(*s)}] += s->weight;
                }
            }
            from = past;
        }
        std::erase_if(sums, [](const auto& sum) { return sum.second == 0.0; });
        return sums;
    }

    Gid gid(const MadeUpSynapse& synapse) const { return layout.first_gid[synapse.population] + synapse.row; }

    /// As batches name a slot.
    std::uint32_t batch_slot(const MadeUpSynapse& synapse) const {
        constexpr auto size = static_cast<std::uint32_t>(SlotSegments::slots_of_segment);
        return (slots.first_segment(synapse.port) + synapse.slot / size) * size + synapse.slot % size;
    }

  private:
    /// Slot of the thread.
    std::uint32_t slot_of(const MadeUpSynapse& synapse) const {
        std::uint64_t before = 0;
        for (std::uint32_t port = 0; port < synapse.port; ++port) before += slots_of_port_[port];
        return static_cast<std::uint32_t>(before) + synapse.slot;
    }

    /// Two values of equal weights for some populations, one for others.
    static std::vector<double> values_of(std::size_t population) {
        if (population == 1) return {-0.3, 0.1};
        return {0.7};
    }

    static double held(double weight, circuit::WeightForm form) {
        if (form == circuit::WeightForm::half)
            return static_cast<double>(from_half(to_half(static_cast<float>(weight))));
        if (form == circuit::WeightForm::single) return static_cast<double>(static_cast<float>(weight));
        return weight;
    }

    void draw(std::uint64_t count) {
        const RandomStream stream(1, Purpose::test, 2);
        for (std::uint64_t i = 0; i < count; ++i) {
            MadeUpSynapse synapse{};
            synapse.form = stream.below(layout.forms.size(), i, 0);
            synapse.population = stream.below(layout.populations() - 1, i, 1);
            // Every third source has no target.
            synapse.row = stream.below(layout.population_size(synapse.population), i, 2);
            if (synapse.row % 3 == 2) --synapse.row;
            const FormLayout& form = layout.forms[synapse.form];
            const SourceBins& bins = form.sources[synapse.population];
            synapse.port = static_cast<std::uint32_t>(bins.first_port +
                                                      stream.below(bins.past_port - bins.first_port, i, 7));
            synapse.slot = static_cast<std::uint32_t>(stream.below(slots_of_port_[synapse.port], i, 3));
            synapse.delay = bins.delays[stream.below(bins.delays.size(), i, 4)];
            synapse.weight = form.form == circuit::WeightForm::equal
                                 ? bins.weights[stream.below(bins.weights.size(), i, 5)]
                                 : held(stream.normal(i, 6), form.form);
            synapses.push_back(synapse);
        }
    }

    std::tuple<std::size_t, Gid, double> key(const MadeUpSynapse& synapse) const {
        const bool equal = layout.forms[synapse.form].form == circuit::WeightForm::equal;
        return {synapse.form, gid(synapse), equal ? synapse.weight : 0.0};
    }

    template <class F>
    void for_each_batch(F&& f) const {
        constexpr std::size_t most = 1000;
        for (std::size_t form = 0; form < layout.forms.size(); ++form) {
            for (std::size_t population = 0; population < layout.populations(); ++population) {
                std::vector<std::uint64_t> row;
                std::vector<std::uint32_t> slot;
                std::vector<std::uint32_t> delay;
                std::vector<double> weight;
                const auto flush = [&] {
                    f(form, population, SynapseBatch{row, slot, delay, weight});
                    row.clear();
                    slot.clear();
                    delay.clear();
                    weight.clear();
                };
                for (const auto& synapse : synapses) {
                    if (synapse.form != form || synapse.population != population) continue;
                    row.push_back(synapse.row);
                    slot.push_back(batch_slot(synapse));
                    delay.push_back(synapse.delay);
                    weight.push_back(synapse.weight);
                    if (row.size() == most) flush();
                }
                if (!row.empty()) flush();
            }
        }
    }

    std::vector<std::uint64_t> slots_of_port_;
};

/// What reaches the slots at steps 0 … end−1 where the spikes of each `epoch` steps are taken together, as a
/// run does it.
inline Sums simulated(ConnectionTable& table, const std::vector<Spike>& spikes, Step end, Step epoch,
                      std::uint64_t slots, std::pmr::memory_resource* resource) {
    const bool due = table.layout().delivery == Delivery::when_due;
    InputRing ring(slots, due ? 1 : table.layout().longest_delay, resource);
    Sums sums;
    auto next = spikes.begin();
    for (Step first = 0; first < end; first += epoch) {
        const Step past = std::min(end, first + epoch);
        for (Step step = first; step < past; ++step) {
            double* const at = ring.at(step);
            if (due) table.deliver_due(step, at);
            for (std::uint32_t slot = 0; slot < slots; ++slot) {
                if (at[slot] != 0.0) sums[{step, slot}] = at[slot];
                at[slot] = 0.0;
            }
        }
        std::vector<PackedSpike> packed;
        for (; next != spikes.end() && next->step < past; ++next)
            packed.emplace_back(next->step - first, next->source);
        table.take(packed, first, ring);
    }
    return sums;
}

}  // namespace simdrive::engine
