#include "driver/planned_machine.hpp"

#include "memory/machine.hpp"
#include "memory/usage.hpp"

namespace simdrive::driver {

PlannedMachine planned_machine(const Options& options) {
    const auto here = memory::this_machine();
    PlannedMachine machine{options.ranks_per_node.value_or(here.ranks_per_node), here.memory_bytes,
                           here.memory_source};
    if (options.node_memory) {
        machine.memory = *options.node_memory;
        machine.memory_source = "--node-memory";
    }
    return machine;
}

std::uint64_t program_memory(const mpi::Communicator& comm) {
    constexpr std::uint64_t unit = std::uint64_t{8} << 20;
    return (comm.max(memory::resident().now) + unit - 1) / unit * unit;
}

}  // namespace simdrive::driver
