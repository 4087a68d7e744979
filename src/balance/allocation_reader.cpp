#include "balance/allocation_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>

#include "balance/allocation_file.hpp"

namespace simdrive::balance {

using nlohmann::json;

namespace {

std::uint64_t sum(std::span<const std::uint64_t> values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

/// The ids that the shares deal, by population. An id that is dealt twice counts once.
std::vector<Selection> dealt_ids(const Allocation& allocation) {
    std::vector<std::vector<Range>> ranges(allocation.populations.size());
    for (const Share& share : allocation.shares) {
        auto& all = ranges[share.population];
        all.insert(all.end(), share.node_ids.ranges().begin(), share.node_ids.ranges().end());
    }
    std::vector<Selection> ids;
    ids.reserve(ranges.size());
    for (auto& all : ranges) ids.push_back(Selection::of_ranges(std::move(all)));
    return ids;
}

}  // namespace

AllocationReader::AllocationReader(const std::filesystem::path& path) : file_(path) {
    const json header = file_.next("the header");
    file_.check_format(header, allocation_format, allocation_version);
    allocation_.ranks = static_cast<std::uint32_t>(file_.number(header, "ranks", max_buckets));
    allocation_.cycles = static_cast<std::uint32_t>(file_.number(header, "cycles", max_buckets));
    if (allocation_.ranks == 0 || allocation_.cycles == 0 ||
        std::uint64_t{allocation_.ranks} * allocation_.cycles > max_buckets) {
        file_.fail(
            fmt::format("{} ranks and {} cycles; expected at least 1 of each and a product of at most {}",
                        allocation_.ranks, allocation_.cycles, max_buckets));
    }
    allocation_.threads = static_cast<std::uint32_t>(file_.number(header, "threads", max_buckets));
    allocation_.mode = file_.text(header, "mode");
    allocation_.fingerprint = file_.text(header, "fingerprint");
    check_name(path.filename().string());
    read_populations(header);
    const json& bytes = file_.object(header, "bytes");
    total_bytes_ = file_.number(bytes, "total");
    largest_bytes_ = file_.number(bytes, "largest");
}

void AllocationReader::check_name(const std::string& name) {
    const auto expected = allocation_file_name(allocation_.ranks, allocation_.cycles);
    if (!name.starts_with("allocation_r") || !name.ends_with(".json.gz") || name == expected) return;
    file_.fail(fmt::format("the file is for {} ranks and {} cycles; such a file is called {}",
                           allocation_.ranks, allocation_.cycles, expected));
}

void AllocationReader::read_populations(const json& header) {
    for (const json& population : file_.array(header, "populations")) {
        if (!population.is_object()) file_.fail("\"populations\" holds something else than objects");
        allocation_.populations.push_back({file_.text(population, "name"), {}});
        node_counts_.push_back(file_.number(population, "nodes"));
    }
    nodes_found_.assign(node_counts_.size(), 0);
}

Allocation AllocationReader::read() {
    read_lines();
    auto ids = dealt_ids(allocation_);
    for (std::size_t p = 0; p < ids.size(); ++p) {
        const bool repeated = ids[p].size() != nodes_found_[p];
        allocation_.populations[p].ids = std::move(ids[p]);
        if (repeated) file_.fail(allocation_.fault());
    }
    return std::move(allocation_);
}

Allocation AllocationReader::read_for(std::span<const PopulationIds> populations) {
    check_populations(populations);
    read_lines();
    allocation_.populations.assign(populations.begin(), populations.end());
    if (const auto fault = allocation_.fault(); !fault.empty()) file_.fail(fault);
    return std::move(allocation_);
}

void AllocationReader::check_populations(std::span<const PopulationIds> populations) {
    const auto& found = allocation_.populations;
    for (std::size_t p = 0; p < std::max(found.size(), populations.size()); ++p) {
        const std::string here = p < found.size() ? '"' + found[p].name + '"' : "none";
        const std::string expected = p < populations.size() ? '"' + populations[p].name + '"' : "none";
        if (here != expected) {
            file_.fail(
                fmt::format("population number {} is {}; expected {}, as in the circuit", p, here, expected));
        }
        if (node_counts_[p] != populations[p].ids.size()) {
            file_.fail(fmt::format("population {} has {} nodes; expected {}, as in the circuit", here,
                                   node_counts_[p], populations[p].ids.size()));
        }
    }
}

void AllocationReader::read_lines() {
    json line = file_.next("a share, a rank or the end of the allocation");
    while (!line.contains("end")) {
        if (!line.contains("population")) {
            add_rank(line);
        } else if (allocation_.rank_bytes.empty()) {
            add_share(line);
        } else {
            file_.fail("a share follows the bytes of ranks");
        }
        line = file_.next("a share, a rank or the end of the allocation");
    }
    check_end(line);
    file_.expect_end();
    check_bytes();
}

void AllocationReader::add_share(const json& line) {
    const auto population = find_population(file_.text(line, "population"));
    const auto rank = static_cast<std::uint32_t>(file_.number(line, "rank", allocation_.ranks - 1));
    const auto cycle = static_cast<std::uint32_t>(file_.number(line, "cycle", allocation_.cycles - 1));
    Share& share = share_for(population, rank, cycle);
    const auto before = share.node_ids.ranges();
    const Selection ids = file_.ranges(line, "node_ids", before.empty() ? 0 : before.back().past);
    // Each range is below 2^63 and the sum so far is at most the header's count, so that the sum cannot wrap.
    nodes_found_[population] += ids.size();
    if (nodes_found_[population] > node_counts_[population]) {
        file_.fail(fmt::format("population \"{}\" has more nodes than the {} of the header",
                               allocation_.populations[population].name, node_counts_[population]));
    }
    if (__builtin_add_overflow(share.bytes, file_.number(line, "bytes"), &share.bytes)) {
        file_.fail("\"bytes\" of a share add up to more than 2^64");
    }
    for (const Range& range : ids.ranges()) share.node_ids.append(range);
}

Share& AllocationReader::share_for(std::uint32_t population, std::uint32_t rank, std::uint32_t cycle) {
    auto& shares = allocation_.shares;
    const auto key = std::tuple(population, rank, cycle);
    if (!shares.empty()) {
        Share& last = shares.back();
        const auto last_key = std::tuple(last.population, last.rank, last.cycle);
        if (key == last_key) return last;
        if (key < last_key)
            file_.fail("the share is out of order; expected (population, rank, cycle) to ascend");
    }
    return shares.emplace_back(Share{population, rank, cycle, 0, {}});
}

std::uint32_t AllocationReader::find_population(const std::string& name) {
    const auto& populations = allocation_.populations;
    const std::size_t last = allocation_.shares.empty() ? 0 : allocation_.shares.back().population;
    for (std::size_t p = last; p < populations.size(); ++p) {
        if (populations[p].name == name) return static_cast<std::uint32_t>(p);
    }
    file_.fail(fmt::format("population \"{}\" is not named in the header, or is out of order", name));
}

void AllocationReader::add_rank(const json& line) {
    const std::uint64_t rank = file_.number(line, "rank", allocation_.ranks - 1);
    if (rank != allocation_.rank_bytes.size()) {
        file_.fail(fmt::format("\"rank\" is {}; expected {}", rank, allocation_.rank_bytes.size()));
    }
    allocation_.rank_bytes.push_back(file_.number(line, "bytes"));
}

void AllocationReader::check_end(const json& line) {
    if (allocation_.rank_bytes.size() != allocation_.ranks) {
        file_.fail(
            fmt::format("bytes of {} ranks; expected {}", allocation_.rank_bytes.size(), allocation_.ranks));
    }
    const std::uint64_t nodes = file_.number(line, "nodes");
    if (nodes != sum(nodes_found_)) {
        file_.fail(fmt::format("the file deals {} nodes; its end tells {}", sum(nodes_found_), nodes));
    }
    for (std::size_t p = 0; p < node_counts_.size(); ++p) {
        if (nodes_found_[p] == node_counts_[p]) continue;
        file_.fail(fmt::format("population \"{}\" has {} nodes; the header tells {}",
                               allocation_.populations[p].name, nodes_found_[p], node_counts_[p]));
    }
}

void AllocationReader::check_bytes() {
    const auto& bytes = allocation_.rank_bytes;
    if (sum(bytes) != total_bytes_ || *std::max_element(bytes.begin(), bytes.end()) != largest_bytes_) {
        file_.fail("\"total\" or \"largest\" of the header differ from the bytes of the ranks");
    }
}

}  // namespace simdrive::balance
