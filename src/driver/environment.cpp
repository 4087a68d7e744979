#include <simdrive/environment.hpp>

#include <cstring>

#include "memory/numa_policy.hpp"
#include "mpi/communicator.hpp"
#include "mpi/environment.hpp"

namespace simdrive {

namespace {

constexpr const char* numa_option = "--numa-balancing";

/// The value of --numa-balancing=VALUE or --numa-balancing VALUE, or null. Read before the command line is
/// parsed, because the policy must be set before anything else; a value that makes no sense is left to the
/// parser to tell.
const char* numa_value(int argc, char** argv) {
    const std::size_t length = std::strlen(numa_option);
    for (int i = 1; i < argc; ++i) {
        if (std::strncmp(argv[i], numa_option, length) != 0) continue;
        if (argv[i][length] == '=') return argv[i] + length + 1;
        if (argv[i][length] == '\0' && i + 1 < argc) return argv[i + 1];
    }
    return nullptr;
}

}  // namespace

NumaReport apply_numa_option(int argc, char** argv) {
    const char* value = numa_value(argc, argv);
    auto wanted = memory::NumaBalancing::off;
    if (value != nullptr) {
        if (std::strcmp(value, "on") == 0) wanted = memory::NumaBalancing::on;
        if (std::strcmp(value, "inherit") == 0) wanted = memory::NumaBalancing::inherit;
    }
    const auto report = memory::apply_numa_policy(wanted, value != nullptr);
    return {std::string(memory::name(wanted)),
            report.kernel_mode ? std::to_string(*report.kernel_mode) : "none", report.before.text(),
            report.after.text(), report.reason};
}

struct Environment::Implementation {
    mpi::Environment mpi;
    int rank;
};

Environment::Environment(int& argc, char**& argv)
    : implementation_(new Implementation{mpi::Environment(argc, argv), 0}) {
    implementation_->rank = mpi::Communicator::world().rank();
}

Environment::~Environment() = default;

const std::string& Environment::idle_policy() const {
    return implementation_->mpi.idle_policy();
}

int Environment::rank() const {
    return implementation_->rank;
}

}  // namespace simdrive
