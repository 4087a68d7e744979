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
#include "driver/balance_report.hpp"
#include "driver/memory_report.hpp"
#include "driver/node_plan.hpp"
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
        // A first guess at what every rank needs besides; then what the ranks were found to need.
        constexpr int most_rounds = 4;
        std::uint32_t ranks = options_.target_ranks.value_or(first_guess());
        for (int round = 0; round < most_rounds; ++round) {
            deal(ranks);
            suggestion_ = suggest_nodes(estimate_, machine_, options_.memory_margin);
            if (options_.target_ranks || !suggestion_.feasible || suggestion_.ranks == ranks) break;
            if (suggestion_.ranks < ranks && round > 0) {
                // These fit; fewer were found too few, or may be.
                suggestion_ = suggest_nodes(estimate_, machine_, options_.memory_margin,
                                            ranks / machine_.ranks_per_node);
                break;
            }
            ranks = ranks_of(suggestion_.feasible, suggestion_.ranks);
        }
        if (!suggestion_.feasible && !options_.target_ranks) {
            log::warn("no number of ranks is suggested ({}); the allocation is written for {}",
                      suggestion_.reason, plural(ranks, "rank"));
        }
        write_files();
        print();
    }

  private:
    static std::uint32_t ranks_of(bool feasible, std::uint64_t ranks) {
        constexpr std::uint64_t most = std::uint64_t{1} << 24U;  // as --num-target-ranks
        return feasible ? static_cast<std::uint32_t>(std::min(ranks, most)) : 1;
    }

    std::uint32_t first_guess() const {
        balance::SuggestionInput input;
        input.total = std::accumulate(weights_.bytes.begin(), weights_.bytes.end(), std::uint64_t{0});
        input.overhead_per_rank = program_bytes_ + rank_overhead(session_, options_.threads.value_or(1));
        input.ranks_per_node = machine_.ranks_per_node;
        input.node_memory = machine_.memory;
        input.margin = options_.memory_margin;
        const auto found = balance::suggest(input);
        return ranks_of(found.feasible, found.ranks);
    }

    void deal(std::uint32_t target_ranks) {
        target_ = {target_ranks, options_.cycles, options_.threads.value_or(1), scan_.fingerprint.text(),
                   options_.load_balance_mode.value_or("Memory")};
        const auto orders = node_orders(session_.circuit);
        memory_ = cell_memory(session_, weights_, target_, orders, program_bytes_);
        plan_synapses(session_, scan_, std::uint64_t{target_.ranks} * target_.threads);
        allocation_ = balance::deal(memory_, target_.mode, target_.ranks, target_.cycles,
                                    most_bytes_of_rank(options_, session_, program_bytes_));
        const auto buckets = balance::in_gid_order(balance::buckets_of(allocation_), orders);
        const auto ranks = estimate_ranks(session_, scan_, weights_.in_degrees,
                                          {buckets, target_.ranks, target_.cycles, target_.threads});
        allocation_.rank_bytes = arena_bytes(ranks);
        estimate_ = memory_estimate(session_, weights_, ranks, target_, program_bytes_);
    }

    void write_files() {
        const std::filesystem::path folder = options_.allocation_directory;
        const auto weights_file = folder / balance::cell_memory_file_name;
        const auto allocation_file = folder / balance::allocation_file_name(target_.ranks, target_.cycles);
        balance::write_cell_memory(weights_file, memory_);
        balance::write_allocation(allocation_file, allocation_);
        written_ = {allocation_file.string(), weights_file.string()};
    }

    void print() const {
        const auto models = report::model_table(estimate_);
        const auto parts = report::part_table(estimate_);
        const auto ranks = report::rank_table(estimate_);
        const auto balance = balance_report(memory_, allocation_);
        const auto alternatives = report::alternatives_table(suggestion_);
        const auto& found = suggestion_;
        if (options_.json) {
            const nlohmann::json document{{"models", models.json()},
                                          {"parts", parts.json()},
                                          {"ranks", ranks.json()},
                                          {"balance", balance.json()},
                                          {"target_ranks", target_.ranks},
                                          {"cycles", target_.cycles},
                                          {"threads", target_.threads},
                                          {"fingerprint", target_.fingerprint},
                                          {"suggestion",
                                           {{"feasible", found.feasible},
                                            {"reason", found.reason},
                                            {"nodes", found.nodes},
                                            {"ranks", found.ranks}}},
                                          {"alternatives", alternatives.json()},
                                          {"files", written_}};
            fmt::print("{}\n", document.dump(2));
        } else {
            fmt::print("{}\n{}\n{}\n{}\n{}\n{}\n", models.text(), parts.text(), ranks.text(), balance.text(),
                       alternatives.text(), report::suggestion_text(suggestion_));
            static_cast<void>(std::fflush(stdout));  // before the log goes on
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
    balance::CellMemory memory_;
    balance::Allocation allocation_;
    report::MemoryEstimate estimate_;
    report::NodeSuggestion suggestion_;
    std::vector<std::string> written_;
};

}  // namespace

void dry_run(const Options& options, const mpi::Communicator& comm) {
    const std::uint64_t program_bytes = program_memory(comm);
    const auto session = open_session(options, comm);
    const auto scan = scan_session(*session, comm);
    plan_synapses(*session, scan,
                  std::uint64_t{options.target_ranks.value_or(1)} * options.threads.value_or(1));
    auto weights = gather_weights(*session, scan, comm);
    mpi::agreed(comm, [&] {
        if (comm.is_root()) DryRun(options, *session, scan, std::move(weights), program_bytes).run();
    });
}

}  // namespace simdrive::driver
