#include "circuit/info.hpp"

#include <algorithm>
#include <limits>

namespace simdrive::circuit {

namespace {

Spread in_degrees_of(const Population& population, const Scan& scan, const mpi::Communicator& comm) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t largest = 0;
    std::uint64_t sum = 0;
    const Gid past = std::min(scan.gids.past, population.first_gid() + population.size());
    for (Gid gid = std::max(scan.gids.first, population.first_gid()); gid < past; ++gid) {
        const std::uint64_t in_degree = scan.in_degrees.total(gid - scan.gids.first);
        least = std::min(least, in_degree);
        largest = std::max(largest, in_degree);
        sum += in_degree;
    }
    least = comm.min(least);
    largest = comm.max(largest);
    sum = comm.sum(sum);
    if (population.size() == 0) return {};
    return {static_cast<double>(least), static_cast<double>(sum) / static_cast<double>(population.size()),
            static_cast<double>(largest)};
}

}  // namespace

CircuitInfo circuit_info(const Circuit& circuit, const Scan& scan, const TimeGrid& grid,
                         const mpi::Communicator& comm) {
    CircuitInfo info;
    info.nodes = circuit.node_count();
    info.edges = scan.edges;
    info.fingerprint = scan.fingerprint.text();
    for (const auto& population : circuit.populations()) {
        PopulationInfo row{
            population->name(), population->size(), {}, in_degrees_of(*population, scan, comm)};
        for (const auto& group : population->groups()) {
            row.groups.push_back(
                {group.model, group.rows.size(), {group.columns.begin(), group.columns.end()}});
        }
        info.populations.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < circuit.projections().size(); ++i) {
        const Projection& projection = *circuit.projections()[i];
        const ProjectionScan& scanned = scan.projections[i];
        const bool drawn = !projection.is_from_file();
        info.projections.push_back({projection.name(), circuit.populations()[projection.source()]->name(),
                                    circuit.populations()[projection.target()]->name(),
                                    projection.synapse_model(), drawn, scanned.edges,
                                    grid.time(scanned.least_delay()), grid.time(scanned.largest_delay())});
    }
    return info;
}

}  // namespace simdrive::circuit
