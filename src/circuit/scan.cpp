#include "circuit/scan.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/background.hpp"
#include "circuit/circuit_hash.hpp"
#include "circuit/file_statistics.hpp"
#include "circuit/out_degree_count.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::circuit {

namespace {

// What a rank reads at once: columns that stay in the second-level cache. The fingerprint depends on it.
constexpr std::uint64_t edges_of_chunk = std::uint64_t{1} << 15;
constexpr std::uint64_t rows_of_chunk = std::uint64_t{1} << 20;
constexpr std::uint64_t columns = 5;  // of an EdgeBatch

/// The pass over all projections.
class Pass {
  public:
    Pass(const Circuit& circuit, const mpi::Communicator& comm)
        : circuit_(circuit), comm_(comm), hash_(comm) {}

    Scan run() {
        const auto rank = static_cast<std::uint64_t>(comm_.rank());
        scan_.gids = even_share(circuit_.node_count(), rank, static_cast<std::uint64_t>(comm_.size()));
        mpi::agreed(comm_, [&] {
            scan_.in_degrees = InDegrees(scan_.gids.size());
            hash_.add_descriptions(circuit_);
        });
        for (const auto& projection : circuit_.projections()) {
            scan_.projections.push_back(projection->is_from_file()
                                            ? scan_file(dynamic_cast<const FileProjection&>(*projection))
                                            : scan_drawn(dynamic_cast<const DrawnProjection&>(*projection)));
        }
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
        result.weights = projection.weights();
        result.delays = projection.delays();
        mpi::agreed(comm_, [&] {
            auto& in_degrees = scan_.in_degrees.at(result.weights.form);
            for (std::uint64_t row = held.first; row < held.past; row += rows_of_chunk) {
                const Selection rows(row, std::min(row + rows_of_chunk, held.past));
                const auto degrees = projection.in_degrees(rows);
                const std::uint64_t at = targets.first_gid() + row - scan_.gids.first;
                for (std::size_t i = 0; i < degrees.size(); ++i) {
                    in_degrees[at + i] += degrees[i];
                    edges += degrees[i];
                }
            }
        });
        result.edges = comm_.sum(edges);
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
        FileStatistics statistics;
        mpi::agreed(comm_, [&] {
            statistics.targets_of.resize(population(projection.source()).size());
            statistics.in_degrees.resize(population(projection.target()).size());
            stream(projection, statistics);
        });
        projection.share_habits(comm_);
        comm_.sum_in_place(statistics.targets_of);
        result.out_degrees = out_degrees_of(statistics.targets_of);
        result.delays = statistics.delays.all(comm_);
        result.weights = statistics.weights.all(comm_);
        take_in_degrees(projection, result.weights.form, statistics.in_degrees);
        return result;
    }

    /// Reads this rank's chunks: every size()-th one, so that all ranks together move through the file; or
    /// every size()-th run of chunks that are decompressed together.
    void stream(const FileProjection& projection, FileStatistics& statistics) {
        const std::uint64_t edges = projection.edge_count();
        const std::uint64_t chunks = (edges + edges_of_chunk - 1) / edges_of_chunk;
        const std::uint64_t first_piece = hash_.claim(chunks * columns);
        const auto ranks = static_cast<std::uint64_t>(comm_.size());
        // One chunk is read while the one before it is counted and hashed.
        auto& [counting, batches] = double_buffer_;
        const Background::Scope scope(counting);
        const std::uint64_t run = std::max<std::uint64_t>(1, projection.edges_together() / edges_of_chunk);
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
            if (chunk / run % ranks != static_cast<std::uint64_t>(comm_.rank())) continue;
            const std::uint64_t first = chunk * edges_of_chunk;
            projection.read(first, std::min(edges_of_chunk, edges - first), EdgeDetail::all, batches[0]);
            counting.wait();
            std::swap(batches[0], batches[1]);
            const std::uint64_t piece = first_piece + chunk * columns;
            counting.start([this, piece, &statistics, &batch = double_buffer_.batches[1]] {
                statistics.add(batch);
                add_to_hash(piece, batch);
            });
        }
        counting.wait();
    }

    void add_to_hash(std::uint64_t piece, const EdgeBatch& batch) {
        hash_.add(piece, batch.source_row);
        hash_.add(piece + 1, batch.target_row);
        hash_.add(piece + 2, batch.weight);
        hash_.add(piece + 3, batch.delay);
        hash_.add(piece + 4, batch.receptor);
    }

    /// Sums the counts of all ranks and keeps this rank's share.
    void take_in_degrees(const Projection& projection, WeightForm form, std::span<std::uint64_t> counts) {
        comm_.sum_in_place(counts);
        const Population& targets = population(projection.target());
        const Range held = rows_held(targets);
        auto& in_degrees = scan_.in_degrees.at(form);
        for (std::uint64_t row = held.first; row < held.past; ++row) {
            in_degrees[targets.first_gid() + row - scan_.gids.first] += counts[row];
        }
    }

    void sum_up() {
        std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
        for (const auto& projection : scan_.projections) {
            if (projection.edges == 0) continue;
            scan_.edges += projection.edges;
            least = std::min(least, projection.least_delay());
            scan_.largest_delay = std::max(scan_.largest_delay, projection.largest_delay());
        }
        if (scan_.edges > 0) scan_.least_delay = least;
    }

    struct DoubleBuffer {
        Background counting;
        std::array<EdgeBatch, 2> batches;
    };

    const Circuit& circuit_;
    const mpi::Communicator& comm_;
    CircuitHash hash_;
    DoubleBuffer double_buffer_;
    Scan scan_;
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
