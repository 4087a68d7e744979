#include "driver/allocate.hpp"

#include <fmt/format.h>

#include <variant>

#include "balance/allocation_file.hpp"
#include "balance/cell_memory.hpp"
#include "balance/deal.hpp"
#include "balance/node_order.hpp"
#include "base/log.hpp"
#include "driver/memory_report.hpp"
#include "driver/node_plan.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::driver {

namespace {

/// Rank 0's part of allocate_for_run().
class Allocator {
  public:
    Allocator(const Options& options, const Session& session, const circuit::Scan& scan,
              const Weights& weights, const balance::Target& target, std::uint64_t program)
        : options_(options),
          session_(session),
          scan_(scan),
          weights_(weights),
          target_(target),
          program_(program),
          orders_(node_orders(session.circuit)) {}

    Allocated run() {
        const bool asked = options_.load_balance_mode.has_value();
        const std::string mode = options_.load_balance_mode.value_or("Memory");
        if (keeps_file(mode)) {
            target_.mode = mode;
            auto found =
                balance::find_allocation(options_.allocation_directory, target_, populations_of(orders_));
            if (auto* allocation = std::get_if<balance::Allocation>(&found)) return from_file(*allocation);
            result_.reason = std::get<std::string>(found);
        }
        return deal(asked ? mode : "RoundRobin");
    }

  private:
    /// Round robin costs nothing to deal again.
    static bool keeps_file(const std::string& mode) { return mode != "RoundRobin"; }

    std::filesystem::path file() const {
        return std::filesystem::path(options_.allocation_directory) /
               balance::allocation_file_name(target_.ranks, target_.cycles);
    }

    Allocated from_file(const balance::Allocation& allocation) {
        result_.mode = allocation.mode;
        result_.file = file().string();
        result_.origin = "read";
        result_.bucket_of = balance::in_gid_order(balance::buckets_of(allocation), orders_);
        estimate();
        return std::move(result_);
    }

    Allocated deal(const std::string& mode) {
        result_.mode = mode;
        result_.origin = "computed";
        auto allocation = balance::deal(weights(), mode, target_.ranks, target_.cycles,
                                        most_bytes_of_rank(options_, session_, program_));
        result_.bucket_of = balance::in_gid_order(balance::buckets_of(allocation), orders_);
        estimate();
        if (keeps_file(mode)) write(allocation);
        return std::move(result_);
    }

    /// From the dry run's file where there is one that fits the circuit: then a run deals as the dry run
    /// would.
    balance::CellMemory weights() {
        auto found = balance::find_cell_memory(options_.allocation_directory, target_.fingerprint,
                                               populations_of(orders_));
        if (auto* memory = std::get_if<balance::CellMemory>(&found)) {
            result_.origin = fmt::format("derived from {}", balance::cell_memory_file_name);
            return std::move(*memory);
        }
        return cell_memory(session_, weights_, target_, orders_, 0);
    }

    void estimate() {
        const Dealing dealing{result_.bucket_of, target_.ranks, target_.cycles, target_.threads};
        const auto ranks = estimate_ranks(session_, scan_, weights_.in_degrees, dealing);
        result_.rank_bytes = arena_bytes(ranks);
        target_.mode = result_.mode;
        result_.estimate = memory_estimate(session_, weights_, ranks, target_, program_);
    }

    void write(balance::Allocation& allocation) {
        allocation.rank_bytes = result_.rank_bytes;
        try {
            balance::write_allocation(file(), allocation);
            result_.file = file().string();
        } catch (const DataError& fault) {
            log::warn("the allocation is used, but could not be kept for next time: {}", fault.what());
        }
    }

    const Options& options_;
    const Session& session_;
    const circuit::Scan& scan_;
    const Weights& weights_;
    balance::Target target_;
    std::uint64_t program_;
    std::vector<balance::NodeOrder> orders_;
    Allocated result_;
};

}  // namespace

std::vector<balance::NodeOrder> node_orders(const circuit::Circuit& circuit) {
    std::vector<balance::NodeOrder> orders;
    for (const auto& population : circuit.populations()) {
        orders.push_back(balance::node_order(population->name(), population->size(),
                                             [&](std::uint64_t row) { return population->node_id(row); }));
    }
    return orders;
}

std::vector<balance::PopulationIds> populations_of(const std::vector<balance::NodeOrder>& orders) {
    std::vector<balance::PopulationIds> populations;
    for (const auto& order : orders) populations.push_back(order.population);
    return populations;
}

Allocated allocate_for_run(const Options& options, const Session& session, const circuit::Scan& scan,
                           std::uint32_t ranks, std::uint64_t program, const mpi::Communicator& comm) {
    const Weights weights = gather_weights(session, scan, comm);
    const balance::Target target{ranks, options.cycles, options.threads.value_or(1), scan.fingerprint.text(),
                                 "Memory"};
    Allocated allocated = mpi::agreed(comm, [&] {
        return comm.is_root() ? Allocator(options, session, scan, weights, target, program).run()
                              : Allocated{};
    });
    comm.broadcast(allocated.bucket_of);
    comm.broadcast(allocated.rank_bytes);
    auto& estimate = allocated.estimate;
    comm.broadcast(estimate.needs);
    estimate.ranks = comm.broadcast_value(estimate.ranks);
    estimate.shared = comm.broadcast_value(estimate.shared);
    estimate.largest_cell = comm.broadcast_value(estimate.largest_cell);
    for (std::string* text : {&allocated.mode, &allocated.file, &allocated.origin, &allocated.reason}) {
        *text = comm.broadcast(*text);
    }
    return allocated;
}

}  // namespace simdrive::driver
