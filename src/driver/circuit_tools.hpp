#pragma once

#include <simdrive/options.hpp>

#include "base/error.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::driver {

/// `simdrive circuit write CONFIG DIR`: a circuit, rules included, as explicit SONATA files.
ExitCode write_circuit(const Options& options, const mpi::Communicator& comm);

/// `simdrive circuit info CONFIG`: populations, projections, in-degrees, delays, fingerprint.
ExitCode show_circuit(const Options& options, const mpi::Communicator& comm);

}  // namespace simdrive::driver
