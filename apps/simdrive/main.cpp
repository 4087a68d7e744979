// The command-line program: NUMA policy, environment, options, pass.
#include <simdrive/driver.hpp>
#include <simdrive/environment.hpp>

#include "options.hpp"

int main(int argc, char** argv) {
    // Before MPI starts and before any thread exists: threads inherit the policy.
    const auto numa = simdrive::apply_numa_option(argc, argv);
    const simdrive::Environment environment(argc, argv);
    auto parsed = simdrive::app::parse_options(argc, argv, environment.rank() == 0);
    if (!parsed.options) return parsed.exit_code;
    parsed.options->numa = numa;
    parsed.options->idle_policy = environment.idle_policy();
    return simdrive::run(*parsed.options);
}
