#pragma once

#include <simdrive/options.hpp>

#include <string>
#include <vector>

#include "mpi/communicator.hpp"
#include "report/provenance.hpp"
#include "report/run_summary.hpp"

namespace simdrive::driver {

/// What the program was made of and runs on.
report::Provenance provenance();

/// This node's name, or "unknown".
std::string host_name();

/// Collective. The NUMA policies of all ranks, by rank.
std::vector<report::RankPolicy> gather_policies(const NumaReport& mine, const mpi::Communicator& comm);

}  // namespace simdrive::driver
