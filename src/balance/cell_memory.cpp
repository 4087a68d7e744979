#include "balance/cell_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "balance/cell_memory_reader.hpp"
#include "balance/line_file.hpp"
#include "base/error.hpp"
#include "base/program.hpp"

namespace simdrive::balance {

namespace {

using nlohmann::ordered_json;

std::string header_line(const CellMemory& memory) {
    auto overheads = ordered_json::parse(memory.overheads, nullptr, false);
    if (!overheads.is_object())
        throw DataError("overheads of ranks are not a JSON object: " + memory.overheads);
    ordered_json header = {{"format", cell_memory_format}, {"version", cell_memory_version},
                           {"program", program_text()},    {"fingerprint", memory.fingerprint},
                           {"threads", memory.threads},    {"populations", ordered_json::array()}};
    for (const auto& [population, groups, bytes, work] : memory.populations) {
        auto list = ordered_json::array();
        for (const CellGroup& group : groups) {
            list.push_back({{"model", group.model},
                            {"nodes", group.nodes},
                            {"bytes_per_cell", group.bytes_per_cell},
                            {"bytes_per_synapse", group.bytes_per_synapse}});
        }
        header["populations"].push_back(
            {{"name", population.name}, {"nodes", population.ids.size()}, {"groups", std::move(list)}});
    }
    header["overheads"] = std::move(overheads);
    return header.dump();
}

/// [312, [80, 1000], …]: what nodes have, one after the other, equal neighbours as [value, repeat].
std::string runs_text(std::span<const std::uint64_t> values) {
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    text.push_back('[');
    for (std::size_t first = 0; first < values.size();) {
        std::size_t past = first + 1;
        while (past < values.size() && values[past] == values[first]) ++past;
        if (first > 0) text.push_back(',');
        if (past - first == 1) {
            fmt::format_to(out, "{}", values[first]);
        } else {
            fmt::format_to(out, "[{},{}]", values[first], past - first);
        }
        first = past;
    }
    text.push_back(']');
    return fmt::to_string(text);
}

void write_population(LineWriter& file, const PopulationMemory& memory) {
    const std::string name = json_text(memory.population.name);
    auto bytes = std::span(memory.bytes);
    auto work = std::span(memory.work);
    std::vector<Range> line;
    std::uint64_t nodes = 0;
    const auto flush = [&] {
        if (nodes == 0) return;
        file.write(fmt::format(R"({{"population":{},"node_ids":{},"runs":{},"work":{}}})", name,
                               json_ranges(line), runs_text(bytes.first(nodes)),
                               runs_text(work.first(nodes))));
        bytes = bytes.subspan(nodes);
        work = work.subspan(nodes);
        line.clear();
        nodes = 0;
    };
    for (Range rest : memory.population.ids.ranges()) {
        while (rest.size() > 0) {
            const auto count = std::min<std::uint64_t>(rest.size(), LineWriter::longest_list - nodes);
            line.push_back({rest.first, rest.first + count});
            rest.first += count;
            nodes += count;
            if (nodes == LineWriter::longest_list) flush();
        }
    }
    flush();
}

std::vector<std::uint64_t> joined(std::span<const PopulationMemory> populations,
                                  std::vector<std::uint64_t> PopulationMemory::*column) {
    std::vector<std::uint64_t> all;
    for (const auto& population : populations)
        all.insert(all.end(), (population.*column).begin(), (population.*column).end());
    return all;
}

}  // namespace

std::vector<std::uint64_t> CellMemory::bytes() const {
    return joined(populations, &PopulationMemory::bytes);
}

std::vector<std::uint64_t> CellMemory::work() const {
    return joined(populations, &PopulationMemory::work);
}

std::vector<PopulationIds> CellMemory::population_ids() const {
    std::vector<PopulationIds> ids;
    for (const auto& memory : populations) ids.push_back(memory.population);
    return ids;
}

void write_cell_memory(const std::filesystem::path& path, const CellMemory& memory) {
    for (const auto& population : memory.populations) json_text(population.population.name);
    const std::string header = header_line(memory);
    LineWriter file(path);
    file.write(header);
    std::uint64_t nodes = 0;
    for (const auto& population : memory.populations) {
        write_population(file, population);
        nodes += population.bytes.size();
    }
    file.write(fmt::format(R"({{"end":true,"nodes":{}}})", nodes));
    file.commit();
}

CellMemory read_cell_memory(const std::filesystem::path& path) {
    return CellMemoryReader(path).read();
}

std::variant<CellMemory, std::string> find_cell_memory(const std::filesystem::path& folder,
                                                       const std::string& fingerprint,
                                                       std::span<const PopulationIds> populations) {
    const auto path = folder / cell_memory_file_name;
    std::error_code fault;
    if (!std::filesystem::exists(path, fault)) {
        return fmt::format("no file {} in {}", cell_memory_file_name, folder.string());
    }
    try {
        CellMemoryReader reader(path);
        if (const auto& found = reader.header().fingerprint; found != fingerprint) {
            return fmt::format(
                "{} is of another circuit, or the circuit has changed: fingerprint {}, the circuit has {}",
                path.string(), found, fingerprint);
        }
        return reader.read_for(populations);
    } catch (const DataError& error) {
        return fmt::format("corrupt: {}", error.what());
    }
}

}  // namespace simdrive::balance
