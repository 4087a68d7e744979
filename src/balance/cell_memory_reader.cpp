#include "balance/cell_memory_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace simdrive::balance {

using nlohmann::json;

CellMemoryReader::CellMemoryReader(const std::filesystem::path& path) : file_(path) {
    const json header = file_.next("the header");
    file_.check_format(header, cell_memory_format, cell_memory_version, cell_memory_version);
    memory_.fingerprint = file_.text(header, "fingerprint");
    memory_.threads = static_cast<std::uint32_t>(file_.number(header, "threads", max_buckets));
    memory_.overheads = file_.object(header, "overheads").dump();
    for (const json& population : file_.array(header, "populations")) read_population(population);
}

void CellMemoryReader::read_population(const json& population) {
    if (!population.is_object()) file_.fail("\"populations\" holds something else than objects");
    PopulationMemory& added = memory_.populations.emplace_back();
    added.population.name = file_.text(population, "name");
    node_counts_.push_back(file_.number(population, "nodes"));
    for (const json& group : file_.array(population, "groups")) {
        if (!group.is_object()) file_.fail("\"groups\" holds something else than objects");
        added.groups.push_back({file_.text(group, "model"), file_.number(group, "nodes"),
                                file_.number(group, "bytes_per_cell"),
                                file_.number(group, "bytes_per_synapse")});
    }
}

CellMemory CellMemoryReader::read() {
    constexpr auto expected = "nodes of a population or the end of the file's content";
    json line = file_.next(expected);
    while (!line.contains("end")) {
        add_line(line);
        line = file_.next(expected);
    }
    check_end(line);
    file_.expect_end();
    return std::move(memory_);
}

CellMemory CellMemoryReader::read_for(std::span<const PopulationIds> populations) {
    constexpr auto differ = "the populations or their nodes differ from those of the circuit";
    const auto same_size = [](std::uint64_t nodes, const PopulationIds& ids) {
        return nodes == ids.ids.size();
    };
    if (!std::equal(node_counts_.begin(), node_counts_.end(), populations.begin(), populations.end(),
                    same_size)) {
        file_.fail(differ);
    }
    CellMemory memory = read();
    if (!std::ranges::equal(memory.population_ids(), populations)) file_.fail(differ);
    return memory;
}

void CellMemoryReader::add_line(const json& line) {
    const auto name = file_.text(line, "population");
    const auto& all = memory_.populations;
    while (population_ < all.size() && all[population_].population.name != name) ++population_;
    if (population_ == all.size()) {
        file_.fail(fmt::format("population \"{}\" is not named in the header, or is out of order", name));
    }
    PopulationMemory& memory = memory_.populations[population_];
    const auto before = memory.population.ids.ranges();
    const Selection ids = file_.ranges(line, "node_ids", before.empty() ? 0 : before.back().past);
    // The count of one line is checked before memory is sized by it.
    if (ids.size() > LineWriter::longest_list ||
        memory.bytes.size() + ids.size() > node_counts_[population_]) {
        file_.fail(fmt::format(
            "{} nodes behind {} of population \"{}\"; expected at most {} a line and {} in all", ids.size(),
            memory.bytes.size(), name, LineWriter::longest_list, node_counts_[population_]));
    }
    for (const Range& range : ids.ranges()) memory.population.ids.append(range);
    add_runs(line, "runs", ids.size(), total_bytes_, memory.bytes);
    add_runs(line, "work", ids.size(), total_work_, memory.work);
}

void CellMemoryReader::add_runs(const json& line, const char* key, std::uint64_t nodes, std::uint64_t& total,
                                std::vector<std::uint64_t>& values) {
    for (const json& run : file_.array(line, key)) {
        const bool pair = run.is_array() && run.size() == 2 && run[1].is_number_unsigned();
        const json& value = pair ? run[0] : run;
        if (!value.is_number_unsigned())
            file_.fail(fmt::format("\"{}\" has something else than numbers or [number, repeat]", key));
        const auto repeat = pair ? run[1].get<std::uint64_t>() : std::uint64_t{1};
        const auto one = value.get<std::uint64_t>();
        if (repeat > nodes) file_.fail(fmt::format("\"{}\" is of more nodes than \"node_ids\"", key));
        nodes -= repeat;
        std::uint64_t sum = 0;
        if (__builtin_mul_overflow(one, repeat, &sum) || __builtin_add_overflow(total, sum, &total)) {
            file_.fail(fmt::format("\"{}\" of all nodes adds up to more than 2^64", key));
        }
        values.insert(values.end(), repeat, one);
    }
    if (nodes > 0) file_.fail(fmt::format("\"{}\" lacks {} nodes of \"node_ids\"", key, nodes));
}

void CellMemoryReader::check_end(const json& line) {
    std::uint64_t nodes = 0;
    for (std::size_t p = 0; p < node_counts_.size(); ++p) {
        const auto& memory = memory_.populations[p];
        nodes += memory.bytes.size();
        if (memory.bytes.size() == node_counts_[p]) continue;
        file_.fail(fmt::format("population \"{}\" has {} nodes; the header tells {}", memory.population.name,
                               memory.bytes.size(), node_counts_[p]));
    }
    const std::uint64_t told = file_.number(line, "nodes");
    if (told != nodes) file_.fail(fmt::format("the file has {} nodes; its end tells {}", nodes, told));
}

}  // namespace simdrive::balance
