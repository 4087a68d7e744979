#include "options.hpp"

#include <simdrive/driver.hpp>

#include <CLI/CLI.hpp>
#include <iostream>

namespace simdrive::app {

namespace {

/// "24G" → bytes; CLI11 reads "kb" and "k" as 1000 or 1024 by its own rule, ours are always binary.
std::uint64_t bytes_of(const std::string& text) {
    try {
        return parse_size(text);
    } catch (const std::exception& fault) {
        throw CLI::ValidationError("--node-memory", fault.what());
    }
}

void add_machine_options(CLI::App& app, Options& options) {
    app.add_option("--ranks-per-node", options.ranks_per_node, "Ranks on a node of the machine to plan for")
        ->check(CLI::Range(1U, 1U << 16));
    app.add_option("--threads", options.threads, "Threads per rank")->check(CLI::Range(1U, 1U << 12));
    app.add_option_function<std::string>(
        "--node-memory", [&options](const std::string& text) { options.node_memory = bytes_of(text); },
        "Memory of a node of the machine to plan for, such as 256G");
    app.add_option("--memory-margin", options.memory_margin, "Share of a node's memory to keep free")
        ->check(CLI::Range(0.0, 0.99))
        ->capture_default_str();
    app.add_flag("--ignore-memory-limit", options.ignore_memory_limit,
                 "Build even what does not fit in the memory of a node");
}

void add_rehearsal_options(CLI::App& app, Options& options) {
    auto* rank = app.add_option(
        "--rehearse-rank", options.rehearse_rank,
        "Build here, alone, the share of one of --num-target-ranks: its number, largest or smallest");
    app.add_option("--rehearse-time", options.rehearse_ms,
                   "Then advance it by so many ms of model time, against drawn spikes")
        ->check(CLI::Range(0.0, 1e9))
        ->needs(rank);
    app.add_option("--rehearse-rate", options.rehearse_hz, "Rate in Hz of every source on other ranks")
        ->check(CLI::Range(0.0, 1e4))
        ->needs(rank)
        ->capture_default_str();
}

void add_run_options(CLI::App& app, Options& options) {
    app.add_flag("--dry-run", options.dry_run, "Estimate memory, print it, write the allocation, stop");
    app.add_option("--num-target-ranks", options.target_ranks,
                   "Ranks to distribute for (default: as suggested)")
        ->check(CLI::Range(1U, 1U << 24));
    add_machine_options(app, options);
    app.add_option(
        "--lb-mode", options.load_balance_mode,
        "How nodes are dealt to ranks: RoundRobin, Memory, Compute (default: Memory where a fitting "
        "allocation lies)");
    app.add_option("--modelbuilding-steps", options.cycles,
                   "Cycles of construction: more need less memory at a time")
        ->check(CLI::Range(1U, 1U << 16))
        ->capture_default_str();
    app.add_option("--allocation-dir", options.allocation_directory,
                   "Where allocation files are read and written")
        ->capture_default_str();
    app.add_option(
           "--weight-precision", options.weight_precision,
           "Weights in memory: auto (drawn ones single, those of files exact), half, single or double")
        ->check(CLI::IsMember({"auto", "half", "single", "double"}))
        ->capture_default_str();
    app.add_option(
           "--delivery", options.delivery,
           "When spikes reach their targets' input: when-due (long rows), at-once (short rows), or auto; "
           "results are the same")
        ->check(CLI::IsMember({"auto", "when-due", "at-once"}))
        ->capture_default_str();
    app.add_option(
           "--exchange", options.exchange,
           "Where ranks send their spikes: to all of them, to those that have targets, or auto; results "
           "are the same")
        ->check(CLI::IsMember({"auto", "all", "targets"}))
        ->capture_default_str();
    add_rehearsal_options(app, options);
    app.add_option("--output-path", options.output_path, "Overrides the configuration's output folder");
    app.add_option("--numa-balancing",
                   "The kernel's automatic NUMA balancing for this job: off, on or inherit")
        ->check(CLI::IsMember({"off", "on", "inherit"}))
        ->default_str("off");
    app.add_option_function<std::string>(
           "--simulate-model",
           [&options](const std::string& text) { options.simulate_model = text == "ON" || text == "on"; },
           "OFF: build, report memory, stop")
        ->check(CLI::IsMember({"ON", "OFF", "on", "off"}))
        ->default_str("ON");
    app.add_flag("--check", options.check, "Report every problem of the input at once, allocate nothing");
    app.add_flag("--json", options.json, "The final tables as one JSON document on standard output");
    app.add_flag_callback(
        "-v,--verbose", [&options] { options.verbosity = 1; }, "Say more");
    app.add_flag_callback(
        "-q,--quiet", [&options] { options.verbosity = -1; }, "Say only warnings and errors");
}

void add_ranks_per_node(CLI::App& app, Options& options) {
    app.add_option("--ranks-per-node", options.ranks_per_node,
                   "Tell what nodes of so many ranks in a row hold, too")
        ->check(CLI::Range(1U, 1U << 16));
}

void add_allocation_commands(CLI::App& app, Options& options) {
    auto* allocation = app.add_subcommand("allocation", "Tools on allocation files");
    allocation->require_subcommand(1);
    auto* show = allocation->add_subcommand("show", "Print an allocation file's header and distribution");
    show->add_option("FILE", options.file, "allocation_r{R}_c{C}.json.gz")->required();
    add_ranks_per_node(*show, options);
    show->add_flag("--json", options.json, "Print JSON");
    show->callback([&options] { options.command = Command::show_allocation; });
    auto* rebalance = allocation->add_subcommand(
        "rebalance",
        "Distribute for other ranks and cycles from the bytes per node, without reading the circuit");
    rebalance->add_option("FILE", options.file, "cell_memory_usage.json.gz")->required();
    rebalance->add_option("--num-target-ranks", options.target_ranks, "Ranks to distribute for")
        ->required()
        ->check(CLI::Range(1U, 1U << 24));
    add_ranks_per_node(*rebalance, options);
    rebalance->add_option("--lb-mode", options.load_balance_mode, "How nodes are dealt (default: Memory)");
    rebalance->add_option("--modelbuilding-steps", options.cycles, "Cycles of construction")
        ->check(CLI::Range(1U, 1U << 16));
    rebalance->add_option("--allocation-dir", options.allocation_directory,
                          "Where the allocation file is written");
    rebalance->add_flag("--json", options.json, "Print JSON");
    rebalance->callback([&options] { options.command = Command::rebalance; });
    auto* check =
        allocation->add_subcommand("check", "Tell whether a run of CONFIG would use an allocation file");
    check->add_option("CONFIG", options.config, "Circuit or simulation configuration")->required();
    check->add_option("FILE", options.file, "allocation_r{R}_c{C}.json.gz")->required();
    check->callback([&options] { options.command = Command::check_allocation; });
}

void add_circuit_commands(CLI::App& app, Options& options) {
    auto* circuit = app.add_subcommand("circuit", "Tools on circuits");
    circuit->require_subcommand(1);
    auto* write =
        circuit->add_subcommand("write", "Write a circuit, rules included, as explicit SONATA files");
    write->add_option("CONFIG", options.config, "Circuit or simulation configuration")->required();
    write->add_option("DIR", options.directory, "Folder to write into")->required();
    write->callback([&options] { options.command = Command::write_circuit; });
    auto* info =
        circuit->add_subcommand("info", "Print populations, projections, in-degrees and fingerprint");
    info->add_option("CONFIG", options.config, "Circuit or simulation configuration")->required();
    info->add_flag("--json", options.json, "Print JSON");
    info->callback([&options] { options.command = Command::show_circuit; });
}

}  // namespace

Parsed parse_options(int argc, char** argv, bool speaks) {
    Options options;
    options.command_line.assign(argv, argv + argc);
    CLI::App app(
        "Runs spiking point-neuron circuits (SONATA): a dry run says how much memory every rank will need,\n"
        "a run balances the ranks' memory and simulates.",
        "simdrive");
    app.set_version_flag("--version", [] { return version_text(); });
    app.add_option("CONFIG", options.config, "Simulation configuration")->capture_default_str();
    add_run_options(app, options);
    app.add_flag_callback(
        "--list-models", [&options] { options.command = Command::list_models; },
        "All neuron, synapse and stimulus models, rules and modes, with units and defaults");
    add_allocation_commands(app, options);
    add_circuit_commands(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& outcome) {
        std::ostringstream nowhere;
        const int code = speaks ? app.exit(outcome) : app.exit(outcome, nowhere, nowhere);
        return {std::nullopt, code == 0 ? 0 : 2};
    }
    return {options, 0};
}

}  // namespace simdrive::app
