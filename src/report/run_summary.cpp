#include "report/run_summary.hpp"

#include <fmt/format.h>

#include <map>

#include "io/json_file.hpp"

namespace simdrive::report {

namespace {

using nlohmann::json;

std::string text_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// "0-3,7" for {0, 1, 2, 3, 7}.
std::string ranks_text(const std::vector<std::size_t>& ranks) {
    std::string text;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t past = i + 1;
        while (past < ranks.size() && ranks[past] == ranks[past - 1] + 1) ++past;
        text += text.empty() ? "" : ",";
        text += past - i == 1 ? fmt::format("{}", ranks[i]) : fmt::format("{}-{}", ranks[i], ranks[past - 1]);
        i = past;
    }
    return text;
}

/// One object for each distinct value, with the ranks that share it, in the order of their first rank.
template <class T, class F>
json by_distinct(const std::vector<T>& values, F&& object_of) {
    std::vector<std::pair<const T*, std::vector<std::size_t>>> groups;
    std::map<std::string, std::size_t> group_of;
    for (std::size_t rank = 0; rank < values.size(); ++rank) {
        const auto [found, is_new] = group_of.emplace(text_of(object_of(values[rank])), groups.size());
        if (is_new) groups.push_back({&values[rank], {}});
        groups[found->second].second.push_back(rank);
    }
    json all = json::array();
    for (const auto& [value, ranks] : groups) {
        json object = object_of(*value);
        object["ranks"] = ranks_text(ranks);
        all.push_back(std::move(object));
    }
    return all;
}

json to_json(const RankPolicy& policy) {
    return {{"wanted", policy.wanted},
            {"kernel", policy.kernel},
            {"before", policy.before},
            {"after", policy.after},
            {"reason", policy.reason}};
}

json to_json(const AllocationOrigin& origin) {
    return {
        {"mode", origin.mode}, {"file", origin.file}, {"origin", origin.origin}, {"reason", origin.reason}};
}

json to_json(const Rates& rates) {
    return {{"model_ms", rates.model_ms},
            {"wall_s", rates.wall_seconds},
            {"real_time_factor", rates.real_time_factor()},
            {"synaptic_events", rates.events},
            {"events_per_s", rates.events_per_second()},
            {"events_per_s_per_core", rates.events_per_second_and_core()},
            {"spikes", rates.spikes},
            {"neurons", rates.neurons},
            {"mean_rate_hz", rates.mean_rate_hz()},
            {"cores", rates.cores}};
}

json memory_json(const RunSummary& summary) {
    json memory = {{"models", model_table(summary.estimate).json()},
                   {"parts", part_table(summary.estimate).json()},
                   {"per_rank", rank_table(summary.estimate).json()}};
    if (!summary.memory.empty()) memory["ranks"] = estimate_against_measured(summary.memory, true).json();
    memory["resident_peak_bytes"] = summary.resident_peak;
    return memory;
}

}  // namespace

json to_json(const RunSummary& summary) {
    const auto host = [](const std::string& name) { return json{{"name", name}}; };
    return {{"format", "simdrive-run-summary"},
            {"version", 1},
            {"provenance", to_json(summary.provenance)},
            {"command_line", summary.command_line},
            {"hosts", by_distinct(summary.hosts, host)},
            {"ranks", summary.hosts.size()},
            {"threads", summary.threads},
            {"cycles", summary.cycles},
            {"circuit", {{"fingerprint", summary.circuit_fingerprint}, {"synapses", summary.synapses}}},
            {"configuration", summary.configuration},
            {"allocation", to_json(summary.allocation)},
            {"memory", memory_json(summary)},
            {"numa_policy",
             by_distinct(summary.policies, [](const RankPolicy& policy) { return to_json(policy); })},
            {"phases", phase_table(summary.phases).json()},
            {"rates", to_json(summary.rates)},
            {"stopped_early", summary.stopped_early},
            {"outputs", summary.outputs}};
}

void write_run_summary(const std::filesystem::path& path, const RunSummary& summary) {
    io::write_json(path, json::parse(text_of(to_json(summary))));
}

}  // namespace simdrive::report
