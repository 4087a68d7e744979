#include "mpi/environment.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>
#include <exception>

#include "base/cores.hpp"

namespace simdrive::mpi {

namespace {

/// Open MPI reads this variable when it starts; its launcher and Slurm's tell how many ranks are on the node.
constexpr const char* yield_variable = "OMPI_MCA_mpi_yield_when_idle";

int ranks_on_this_node() {
    for (const char* name :
         {"OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_TASKS_PER_NODE", "SLURM_NTASKS_PER_NODE"}) {
        if (const char* value = std::getenv(name)) return static_cast<int>(std::strtol(value, nullptr, 10));
    }
    return 1;
}

std::string choose_idle_policy() {
    if (const char* value = std::getenv(yield_variable)) {
        return fmt::format("idle ranks {} (set by {})", value[0] == '0' ? "spin" : "yield", yield_variable);
    }
    const int ranks = ranks_on_this_node();
    const auto cores = static_cast<int>(allowed_cores());
    if (ranks <= cores) return "idle ranks spin";
    setenv(yield_variable, "1", 1);
    return fmt::format("idle ranks yield: {} ranks share {} core{}", ranks, cores, cores == 1 ? "" : "s");
}

}  // namespace

Environment::Environment(int& argc, char**& argv)
    : idle_policy_(choose_idle_policy()), exceptions_at_start_(std::uncaught_exceptions()) {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED) {
        fmt::print(stderr, "[error] this MPI library does not support threads (MPI_THREAD_FUNNELED)\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

Environment::~Environment() {
    if (std::uncaught_exceptions() > exceptions_at_start_) return;
    MPI_Finalize();
}

void Environment::abort(int code) {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::abort();
}

std::string Environment::library_version() {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string whole(text, static_cast<std::size_t>(length));
    return whole.substr(0, whole.find(','));
}

}  // namespace simdrive::mpi
