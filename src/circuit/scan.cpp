#include "circuit/scan.hpp"

#include <algorithm>
#include <limits>

#include "circuit/circuit_hash.hpp"
#include "circuit/out_degree_count.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::circuit {

namespace {

// What a rank reads at once: 1 MiB of ids. The fingerprint depends on it.
constexpr std::uint64_t edges_of_chunk = std::uint64_t{1} << 17;
constexpr std::uint64_t rows_of_chunk = std::uint64_t{1} << 20;
constexpr std::uint64_t columns = 5;  // of an EdgeBatch

/// The pass over all projections. Projections are ordered by target, so that one dense count of in-degrees,
/// that of the target population at hand, suffices.
class Pass {
  public:
    Pass(const Circuit& circuit, const mpi::Communicator& comm)
        : circuit_(circuit), comm_(comm), hash_(comm) {}

    Scan run() {
        const auto rank = static_cast<std::uint64_t>(comm_.rank());
        scan_.gids = even_share(circuit_.node_count(), rank, static_cast<std::uint64_t>(comm_.size()));
        mpi::agreed(comm_, [&] {
            scan_.in_degrees.assign(scan_.gids.size(), 0);
            hash_.add_descriptions(circuit_);
        });
        for (const auto& projection : circuit_.projections()) {
            if (projection->target() != target_) take_in_degrees();
            target_ = projection->target();
            if (const auto* drawn = dynamic_cast<const DrawnProjection*>(projection.get())) {
                scan_.projections.push_back(scan_drawn(*drawn));
            } else {
                scan_.projections.push_back(scan_file(dynamic_cast<const FileProjection&>(*projection)));
            }
        }
        take_in_degrees();
        sum_up();
        scan_.fingerprint = hash_.total();
        return std::move(scan_);
    }

  private:
    const Population& population(std::size_t index) const { return *circuit_.populations()[index]; }

    /// Rows of a population whose gids are this rank's share.
    Range rows_held(const Population& population) const {
        const Gid past = population.first_gid() + population.size();
        const Gid first = std::clamp(scan_.gids.first, population.first_gid(), past);
        return {first - population.first_gid(),
                std::max(first, std::clamp(scan_.gids.past, population.first_gid(), past)) -
                    population.first_gid()};
    }

    ProjectionScan scan_drawn(const DrawnProjection& projection) {
        ProjectionScan result;
        const Population& targets = population(projection.target());
        const Range held = rows_held(targets);
        std::uint64_t edges = 0;
        mpi::agreed(comm_, [&] {
            for (std::uint64_t row = held.first; row < held.past; row += rows_of_chunk) {
                const Selection rows(row, std::min(row + rows_of_chunk, held.past));
                const auto degrees = projection.in_degrees(rows);
                const std::uint64_t at = targets.first_gid() + row - scan_.gids.first;
                for (std::size_t i = 0; i < degrees.size(); ++i) {
                    scan_.in_degrees[at + i] += degrees[i];
                    edges += degrees[i];
                }
            }
        });
        result.edges = comm_.sum(edges);
        result.delays = projection.delay_range();
        const std::uint64_t sources = population(projection.source()).size();
        if (result.edges > 0) {
            result.out_degrees = {
                {static_cast<double>(result.edges) / static_cast<double>(sources), sources}};
        }
        return result;
    }

    ProjectionScan scan_file(const FileProjection& projection) {
        ProjectionScan result;
        result.edges = projection.edge_count();
        DelayRange delays{std::numeric_limits<std::uint32_t>::max(), 0};
        std::vector<std::uint64_t> targets_of;
        mpi::agreed(comm_, [&] {
            targets_of.resize(population(projection.source()).size());
            in_degrees_.resize(population(projection.target()).size());
            stream(projection, delays, targets_of);
        });
        comm_.sum_in_place(targets_of);
        result.out_degrees = out_degrees_of(targets_of);
        result.delays.least = static_cast<std::uint32_t>(comm_.min(std::uint64_t{delays.least}));
        result.delays.largest = static_cast<std::uint32_t>(comm_.max(std::uint64_t{delays.largest}));
        if (result.edges == 0) result.delays = {};
        return result;
    }

    /// Reads this rank's chunks: every size()-th one, so that all ranks together move through the file.
    void stream(const FileProjection& projection, DelayRange& delays,
                std::vector<std::uint64_t>& targets_of) {
        const std::uint64_t edges = projection.edge_count();
        const std::uint64_t chunks = (edges + edges_of_chunk - 1) / edges_of_chunk;
        const std::uint64_t first_piece = hash_.claim(chunks * columns);
        const auto ranks = static_cast<std::uint64_t>(comm_.size());
        for (auto chunk = static_cast<std::uint64_t>(comm_.rank()); chunk < chunks; chunk += ranks) {
            const std::uint64_t first = chunk * edges_of_chunk;
            projection.read(first, std::min(edges_of_chunk, edges - first), EdgeDetail::all, batch_);
            for (const auto row : batch_.source_row) ++targets_of[row];
            for (const auto row : batch_.target_row) ++in_degrees_[row];
            for (const auto delay : batch_.delay) {
                delays.least = std::min(delays.least, delay);
                delays.largest = std::max(delays.largest, delay);
            }
            const std::uint64_t piece = first_piece + chunk * columns;
            hash_.add(piece, batch_.source_row);
            hash_.add(piece + 1, batch_.target_row);
            hash_.add(piece + 2, batch_.weight);
            hash_.add(piece + 3, batch_.delay);
            hash_.add(piece + 4, batch_.receptor);
        }
    }

    /// Sums the counts of all ranks for the target population at hand and keeps this rank's share.
    void take_in_degrees() {
        if (in_degrees_.empty()) return;
        comm_.sum_in_place(in_degrees_);
        const Population& targets = population(target_);
        const Range held = rows_held(targets);
        for (std::uint64_t row = held.first; row < held.past; ++row) {
            scan_.in_degrees[targets.first_gid() + row - scan_.gids.first] += in_degrees_[row];
        }
        in_degrees_.clear();
        in_degrees_.shrink_to_fit();
    }

    void sum_up() {
        DelayRange all{std::numeric_limits<std::uint32_t>::max(), 0};
        for (const auto& projection : scan_.projections) {
            if (projection.edges == 0) continue;
            scan_.edges += projection.edges;
            all.least = std::min(all.least, projection.delays.least);
            all.largest = std::max(all.largest, projection.delays.largest);
        }
        if (scan_.edges > 0) scan_.delays = all;
    }

    const Circuit& circuit_;
    const mpi::Communicator& comm_;
    CircuitHash hash_;
    Scan scan_;
    EdgeBatch batch_;
    std::size_t target_ = 0;
    std::vector<std::uint64_t> in_degrees_;  // of the target population at hand, from files
};

}  // namespace

Scan scan(const Circuit& circuit, const mpi::Communicator& comm) {
    return Pass(circuit, comm).run();
}

// Without overflow for any count below 2^64: the first count mod of shares are one larger.
Range even_share(std::uint64_t count, std::uint64_t r, std::uint64_t of) {
    const std::uint64_t each = count / of;
    const std::uint64_t larger = count % of;
    const std::uint64_t first = r * each + std::min(r, larger);
    return {first, first + each + (r < larger ? 1 : 0)};
}

}  // namespace simdrive::circuit
