#pragma once

#include <simdrive/options.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include "base/spike.hpp"
#include "driver/session.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// The folder for results: --output-path, else the configuration's.
std::filesystem::path output_folder(const Options& options, const Session& session);

/// Collective. Writes the spikes of all ranks' neurons to one SONATA file, in one global order, and returns
/// its path. Populations without neurons (virtual ones) are left out; one that did not spike gets an empty
/// group.
std::string write_spike_output(const Options& options, const Session& session,
                               const std::vector<Spike>& spikes, const mpi::Communicator& comm);

}  // namespace simdrive::driver
