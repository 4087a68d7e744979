// numa_probe off|on|inherit: many threads move between the nodes and touch one large block, under the policy
// that simdrive sets; then arenas are asked for on every node. Prints what the kernel counted; run.sh judges.
#include <fmt/format.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

#include "memory/arena.hpp"
#include "memory/numa_pages.hpp"
#include "memory/numa_policy.hpp"
#include "memory/usage.hpp"

namespace {

using namespace simdrive::memory;

constexpr std::size_t page = 4096;
constexpr std::size_t block_bytes = 64U << 20U;
constexpr auto duration = std::chrono::seconds(6);
constexpr auto stay = std::chrono::milliseconds(250);

void run_on(unsigned cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);
}

/// Moves from processor to processor and reads every page, until `end`.
void wander(unsigned first_cpu, const std::pmr::vector<std::byte>& block,
            std::chrono::steady_clock::time_point end, std::atomic<unsigned>& sum, std::atomic<int>& exempt) {
    if (current_thread_policy().exempt_from_scans()) ++exempt;
    const unsigned cpus = std::thread::hardware_concurrency();
    unsigned seen = 0;
    for (unsigned move = 0; std::chrono::steady_clock::now() < end; ++move) {
        run_on((first_cpu + move) % cpus);
        const auto leave = std::chrono::steady_clock::now() + stay;
        while (std::chrono::steady_clock::now() < leave) {
            for (std::size_t at = 0; at < block.size(); at += page)
                seen += std::to_integer<unsigned>(block[at]);
        }
    }
    sum += seen;
}

void move_and_touch() {
    const auto before = balancing_counters().value_or(BalancingCounters{});
    const auto faults_before = page_faults_of_process();
    Arena arena("probe");
    const std::pmr::vector<std::byte> block(block_bytes, std::byte{1}, &arena);
    const auto faults_built = page_faults_of_process();
    std::atomic<unsigned> sum = 0;
    std::atomic<int> exempt = 0;
    const int threads = static_cast<int>(std::thread::hardware_concurrency());
    std::vector<std::jthread> team;
    const auto end = std::chrono::steady_clock::now() + duration;
    for (int i = 0; i < threads; ++i) {
        team.emplace_back([&, i] { wander(static_cast<unsigned>(i), block, end, sum, exempt); });
    }
    team.clear();
    const auto counted = balancing_counters().value_or(BalancingCounters{}) - before;
    fmt::print("threads {} exempt {}\n", threads, exempt.load());
    fmt::print("pte_updates {} hint_faults {} migrated {} minor_faults_after_construction {}\n",
               counted.pte_updates, counted.hint_faults, counted.pages_migrated,
               page_faults_of_process().minor - faults_built.minor);
    fmt::print("construction took {} minor faults\n", faults_built.minor - faults_before.minor);
}

/// Each node in turn, from a processor of another one.
void place_arenas() {
    const auto nodes = numa_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        run_on(static_cast<unsigned>((i + 1) % nodes.size()));
        Arena arena("placed", nodes[i]);
        const std::pmr::vector<std::byte> block(16U << 20U, std::byte{1}, &arena);
        const auto pages = pages_on_nodes(block, 1000);
        const bool placed = pages.size() == 1 && pages.begin()->first == nodes[i];
        fmt::print("arena for node {} from node {}:", nodes[i], node_of_this_cpu());
        for (const auto& [node, count] : pages) fmt::print(" {} pages on {}", count, node);
        fmt::print(" {}\n", placed ? "placed" : "MISPLACED");
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto wanted = parse_numa_balancing(argc > 1 ? argv[1] : "off");
    const auto report = apply_numa_policy(wanted, argc > 1);
    fmt::print("{}\n", report.text());
    move_and_touch();
    place_arenas();
    return 0;
}
