#pragma once

#include <simdrive/options.hpp>

#include <memory>
#include <string>

namespace simdrive {

/// Reads --numa-balancing=off|on|inherit from the arguments and applies it to the calling thread. Must be the
/// first act of main: before MPI starts and before any thread exists, since threads inherit the policy. Never
/// fails: what could not be done is in the report.
NumaReport apply_numa_option(int argc, char** argv);

/// Holds MPI for the life of the program: starts it, ends it, and leaves it alone while an exception unwinds.
class Environment {
  public:
    Environment(int& argc, char**& argv);
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment();

    /// What idle ranks do: spin, or yield because cores are shared.
    const std::string& idle_policy() const;
    int rank() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace simdrive
