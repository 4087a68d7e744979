#include "engine/load.hpp"

#include <cmath>

#include "engine/connection_table.hpp"
#include "engine/input_ring.hpp"
#include "engine/slots.hpp"

namespace simdrive::engine {

LoadCounter::LoadCounter(const circuit::Circuit& circuit, const Shape& shape, const StimulusPlan& stimuli,
                         std::uint32_t ranks, std::uint32_t threads)
    : circuit_(circuit),
      shape_(shape),
      stimuli_(stimuli),
      threads_(threads),
      loads_(std::size_t{ranks} * threads),
      nodes_of_rank_(ranks),
      drive_range_(stimuli.drives.size()) {
    for (auto& load : loads_) {
        load.nodes.resize(shape.groups.size());
        load.edges.resize(circuit.populations().size());
        load.driven.resize(stimuli.drives.size());
    }
}

void LoadCounter::add(Gid gid, std::uint32_t rank, const circuit::FormCounts& in_degree) {
    const auto& populations = circuit_.populations();
    while (gid >= populations[population_]->first_gid() + populations[population_]->size()) ++population_;
    const std::uint64_t row = gid - populations[population_]->first_gid();
    auto& load = loads_[rank * threads_ + nodes_of_rank_[rank]++ % threads_];
    ++load.nodes[shape_.first_group[population_] + populations[population_]->group_of(row)];
    for (std::size_t f = 0; f < in_degree.size(); ++f) load.edges[population_][f] += in_degree[f];
    for (std::size_t d = 0; d < stimuli_.drives.size(); ++d) {
        const Drive& drive = stimuli_.drives[d];
        if (shape_.groups[drive.group].population != population_) continue;
        const auto ranges = drive.rows.ranges();
        auto& next = drive_range_[d];
        while (next < ranges.size() && ranges[next].past <= row) ++next;
        if (next < ranges.size() && ranges[next].first <= row) ++load.driven[d];
    }
}

std::vector<std::vector<double>> expected_rows(const circuit::Circuit& circuit, const circuit::Scan& scan,
                                               const SynapseLayout& layout, const ThreadLoad& load) {
    const auto& populations = circuit.populations();
    const auto& projections = circuit.projections();
    // A source is absent where none of its targets is here. Projections are taken as independent of each
    // other, and the edges of one form onto a population as spread alike over its nodes.
    std::vector<std::vector<double>> present(layout.forms.size(),
                                             std::vector<double>(populations.size(), 0.0));
    std::vector<std::vector<double>> absent = present;
    for (auto& of_form : absent) std::fill(of_form.begin(), of_form.end(), 1.0);
    std::vector<circuit::FormCounts> edges_onto(populations.size());
    for (std::size_t p = 0; p < projections.size(); ++p) {
        const auto form = static_cast<std::size_t>(scan.projections[p].weights.form);
        edges_onto[projections[p]->target()][form] += scan.projections[p].edges;
    }
    for (std::size_t p = 0; p < projections.size(); ++p) {
        if (scan.projections[p].edges == 0) continue;
        const std::size_t target = projections[p]->target();
        const std::size_t source = projections[p]->source();
        const auto form = static_cast<std::size_t>(scan.projections[p].weights.form);
        const double share =
            static_cast<double>(load.edges[target][form]) / static_cast<double>(edges_onto[target][form]);
        const auto all = static_cast<double>(populations[source]->size());
        double missed = 0;
        double sources = 0;
        for (const auto& [degree, count] : scan.projections[p].out_degrees) {
            missed += static_cast<double>(count) * std::pow(1 - share, degree);
            sources += static_cast<double>(count);
        }
        if (all > 0) absent[layout.form_of[p]][source] *= (missed + (all - sources)) / all;
    }
    for (std::size_t f = 0; f < present.size(); ++f) {
        for (std::size_t q = 0; q < populations.size(); ++q)
            present[f][q] = static_cast<double>(populations[q]->size()) * (1 - absent[f][q]);
    }
    return present;
}

SlotSegments slots_of(const Shape& shape, const ThreadLoad& load) {
    std::vector<std::uint64_t> slots_of_port(most_ports_of(shape));
    for (std::size_t g = 0; g < shape.groups.size(); ++g) {
        const auto* model = shape.groups[g].model;
        for (std::size_t port = 0; model != nullptr && port < model->ports(); ++port)
            slots_of_port[port] += slot_stride(load.nodes[g]);
    }
    return SlotSegments(slots_of_port);
}

memory::Footprint thread_footprint(const Shape& shape, const StimulusPlan& stimuli, const ThreadLoad& load) {
    using memory::Category;
    memory::Footprint footprint;
    for (std::size_t g = 0; g < shape.groups.size(); ++g) {
        const auto& group = shape.groups[g];
        const std::uint64_t nodes = load.nodes[g];
        if (nodes == 0) continue;
        footprint.add(Category::neurons, nodes, sizeof(Gid));
        if (group.model == nullptr) continue;
        footprint.add(Category::neurons, group.model->block_bytes(nodes, group.uniform), 1);
    }
    const SlotSegments slots = slots_of(shape, load);
    InputRing::count(footprint, slots.slots(), ring_steps(shape.synapses, slots.slots(), shape.epoch));
    std::vector<bool> has_current(shape.groups.size());
    for (std::size_t d = 0; d < stimuli.drives.size(); ++d) {
        const auto& drive = stimuli.drives[d];
        const auto& model = *stimuli.entries[drive.entry].model;
        const std::uint64_t neurons = load.driven[d];
        if (neurons == 0) continue;
        footprint.add(Category::stimuli, neurons, sizeof(Gid));
        footprint.add(Category::stimuli, neurons, sizeof(std::uint32_t));
        footprint.add(Category::stimuli, model.bytes(neurons), 1);
        if (model.target() != StimulusTarget::current || has_current[drive.group]) continue;
        has_current[drive.group] = true;
        footprint.add(Category::stimuli, load.nodes[drive.group], sizeof(double));
    }
    circuit::FormCounts edges{};
    for (const auto& onto : load.edges) {
        for (std::size_t f = 0; f < edges.size(); ++f) edges[f] += onto[f];
    }
    ConnectionTable::count(footprint, shape.synapses, slots, edges, load.rows);
    return footprint;
}

std::uint64_t node_bytes(const Shape& shape, const StimulusPlan& stimuli, std::size_t group) {
    // The slope of the block's size: what one node more takes, free of padding.
    constexpr std::uint64_t many = 1 << 20;
    const auto& kind = shape.groups[group];
    if (kind.model == nullptr) return sizeof(Gid);
    std::uint64_t bytes = sizeof(Gid) + kind.model->block_bytes(many, kind.uniform) / many +
                          kind.model->ports() * sizeof(double);
    bool has_current = false;
    for (const auto& drive : stimuli.drives) {
        if (drive.group != group) continue;
        const auto& model = *stimuli.entries[drive.entry].model;
        bytes += sizeof(Gid) + sizeof(std::uint32_t) + model.bytes(many) / many;
        if (model.target() == StimulusTarget::current && !has_current) bytes += sizeof(double);
        has_current = has_current || model.target() == StimulusTarget::current;
    }
    return bytes;
}

std::uint64_t synapses_bytes(const circuit::FormCounts& in_degree) {
    static const SynapseLayout layout;  // with delays stored, as at once
    std::uint64_t bytes = 0;
    for (const auto form : circuit::all_weight_forms)
        bytes += in_degree[static_cast<std::size_t>(form)] * layout.synapse_bytes(form);
    return bytes;
}

}  // namespace simdrive::engine
