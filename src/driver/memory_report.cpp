#include "driver/memory_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>

#include "engine/connection_table.hpp"
#include "engine/plan_synapses.hpp"

namespace simdrive::driver {

circuit::Scan scan_session(const Session& session, const mpi::Communicator& comm) {
    return circuit::scan(session.circuit, comm);
}

void plan_synapses(Session& session, const circuit::Scan& scan, std::uint64_t owners) {
    engine::plan_synapses(session.shape, session.circuit, scan, owners, session.delivery);
}

std::uint64_t rank_overhead(const Session& session, std::uint32_t threads) {
    memory::Footprint footprint;
    engine::SourceIndex::count(footprint, session.shape.gids);
    return footprint.total().allocated * threads *
           std::max<std::size_t>(1, session.shape.synapses.forms.size());
}

namespace {

std::vector<report::ModelMemory> model_rows(const Session& session, const Weights& weights) {
    std::vector<report::ModelMemory> rows;
    for (const auto& population : session.circuit.populations()) {
        for (const auto& group : population->groups()) {
            report::ModelMemory row{population->name(), group.model, group.rows.size(), 0, 0};
            group.rows.for_each([&](std::uint64_t id) {
                row.synapses += weights.in_degrees.total(population->first_gid() + id);
                row.bytes += weights.bytes[population->first_gid() + id];
            });
            // Groups of one model, which differ in their constants, share a row.
            const auto same = std::find_if(rows.begin(), rows.end(), [&](const auto& other) {
                return other.population == row.population && other.model == row.model;
            });
            if (same == rows.end()) {
                rows.push_back(row);
            } else {
                same->cells += row.cells;
                same->synapses += row.synapses;
                same->bytes += row.bytes;
            }
        }
    }
    return rows;
}

/// Bytes of a synapse onto nodes of a group, on average.
std::uint64_t bytes_per_synapse(const circuit::Population& population, const circuit::NodeGroup& group,
                                const Weights& weights) {
    std::uint64_t synapses = 0;
    std::uint64_t bytes = 0;
    group.rows.for_each([&](std::uint64_t row) {
        const Gid gid = population.first_gid() + row;
        synapses += weights.in_degrees.total(gid);
        bytes += engine::synapses_bytes(weights.in_degrees.counts(gid));
    });
    return synapses == 0 ? 0 : (bytes + synapses / 2) / synapses;
}

}  // namespace

report::MemoryEstimate memory_estimate(const Session& session, const Weights& weights,
                                       const std::vector<RankEstimate>& ranks, const balance::Target& target,
                                       std::uint64_t program) {
    report::MemoryEstimate estimate{
        target.ranks, target.cycles, target.threads, target.mode, model_rows(session, weights), {}, {}, 0, 0};
    memory::Footprint arenas;
    RankEstimate all;
    std::uint64_t beyond_steady = 0;
    for (const auto& rank : ranks) {
        arenas += rank.arenas;
        all.libraries += rank.libraries;
        all.configuration += rank.configuration;
        all.owners += rank.owners;
        all.under_way += rank.under_way;
        all.replayed += rank.replayed;
        all.recorded += rank.recorded;
        beyond_steady += rank.peak() - rank.steady();
        estimate.needs.push_back({program + rank.built(), program + rank.built_in_cycles(),
                                  program + rank.steady(), program + rank.peak()});
    }
    using memory::Category;
    for (const auto category :
         {Category::neurons, Category::synapses, Category::input_buffers, Category::stimuli})
        estimate.shared += arenas[category].requested;
    for (const auto bytes : weights.bytes) estimate.largest_cell = std::max(estimate.largest_cell, bytes);
    const auto add = [&](std::string name, std::uint64_t bytes) {
        if (bytes != 0) estimate.parts.push_back({std::move(name), bytes});
    };
    const std::string at_rate = fmt::format(" at {:g} Hz", planned_rate_hz);
    add("overhead (program, MPI, HDF5)", program * ranks.size());
    for (const auto category : memory::categories)
        add(std::string(memory::category_name(category)), arenas[category].requested);
    add("allocator rounding", arenas.total().allocated - arenas.total().requested);
    add("libraries in use", all.libraries);
    add("configuration", all.configuration);
    add("owners of nodes", all.owners);
    add("replayed spikes", all.replayed);
    add("spikes under way" + at_rate, all.under_way);
    add("recorded spikes" + at_rate, all.recorded);
    add("peak of construction or output", beyond_steady);
    return estimate;
}

balance::CellMemory cell_memory(const Session& session, const Weights& weights, const balance::Target& target,
                                const std::vector<balance::NodeOrder>& orders, std::uint64_t program) {
    balance::CellMemory memory;
    memory.fingerprint = target.fingerprint;
    memory.threads = target.threads;
    memory.overheads = nlohmann::json{{"program_bytes_per_rank", program},
                                      {"source_index_bytes_per_thread", rank_overhead(session, 1)}}
                           .dump();
    const auto bytes = balance::in_packing_order(weights.bytes, orders);
    const auto work = balance::in_packing_order(weights.work, orders);
    std::ptrdiff_t first = 0;
    const auto& populations = session.circuit.populations();
    for (std::size_t p = 0; p < populations.size(); ++p) {
        auto& part = memory.populations.emplace_back();
        part.population = orders[p].population;
        for (std::size_t g = 0; g < populations[p]->groups().size(); ++g) {
            const auto& group = populations[p]->groups()[g];
            part.groups.push_back(
                {group.model, group.rows.size(),
                 engine::node_bytes(session.shape, session.stimuli, session.shape.first_group[p] + g),
                 bytes_per_synapse(*populations[p], group, weights)});
        }
        const auto past = first + static_cast<std::ptrdiff_t>(populations[p]->size());
        part.bytes.assign(bytes.begin() + first, bytes.begin() + past);
        part.work.assign(work.begin() + first, work.begin() + past);
        first = past;
    }
    return memory;
}

}  // namespace simdrive::driver
