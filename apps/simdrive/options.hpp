#pragma once

#include <simdrive/options.hpp>

#include <optional>

namespace simdrive::app {

/// The options, or none and the exit code: 0 after --help and --version, 2 where the command line makes no
/// sense. Help and complaints are printed by rank 0 alone.
struct Parsed {
    std::optional<Options> options;
    int exit_code = 0;
};

Parsed parse_options(int argc, char** argv, bool speaks);

}  // namespace simdrive::app
