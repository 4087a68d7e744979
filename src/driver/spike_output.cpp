#include "driver/spike_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/spike_order.hpp"
#include "mpi/agreement.hpp"
#include "sonata/spike_file.hpp"

namespace simdrive::driver {

namespace {

/// Columns of one population's spikes, in the order in which they are written.
struct Columns {
    std::vector<NodeId> node_ids;
    std::vector<double> times_ms;
};

bool has_neurons(const circuit::Population& population) {
    return std::any_of(population.groups().begin(), population.groups().end(),
                       [](const auto& group) { return !group.is_virtual(); });
}

}  // namespace

std::filesystem::path output_folder(const Options& options, const Session& session) {
    return options.output_path ? std::filesystem::path(*options.output_path)
                               : session.configuration.output.output_dir;
}

std::string write_spike_output(const Options& options, const Session& session,
                               const std::vector<Spike>& spikes, const mpi::Communicator& comm) {
    const auto folder = output_folder(options, session);
    mpi::agreed(comm, [&] {
        if (!comm.is_root()) return;
        std::error_code fault;
        std::filesystem::create_directories(folder, fault);
        if (fault)
            throw DataError(
                fmt::format("{}: the folder cannot be created: {}", folder.string(), fault.message()));
    });
    const bool by_id = session.configuration.output.spikes_sort_order == sonata::SpikeSorting::by_id;
    const auto sorting = by_id ? sonata::SpikeSorting::by_id : sonata::SpikeSorting::by_time;
    const auto ordered = engine::in_global_order(
        spikes, by_id ? engine::SpikeOrder::by_id : engine::SpikeOrder::by_time, comm);

    const auto& populations = session.circuit.populations();
    std::vector<Columns> columns(populations.size());
    for (const Spike& spike : ordered) {
        const std::size_t p = session.circuit.population_of(spike.source);
        columns[p].node_ids.push_back(populations[p]->node_id(spike.source - populations[p]->first_gid()));
        columns[p].times_ms.push_back(session.grid.time(spike.step));
    }
    std::vector<sonata::SpikeSlice> slices;
    for (std::size_t p = 0; p < populations.size(); ++p) {
        if (!has_neurons(*populations[p])) continue;
        slices.push_back({populations[p]->name(), columns[p].node_ids, columns[p].times_ms});
    }
    const auto path = folder / session.configuration.output.spikes_file;
    sonata::write_spikes(path, slices, comm, sorting);
    return path.string();
}

}  // namespace simdrive::driver
