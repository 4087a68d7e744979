#include "engine/thread_share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/error.hpp"
#include "engine/slots.hpp"

namespace simdrive::engine {

namespace {

constexpr std::size_t most_ports = 256;

std::pmr::vector<Gid> gids_of(const BlockNodes& nodes, const circuit::Population& population,
                              std::pmr::memory_resource* resource) {
    std::pmr::vector<Gid> gids(nodes.rows.size(), resource);
    std::transform(nodes.rows.begin(), nodes.rows.end(), gids.begin(),
                   [&](std::uint64_t row) { return population.first_gid() + row; });
    return gids;
}

/// Indices in the block of the nodes that a drive acts on.
std::vector<std::uint32_t> driven_neurons(const BlockNodes& nodes, const Selection& rows) {
    std::vector<std::uint32_t> neurons;
    auto range = rows.ranges().begin();
    for (std::size_t i = 0; i < nodes.rows.size(); ++i) {
        while (range != rows.ranges().end() && range->past <= nodes.rows[i]) ++range;
        if (range == rows.ranges().end()) break;
        if (range->first <= nodes.rows[i]) neurons.push_back(static_cast<std::uint32_t>(i));
    }
    return neurons;
}

}  // namespace

ActiveStimulus::ActiveStimulus(const StimulusEntry& entry, std::span<const std::uint32_t> neurons_,
                               std::span<const Gid> block_gids, const NeuronModel& model,
                               std::pmr::memory_resource* resource)
    : neurons(neurons_.begin(), neurons_.end(), resource),
      gids(neurons_.size(), resource),
      target(entry.model->target()),
      port(0) {
    for (std::size_t i = 0; i < neurons.size(); ++i) gids[i] = block_gids[neurons[i]];
    double weight = 0;
    if (target == StimulusTarget::events) {
        const auto landed = model.input(entry.weight, 0);
        port = landed.port;
        weight = landed.weight;
    }
    stimulus = entry.model->make(entry.settings, weight, {gids, neurons}, resource);
}

Block::Block(const BlockNodes& nodes, const circuit::Population& population, const GroupShape& shape_,
             std::pmr::memory_resource* resource)
    : shape(&shape_), gids(gids_of(nodes, population, resource)), current(resource) {}

Landing Block::landing(bool negative, std::int32_t receptor) const {
    // A model takes weights as they are, or counts each as the same number.
    const double sign = negative ? -1 : 1;
    const auto once = shape->model->input(sign, receptor);
    const auto twice = shape->model->input(2 * sign, receptor);
    Landing landing{first_landing[once.port], {}};
    if (once.weight == twice.weight) landing.fixed = once.weight;
    return landing;
}

ThreadShare::ThreadShare(std::uint32_t thread, std::optional<int> numa_node)
    : arena_(std::make_unique<memory::Arena>(fmt::format("thread {}", thread), numa_node)) {}

/// Gives every port of every block its slots.
void ThreadShare::lay_out_slots(const Shape& shape) {
    std::vector<std::uint64_t> slots_of_port(most_ports_of(shape));
    for (const auto& block : blocks_) {
        for (std::size_t port = 0; block.neurons && port < block.shape->model->ports(); ++port)
            slots_of_port[port] += slot_stride(block.gids.size());
    }
    slots_ = SlotSegments(slots_of_port);
    std::uint64_t first = 0;
    for (std::size_t port = 0; port < slots_of_port.size(); ++port) {
        std::uint64_t at = 0;
        for (auto& block : blocks_) {
            if (!block.neurons || port >= block.shape->model->ports()) continue;
            block.first_slot.push_back(first + at);
            block.first_landing.push_back(
                static_cast<std::uint32_t>(slots_.first_segment(port) * SlotSegments::slots_of_segment + at));
            at += slot_stride(block.gids.size());
        }
        first += at;
    }
}

void ThreadShare::make_blocks(const std::vector<BlockNodes>& nodes,
                              const std::vector<ParameterColumns>& parameters,
                              const circuit::Circuit& circuit, const Shape& shape,
                              const StimulusPlan& stimuli, double dt) {
    blocks_.reserve(nodes.size());
    for (std::size_t b = 0; b < nodes.size(); ++b) {
        const auto& group = shape.groups[nodes[b].group];
        const auto& population = *circuit.populations()[group.population];
        auto& block = blocks_.emplace_back(nodes[b], population, group, arena_.get());
        if (group.model == nullptr) continue;
        try {
            block.neurons = group.model->make_block(block.gids.size(), parameters[b], dt, arena_.get());
            for (const auto& drive : stimuli.drives) {
                if (drive.group != nodes[b].group) continue;
                const auto neurons = driven_neurons(nodes[b], drive.rows);
                if (neurons.empty()) continue;
                const auto& entry = stimuli.entries[drive.entry];
                if (entry.model->target() == StimulusTarget::current) block.current.resize(block.gids.size());
                try {
                    block.stimuli.emplace_back(entry, neurons, block.gids, *group.model, arena_.get());
                } catch (const std::invalid_argument& fault) {
                    throw DataError(fmt::format("inputs.{}: {}", entry.name, fault.what()));
                }
            }
        } catch (const std::invalid_argument& fault) {
            throw DataError(fmt::format("population \"{}\", model {}: {}", population.name(),
                                        population.groups()[group.group].model, fault.what()));
        }
    }
    lay_out_slots(shape);
    const std::uint64_t slots = slots_.slots();
    ring_ = std::make_unique<InputRing>(slots, ring_steps(shape.synapses, slots, shape.epoch), arena_.get());
    table_ = std::make_unique<ConnectionTable>(shape.synapses, slots_, arena_.get());
}

void ThreadShare::apply_stimuli(Block& block, Step k, NeuronRange part, double* slots) {
    if (!block.current.empty()) {
        std::fill_n(block.current.begin() + static_cast<std::ptrdiff_t>(part.first), part.size(), 0.0);
    }
    for (auto& active : block.stimuli) {
        double* const out = active.target == StimulusTarget::current ? block.current.data()
                                                                     : slots + block.first_slot[active.port];
        active.stimulus->add(k, part, out);
    }
}

/// One step, from k to k+1, of a part of a block.
void ThreadShare::advance_part(Block& block, NeuronRange part, Step k, Step epoch) {
    std::array<double*, most_ports> ports{};
    double* const slots = ring_->at(k + 1);
    apply_stimuli(block, k, part, slots);
    for (std::size_t p = 0; p < block.first_slot.size(); ++p) ports[p] = slots + block.first_slot[p];
    fired_.clear();
    block.neurons->advance(part, {ports.data(), block.first_slot.size()},
                           block.current.empty() ? nullptr : block.current.data(), fired_);
    for (const auto neuron : fired_) spikes_.emplace_back(k + 1 - epoch, block.gids[neuron]);
}

void ThreadShare::deliver_due(Step first, Step past) {
    for (Step k = first; k < past; ++k) table_->deliver_due(k + 1, ring_->at(k + 1));
}

void ThreadShare::advance(Step epoch, Step first, Step past) {
    for (auto& block : blocks_) {
        if (!block.neurons) continue;
        for (std::size_t begin = 0; begin < block.gids.size(); begin += NeuronRange::longest) {
            const NeuronRange part{begin, std::min(begin + NeuronRange::longest, block.gids.size())};
            for (Step k = first; k < past; ++k) advance_part(block, part, k, epoch);
        }
    }
}

}  // namespace simdrive::engine
