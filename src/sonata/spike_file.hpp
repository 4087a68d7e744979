#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "mpi/communicator.hpp"
#include "sonata/configuration.hpp"

namespace simdrive::sonata {

/// Spikes of one population: parallel columns, in no particular order.
struct SpikeTrain {
    std::vector<NodeId> node_ids;
    std::vector<double> times_ms;
};

/// Reads spikes by population: SONATA (HDF5, both layouts), BMTK's CSV (`timestamps population node_ids`),
/// NEST's .dat and .gdf (sender, time in ms; senders are taken as node ids). `implied_population` is the
/// population of files that name none. DataError (file, dataset or line) for columns of unequal length,
/// negative ids, times that are not finite, units other than ms.
std::map<std::string, SpikeTrain> read_spikes(const std::filesystem::path& path,
                                              const std::string& implied_population);

/// How many spikes a file holds, without reading them; of a text file, from its size: at least as many.
/// DataError where it cannot be opened.
std::uint64_t count_spikes(const std::filesystem::path& path);

/// This rank's part of one population's spikes. The parts of all ranks, in rank order, are the whole.
struct SpikeSlice {
    std::string population;
    std::span<const NodeId> node_ids;
    std::span<const double> times_ms;
};

/// Collective. Writes a SONATA spike file in parallel; the bytes do not depend on the number of ranks. What
/// was at `path` is replaced when the file is complete. `slices` names the same populations in the same order
/// on every rank. All ranks agree on faults (mpi::AgreedError).
void write_spikes(const std::filesystem::path& path, std::span<const SpikeSlice> slices,
                  const mpi::Communicator& comm, SpikeSorting sorting);

}  // namespace simdrive::sonata
