#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace simdrive::report {

/// What the program was made of. `this_build` knows the first five; the rest comes from the rooms that hold
/// the libraries.
struct Provenance {
    std::string version;
    std::string revision;
    std::string compiler;
    std::string build_type;
    std::string flags;
    std::string mpi;              ///< mpi::Environment::library_version()
    std::string hdf5;             ///< "1.10.8, parallel"
    std::string allocator;        ///< which one is live: "jemalloc 5.3.0"
    std::string instruction_set;  ///< of the hot loops: "avx2"
};

Provenance this_build();

/// What --version prints; lines end in "\n".
std::string version_text(const Provenance& provenance);
nlohmann::json to_json(const Provenance& provenance);

}  // namespace simdrive::report
