#include "driver/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "balance/allocation_file.hpp"
#include "balance/cell_memory.hpp"
#include "balance/deal.hpp"
#include "balance/suggestion.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "driver/allocate.hpp"
#include "driver/memory_report.hpp"
#include "driver/planned_machine.hpp"
#include "memory/usage.hpp"
#include "mpi/agreement.hpp"
#include "report/memory_tables.hpp"

namespace simdrive::driver {

namespace {

/// Rank 0's part: everything after the scan.
class DryRun {
  public:
    DryRun(const Options& options, Session& session, const circuit::Scan& scan, Weights weights,
           std::uint64_t program_bytes)
        : options_(options),
          session_(session),
          scan_(scan),
          weights_(std::move(weights)),
          program_bytes_(program_bytes),
          machine_(planned_machine(options)) {}

    void run() {
        const auto suggestion = suggest();
        if (!suggestion.feasible && !options_.target_ranks) {
            log::warn("no number of ranks is suggested ({}); the allocation is written for one rank",
                      suggestion.reason);
        }
        const std::uint64_t suggested = suggestion.feasible ? suggestion.ranks : 1;
        target_ = {options_.target_ranks.value_or(static_cast<std::uint32_t>(suggested)), options_.cycles,
                   options_.threads.value_or(1), scan_.fingerprint.text(),
                   options_.load_balance_mode.value_or("Memory")};
        const auto orders = node_orders(session_.circuit);
        const auto memory = cell_memory(session_, weights_, target_, orders,
                                        balance::in_packing_order(weights_.bytes, orders), program_bytes_);
        plan_synapses(session_, scan_, std::uint64_t{target_.ranks} * target_.threads);
        auto allocation = balance::deal(memory, target_.mode, target_.ranks, target_.cycles);
        const auto buckets = balance::in_gid_order(balance::buckets_of(allocation), orders);
        const auto ranks = estimate_ranks(session_, scan_, weights_.in_degrees,
                                          {buckets, target_.ranks, target_.cycles, target_.threads});
        allocation.rank_bytes = arena_bytes(ranks);
        write_files(memory, allocation);
        print(memory_estimate(session_, weights_, ranks, target_, program_bytes_), suggestion);
    }

  private:
    report::NodeSuggestion suggest() const {
        balance::SuggestionInput input;
        input.total = std::accumulate(weights_.bytes.begin(), weights_.bytes.end(), std::uint64_t{0});
        input.largest_cell =
            weights_.bytes.empty() ? 0 : *std::max_element(weights_.bytes.begin(), weights_.bytes.end());
        input.overhead_per_rank = program_bytes_ + rank_overhead(session_, options_.threads.value_or(1));
        input.ranks_per_node = machine_.ranks_per_node;
        input.node_memory = machine_.memory;
        input.margin = options_.memory_margin;
        const auto found = balance::suggest(input);
        return {found.feasible,
                found.reason,
                found.nodes,
                found.ranks,
                machine_.ranks_per_node,
                machine_.memory,
                machine_.memory_source,
                options_.memory_margin};
    }

    void write_files(const balance::CellMemory& memory, const balance::Allocation& allocation) {
        const std::filesystem::path folder = options_.allocation_directory;
        const auto weights_file = folder / balance::cell_memory_file_name;
        const auto allocation_file = folder / balance::allocation_file_name(target_.ranks, target_.cycles);
        balance::write_cell_memory(weights_file, memory);
        balance::write_allocation(allocation_file, allocation);
        written_ = {allocation_file.string(), weights_file.string()};
    }

    void print(const report::MemoryEstimate& estimate, const report::NodeSuggestion& suggestion) const {
        const auto models = report::model_table(estimate);
        const auto parts = report::part_table(estimate);
        const auto ranks = report::rank_table(estimate);
        if (options_.json) {
            const nlohmann::json document{{"models", models.json()},
                                          {"parts", parts.json()},
                                          {"ranks", ranks.json()},
                                          {"target_ranks", target_.ranks},
                                          {"cycles", target_.cycles},
                                          {"threads", target_.threads},
                                          {"fingerprint", target_.fingerprint},
                                          {"suggestion",
                                           {{"feasible", suggestion.feasible},
                                            {"reason", suggestion.reason},
                                            {"nodes", suggestion.nodes},
                                            {"ranks", suggestion.ranks}}},
                                          {"files", written_}};
            fmt::print("{}\n", document.dump(2));
        } else {
            fmt::print("{}\n{}\n{}\n{}\n", models.text(), parts.text(), ranks.text(),
                       report::suggestion_text(suggestion));
        }
        for (const auto& file : written_) log::info("wrote {}", file);
    }

    const Options& options_;
    Session& session_;
    const circuit::Scan& scan_;
    Weights weights_;
    std::uint64_t program_bytes_;
    PlannedMachine machine_;
    balance::Target target_;
    std::vector<std::string> written_;
};

}  // namespace

void dry_run(const Options& options, const mpi::Communicator& comm) {
    const std::uint64_t program_bytes = program_memory(comm);
    const auto session = open_session(options, comm);
    const auto scan = scan_session(*session, comm);
    plan_synapses(*session, scan,
                  std::uint64_t{options.target_ranks.value_or(1)} * options.threads.value_or(1));
    auto weights = gather_weights(session->circuit, session->shape, session->stimuli, scan, comm);
    mpi::agreed(comm, [&] {
        if (comm.is_root()) DryRun(options, *session, scan, std::move(weights), program_bytes).run();
    });
}

}  // namespace simdrive::driver
