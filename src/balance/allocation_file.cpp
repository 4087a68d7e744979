#include "balance/allocation_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "balance/allocation_reader.hpp"
#include "balance/line_file.hpp"
#include "base/error.hpp"
#include "base/program.hpp"

namespace simdrive::balance {

namespace {

std::string header_line(const Allocation& allocation) {
    const auto& bytes = allocation.rank_bytes;
    nlohmann::ordered_json header = {{"format", allocation_format}, {"version", allocation_version},
                                     {"program", program_text()},   {"ranks", allocation.ranks},
                                     {"cycles", allocation.cycles}, {"threads", allocation.threads},
                                     {"mode", allocation.mode},     {"fingerprint", allocation.fingerprint}};
    auto populations = nlohmann::ordered_json::array();
    for (const auto& population : allocation.populations) {
        populations.push_back({{"name", population.name}, {"nodes", population.ids.size()}});
    }
    header["populations"] = std::move(populations);
    header["bytes"] = {{"total", std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0})},
                       {"largest", bytes.empty() ? 0 : *std::max_element(bytes.begin(), bytes.end())},
                       {"mean", spread_of(bytes).mean}};
    return header.dump();
}

void write_share(LineWriter& file, const std::string& population, const Share& share) {
    auto ranges = share.node_ids.ranges();
    std::uint64_t bytes = share.bytes;
    while (!ranges.empty()) {
        const auto part = ranges.first(std::min(ranges.size(), LineWriter::longest_list));
        file.write(fmt::format(R"({{"population":{},"rank":{},"cycle":{},"bytes":{},"node_ids":{}}})",
                               population, share.rank, share.cycle, bytes, json_ranges(part)));
        ranges = ranges.subspan(part.size());
        bytes = 0;
    }
}

}  // namespace

std::string allocation_file_name(std::uint32_t ranks, std::uint32_t cycles) {
    return fmt::format("allocation_r{}_c{}.json.gz", ranks, cycles);
}

void write_allocation(const std::filesystem::path& path, const Allocation& allocation) {
    std::vector<std::string> names;
    for (const auto& population : allocation.populations) names.push_back(json_text(population.name));
    LineWriter file(path);
    file.write(header_line(allocation));
    for (const Share& share : allocation.shares) write_share(file, names[share.population], share);
    for (std::size_t rank = 0; rank < allocation.rank_bytes.size(); ++rank) {
        file.write(fmt::format(R"({{"rank":{},"bytes":{}}})", rank, allocation.rank_bytes[rank]));
    }
    file.write(fmt::format(R"({{"end":true,"nodes":{}}})", allocation.node_count()));
    file.commit();
}

Allocation read_allocation(const std::filesystem::path& path) {
    return AllocationReader(path).read();
}

std::variant<Allocation, std::string> find_allocation(const std::filesystem::path& folder,
                                                      const Target& wanted,
                                                      std::span<const PopulationIds> populations) {
    const auto name = allocation_file_name(wanted.ranks, wanted.cycles);
    const auto path = folder / name;
    std::error_code fault;
    if (!std::filesystem::exists(path, fault)) return fmt::format("no file {} in {}", name, folder.string());
    return fitting_allocation(path, wanted, populations);
}

std::variant<Allocation, std::string> fitting_allocation(const std::filesystem::path& path,
                                                         const Target& wanted,
                                                         std::span<const PopulationIds> populations) {
    try {
        AllocationReader reader(path);
        const auto& found = reader.header().fingerprint;
        if (found != wanted.fingerprint) {
            return fmt::format(
                "{} is of another circuit, or the circuit has changed: fingerprint {}, the circuit has {}",
                path.string(), found, wanted.fingerprint);
        }
        if (!wanted.mode.empty() && reader.header().mode != wanted.mode) {
            return fmt::format("{} was dealt with --lb-mode={}; wanted is {}", path.string(),
                               reader.header().mode, wanted.mode);
        }
        return reader.read_for(populations);
    } catch (const DataError& error) {
        return fmt::format("corrupt: {}", error.what());
    }
}

}  // namespace simdrive::balance
