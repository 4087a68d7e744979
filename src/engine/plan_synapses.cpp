#include "engine/plan_synapses.hpp"

#include <algorithm>
#include <stdexcept>

namespace simdrive::engine {

using circuit::WeightForm;

namespace {

/// Fewest synapses in a part of a row, on average, from which delivery when due is the faster one: measured,
/// see docs/performance.md.
constexpr double least_part = 8;
/// Steps; progress, signals and recording have their turn at least that often.
constexpr Step longest_epoch = 1000;

template <class T>
void unite_into(std::vector<T>& sorted, const std::vector<T>& more) {
    std::vector<T> both;
    std::set_union(sorted.begin(), sorted.end(), more.begin(), more.end(), std::back_inserter(both));
    sorted = std::move(both);
}

/// Adds where a weight lands, for every receptor that edges are known to have: an unknown one is told when an
/// edge with it is met.
void add_landing(const NeuronModel& model, double weight, std::vector<SynapticInput>& inputs) {
    for (std::int32_t receptor = 0; receptor < static_cast<std::int32_t>(model.ports()); ++receptor) {
        try {
            inputs.push_back(model.input(weight, receptor));
        } catch (const std::invalid_argument&) {
            return;
        }
    }
}

/// How synapses of weight `weight` land on the targets of a population, by the models there.
std::vector<SynapticInput> landings(double weight, std::size_t population, const Shape& shape) {
    std::vector<SynapticInput> inputs;
    for (const auto& group : shape.groups) {
        if (group.population == population && group.model != nullptr)
            add_landing(*group.model, weight, inputs);
    }
    return inputs;
}

/// Adds what a projection may bring to the bins of its source.
void add_projection(SourceBins& bins, const circuit::Projection& projection,
                    const circuit::ProjectionScan& found, const Shape& shape) {
    unite_into(bins.delays, found.delays);
    std::vector<double> values;
    for (const double weight : {found.weights.least, found.weights.largest}) {
        for (const auto& input : landings(weight, projection.target(), shape)) {
            values.push_back(input.weight);
            bins.first_port =
                bins.past_port == 0 ? input.port : std::min<std::size_t>(bins.first_port, input.port);
            bins.past_port = std::max<std::size_t>(bins.past_port, input.port + 1);
        }
    }
    if (found.weights.form != WeightForm::equal) values = {0.0};
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    unite_into(bins.weights, values);
}

void add_projections(SynapseLayout& layout, const Shape& shape, const circuit::Circuit& circuit,
                     const circuit::Scan& scan) {
    const auto& projections = circuit.projections();
    for (const WeightForm form : circuit::all_weight_forms) {
        FormLayout of_form{form, std::vector<SourceBins>(layout.populations())};
        bool occurs = false;
        for (std::size_t p = 0; p < projections.size(); ++p) {
            const auto& found = scan.projections[p];
            if (found.weights.form != form) continue;
            layout.form_of[p] = layout.forms.size();
            if (found.edges == 0) continue;
            occurs = true;
            add_projection(of_form.sources[projections[p]->source()], *projections[p], found, shape);
        }
        if (occurs) layout.forms.push_back(std::move(of_form));
    }
}

/// Synapses in a part of a row, averaged over synapses.
double mean_part(const SynapseLayout& layout, const circuit::Circuit& circuit, const circuit::Scan& scan,
                 std::uint64_t owners) {
    double synapses = 0;
    double weighed = 0;
    for (std::size_t p = 0; p < circuit.projections().size(); ++p) {
        const auto edges = static_cast<double>(scan.projections[p].edges);
        if (edges == 0) continue;
        const std::size_t source = circuit.projections()[p]->source();
        const auto& bins = layout.forms[layout.form_of[p]].sources[source];
        const auto parts = static_cast<double>(layout.population_size(source) * owners) *
                           static_cast<double>(bins.bins(Delivery::when_due));
        synapses += edges;
        weighed += edges * edges / parts;
    }
    return synapses > 0 ? weighed / synapses : 0;
}

bool one_delay_a_source(const SynapseLayout& layout) {
    for (const auto& form : layout.forms) {
        for (const auto& source : form.sources) {
            if (source.delays.size() > 1) return false;
        }
    }
    return true;
}

}  // namespace

void plan_synapses(Shape& shape, const circuit::Circuit& circuit, const circuit::Scan& scan,
                   std::uint64_t owners, std::optional<Delivery> wanted) {
    SynapseLayout layout;
    layout.longest_delay = scan.largest_delay;
    for (const auto& population : circuit.populations()) layout.first_gid.push_back(population->first_gid());
    layout.first_gid.push_back(circuit.node_count());
    layout.form_of.resize(circuit.projections().size());
    add_projections(layout, shape, circuit, scan);
    const bool due = one_delay_a_source(layout) || mean_part(layout, circuit, scan, owners) >= least_part;
    layout.delivery = wanted.value_or(due ? Delivery::when_due : Delivery::at_once);
    shape.synapses = std::move(layout);
    shape.epoch = std::min<Step>(scan.least_delay, longest_epoch);
}

}  // namespace simdrive::engine
