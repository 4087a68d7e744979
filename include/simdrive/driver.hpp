#pragma once

#include <simdrive/options.hpp>

#include <string>

namespace simdrive {

/// Collective over all ranks of the job. Does what the options ask for: prints tables on standard output and
/// messages on standard error, writes files. Returns the program's exit code (docs/command-line.md); faults
/// that users can meet are reported, not thrown. MPI may be initialised or not; without it there is one rank.
int run(const Options& options);

/// Several lines: version, revision, compiler, flags, MPI, HDF5, zlib, and which allocator is live.
std::string version_text();

}  // namespace simdrive
