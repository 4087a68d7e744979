#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace simdrive {

/// What the program is asked to do.
enum class Command {
    simulate,          ///< also --dry-run, --check and --simulate-model=OFF
    list_models,       ///< --list-models
    show_allocation,   ///< allocation show FILE
    rebalance,         ///< allocation rebalance FILE
    check_allocation,  ///< allocation check CONFIG FILE
    write_circuit,     ///< circuit write CONFIG DIR
    show_circuit       ///< circuit info CONFIG
};

/// What became of --numa-balancing on this rank, in words.
struct NumaReport {
    std::string wanted = "inherit";  ///< "off", "on", "inherit"
    std::string kernel;              ///< /proc/sys/kernel/numa_balancing, or "none"
    std::string before;              ///< the policy of the main thread that was found
    std::string after;               ///< and the one that the run has
    std::string reason;              ///< why it is not as wanted; "" where it is
};

/// Everything that the command line says, with the defaults of docs/command-line.md.
struct Options {
    Command command = Command::simulate;
    std::string config = "simulation_config.json";
    std::string file;       ///< FILE of the allocation commands
    std::string directory;  ///< DIR of circuit write

    bool dry_run = false;
    bool check = false;
    bool simulate_model = true;

    std::optional<std::uint32_t> target_ranks;    ///< --num-target-ranks; none: the suggested number
    std::optional<std::uint32_t> ranks_per_node;  ///< none: this machine's
    std::optional<std::uint32_t> threads;         ///< per rank; none: 1
    std::optional<std::uint64_t> node_memory;     ///< bytes; none: this machine's, its cgroup's, Slurm's
    double memory_margin = 0.1;                   ///< share of the node's memory to keep free
    bool ignore_memory_limit = false;             ///< build what does not fit in the node's memory
    std::optional<std::string>
        load_balance_mode;     ///< none: Memory where a fitting allocation lies, else RoundRobin
    std::uint32_t cycles = 1;  ///< --modelbuilding-steps
    std::string allocation_directory = ".";
    std::string weight_precision = "auto";     ///< "auto", "half", "single", "double"
    std::string delivery = "auto";             ///< "auto", "when-due", "at-once"
    std::string exchange = "auto";             ///< "auto", "all", "targets"
    std::optional<std::string> rehearse_rank;  ///< a number, "largest", "smallest"; none: no rehearsal
    double rehearse_ms = 0;                    ///< model time to advance that rank by
    double rehearse_hz = 5;                    ///< rate of the sources on other ranks
    std::optional<std::string> output_path;    ///< none: the configuration's

    bool json = false;
    int verbosity = 0;  ///< −1 with -q, +1 with -v

    // What the program did before it read the options; for the run summary.
    std::vector<std::string> command_line;
    NumaReport numa;
    std::string idle_policy;  ///< what idle ranks do
};

/// Bytes from "24G", "512 MiB", "1.5e9": suffixes K, M, G, T, with or without B or iB, are powers of 1024.
/// std::runtime_error for other text.
std::uint64_t parse_size(const std::string& text);

}  // namespace simdrive
