#pragma once

#include <string>

namespace simdrive::mpi {

/// Holds MPI for the life of the program: MPI_Init_thread (funneled) and MPI_Finalize. While an exception
/// unwinds, MPI_Finalize is skipped, because other ranks may never reach it.
///
/// Where more ranks share this node than it has cores for them, idle ranks are told to give up the core
/// (mpi_yield_when_idle) before MPI starts; a setting made by the user wins.
class Environment {
  public:
    Environment(int& argc, char**& argv);
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment();

    /// Whether idle ranks yield, and why; for the log.
    const std::string& idle_policy() const { return idle_policy_; }

    /// Ends the whole job at once with `code`: the last resort when ranks no longer agree.
    [[noreturn]] static void abort(int code);
    /// "Open MPI v4.1.4 …", one line.
    static std::string library_version();

  private:
    std::string idle_policy_;
    int exceptions_at_start_;
};

}  // namespace simdrive::mpi
