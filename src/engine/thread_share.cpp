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
             std::uint64_t first_slot_, std::pmr::memory_resource* resource)
    : shape(&shape_),
      gids(gids_of(nodes, population, resource)),
      first_slot(first_slot_),
      current(resource) {}

std::uint32_t Block::slot(std::uint32_t index, std::uint32_t port) const {
    return static_cast<std::uint32_t>(first_slot + port * slot_stride(gids.size()) + index);
}

ThreadShare::ThreadShare(std::uint32_t thread, std::optional<int> numa_node)
    : arena_(std::make_unique<memory::Arena>(fmt::format("thread {}", thread), numa_node)),
      table_(arena_.get()) {}

void ThreadShare::make_blocks(const std::vector<BlockNodes>& nodes,
                              const std::vector<ParameterColumns>& parameters,
                              const circuit::Circuit& circuit, const Shape& shape,
                              const StimulusPlan& stimuli, double dt) {
    std::uint64_t slots = 0;
    blocks_.reserve(nodes.size());
    for (std::size_t b = 0; b < nodes.size(); ++b) {
        const auto& group = shape.groups[nodes[b].group];
        const auto& population = *circuit.populations()[group.population];
        auto& block = blocks_.emplace_back(nodes[b], population, group, slots, arena_.get());
        if (group.model == nullptr) continue;
        slots += group.model->ports() * slot_stride(block.gids.size());
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
    ring_ = std::make_unique<InputRing>(slots, shape.slots_in_ring, arena_.get());
}

void ThreadShare::apply_stimuli(Block& block, Step k, NeuronRange part, double* slots) {
    if (!block.current.empty()) {
        std::fill_n(block.current.begin() + static_cast<std::ptrdiff_t>(part.first), part.size(), 0.0);
    }
    const std::uint64_t stride = slot_stride(block.gids.size());
    for (auto& active : block.stimuli) {
        double* const out =
            active.target == StimulusTarget::current ? block.current.data() : slots + active.port * stride;
        active.stimulus->add(k, part, out);
    }
}

void ThreadShare::advance(Step k, Step epoch) {
    std::array<double*, most_ports> ports{};
    for (auto& block : blocks_) {
        if (!block.neurons) continue;
        double* const slots = ring_->at(k + 1) + block.first_slot;
        const std::size_t count = block.shape->model->ports();
        for (std::size_t p = 0; p < count; ++p) ports[p] = slots + p * slot_stride(block.gids.size());
        fired_.clear();
        for (std::size_t first = 0; first < block.gids.size(); first += NeuronRange::longest) {
            const NeuronRange part{first, std::min(first + NeuronRange::longest, block.gids.size())};
            apply_stimuli(block, k, part, slots);
            block.neurons->advance(part, {ports.data(), count},
                                   block.current.empty() ? nullptr : block.current.data(), fired_);
        }
        for (const auto neuron : fired_) spikes_.emplace_back(k + 1 - epoch, block.gids[neuron]);
    }
}

}  // namespace simdrive::engine
