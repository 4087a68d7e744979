#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/text.hpp"
#include "sonata/configuration_sections.hpp"

namespace simdrive::sonata {

namespace {

std::uint64_t read_seed(const ConfigurationSection& run) {
    const nlohmann::json& seed = run.at("random_seed");
    if (seed.is_null()) return 0;
    if (seed.is_number_unsigned()) return seed.get<std::uint64_t>();
    run.problem(fmt::format("{}: found {}; expected a whole number that is not negative",
                            run.where("random_seed"), seed.dump()));
    return 0;
}

SpikeSorting read_sorting(const ConfigurationSection& output) {
    const std::string text = output.text("spikes_sort_order").value_or("by_time");
    if (text == "time" || text == "by_time" || text == "by_timestamp") return SpikeSorting::by_time;
    if (text == "id" || text == "by_id" || text == "gid" || text == "by_gid" || text == "node_id")
        return SpikeSorting::by_id;
    if (text != "none" && !text.empty()) {
        const std::vector<std::string> known = {"none", "by_id", "by_time", "id", "time"};
        output.problem(fmt::format("{}: found \"{}\"; expected \"none\", \"by_id\" or \"by_time\"{}",
                                   output.where("spikes_sort_order"), text, did_you_mean(text, known)));
    }
    return SpikeSorting::none;
}

}  // namespace

void read_run(const ConfigurationSection& run, Configuration& out) {
    run.check_keys({"tstop", "duration", "dt", "tstart", "random_seed", "spike_threshold", "nsteps_block",
                    "block_run", "block_size", "dL", "overwrite_output_dir", "stimulus_seed",
                    "ionchannel_seed", "minis_seed", "synapse_seed", "integration_method", "electrodes_file",
                    "n_threads"});
    RunSettings& settings = out.run;
    settings.tstart = run.number("tstart").value_or(0.0);
    const auto tstop = run.number("tstop");
    const auto duration = run.number("duration");
    if (!tstop && !duration) {
        if (!run.has("tstop") && !run.has("duration"))
            run.problem(
                fmt::format("{}: missing; expected the end of the simulation in ms", run.where("tstop")));
    } else {
        settings.tstop = tstop ? *tstop : settings.tstart + *duration;
        if (!(settings.tstop >= settings.tstart))
            run.problem(fmt::format("{}: found {}; expected at least tstart = {} ms", run.where("tstop"),
                                    settings.tstop, settings.tstart));
    }
    if (const auto dt = run.number("dt")) {
        settings.dt = *dt;
        if (!(*dt > 0))
            run.problem(fmt::format("{}: found {}; expected more than 0 ms", run.where("dt"), *dt));
    } else if (!run.has("dt")) {
        run.problem(fmt::format("{}: missing; expected the time step in ms", run.where("dt")));
    }
    settings.random_seed = read_seed(run);
}

void read_output(const ConfigurationSection& output, Configuration& out) {
    output.check_keys({"output_dir", "log_file", "log_level", "log_format", "log_to_console",
                       "overwrite_output_dir", "spikes_file", "spikes_file_csv", "spikes_sort_order",
                       "quiet_simulator", "quiet_output"});
    OutputSettings& settings = out.output;
    const std::string folder = output.text("output_dir").value_or("output");
    const std::filesystem::path named(folder.empty() ? "." : folder);
    settings.output_dir = (named.is_absolute() ? named : output.file().folder() / named).lexically_normal();
    if (const auto name = output.text("spikes_file"); name && !name->empty()) settings.spikes_file = *name;
    settings.log_file = output.text("log_file").value_or("");
    settings.overwrite_output_dir = output.flag("overwrite_output_dir").value_or(true);
    settings.spikes_sort_order = read_sorting(output);
}

void read_inputs(const ConfigurationSection& inputs, Configuration& out) {
    constexpr std::array file_keys = {"input_file", "spike_file", "file"};
    for (const auto& item : inputs.value().items()) {
        const ConfigurationSection entry = inputs.section(item.key());
        if (!item.value().is_object() || !entry.flag("enabled").value_or(true)) continue;
        InputSettings input;
        input.name = item.key();
        input.where = entry.where();
        input.input_type = entry.text("input_type").value_or("");
        input.module = entry.text("module").value_or("");
        input.node_set = entry.at("node_set");
        input.parameters = entry.value();
        for (const char* key : {"input_type", "module", "node_set", "enabled"}) input.parameters.erase(key);
        for (const char* key : file_keys) {
            if (!entry.has(key) || !entry.at(key).is_string()) continue;
            if (!input.file) input.file = entry.path(key);
            input.parameters.erase(key);
        }
        if (!entry.has("input_type"))
            entry.problem(fmt::format("{}: missing; expected \"spikes\" or \"current_clamp\"",
                                      entry.where("input_type")));
        out.inputs.push_back(std::move(input));
    }
}

void read_reports(const ConfigurationSection& reports, Configuration& out) {
    for (const auto& item : reports.value().items()) {
        const ConfigurationSection entry = reports.section(item.key());
        if (!item.value().is_object() || !entry.flag("enabled").value_or(true)) continue;
        out.reports.push_back({item.key(), entry.value(), entry.where()});
    }
}

}  // namespace simdrive::sonata
