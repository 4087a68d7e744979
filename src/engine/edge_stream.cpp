#include "engine/edge_stream.hpp"

#include "mpi/agreement.hpp"

namespace simdrive::engine {

using circuit::DrawnProjection;
using circuit::EdgeBatch;
using circuit::EdgeDetail;
using circuit::FileProjection;

namespace {

/// An edge on its way between ranks.
struct SentEdge {
    std::uint64_t source_row;
    std::uint64_t target_row;
    double weight;
    std::uint32_t delay;
    std::int32_t receptor;
};

ArrivedEdge arrived(const EdgeBatch& batch, std::size_t i, Gid first_source, const Place* place,
                    EdgeDetail detail) {
    if (detail == EdgeDetail::ends) return {first_source + batch.source_row[i], place, 0, 0, 0};
    return {first_source + batch.source_row[i], place, batch.weight[i], batch.delay[i], batch.receptor[i]};
}

class FileStream {
  public:
    FileStream(const ConstructionPlan& plan, const mpi::Communicator& comm, ThreadTeam& team,
               const FileProjection& projection, EdgeDetail detail, const EdgeSink& sink)
        : plan_(plan),
          comm_(comm),
          team_(team),
          projection_(projection),
          detail_(detail),
          sink_(sink),
          target_(*plan.circuit.populations()[projection.target()]),
          lookup_(plan.nodes.lookup(target_)),
          first_source_(plan.circuit.populations()[projection.source()]->first_gid()) {}

    /// Round after round, the ranks read consecutive pieces of the file, so that edges arrive in the file's
    /// order.
    void run(std::uint64_t batch) {
        const auto ranks = static_cast<std::uint64_t>(comm_.size());
        const std::uint64_t edges = projection_.edge_count();
        for (std::uint64_t round = 0; round * batch * ranks < edges; ++round) {
            const std::uint64_t first =
                std::min(edges, (round * ranks + static_cast<std::uint64_t>(comm_.rank())) * batch);
            const auto to = mpi::agreed(comm_, [&] { return read(first, std::min(batch, edges - first)); });
            const auto received = comm_.exchange(to);
            mpi::agreed(comm_, [&] { hand_over(received.values()); });
        }
    }

  private:
    std::vector<std::vector<SentEdge>> read(std::uint64_t first, std::uint64_t count) {
        projection_.read(first, count, detail_, batch_);
        std::vector<std::vector<SentEdge>> to(static_cast<std::size_t>(comm_.size()));
        for (std::size_t i = 0; i < batch_.size(); ++i) {
            const std::uint64_t row = batch_.target_row[i];
            const std::uint32_t rank = plan_.bucket_of[target_.first_gid() + row] / plan_.nodes.cycles();
            if (detail_ == EdgeDetail::ends) {
                to[rank].push_back({batch_.source_row[i], row, 0, 0, 0});
            } else {
                to[rank].push_back(
                    {batch_.source_row[i], row, batch_.weight[i], batch_.delay[i], batch_.receptor[i]});
            }
        }
        return to;
    }

    void hand_over(std::span<const SentEdge> edges) {
        team_.run([&](std::uint32_t thread) {
            std::vector<ArrivedEdge> own;
            for (const SentEdge& edge : edges) {
                const Place* place = lookup_.find(edge.target_row);
                if (place == nullptr || place->thread != thread) continue;
                own.push_back(
                    {first_source_ + edge.source_row, place, edge.weight, edge.delay, edge.receptor});
            }
            sink_(thread, projection_, own);
        });
    }

    const ConstructionPlan& plan_;
    const mpi::Communicator& comm_;
    ThreadTeam& team_;
    const FileProjection& projection_;
    EdgeDetail detail_;
    const EdgeSink& sink_;
    const circuit::Population& target_;
    RankNodes::Lookup lookup_;
    Gid first_source_;
    EdgeBatch batch_;
};

/// Draws the edges of one projection onto the targets that a thread builds in one cycle.
class DrawnStream {
  public:
    DrawnStream(const ConstructionPlan& plan, const DrawnProjection& projection, std::uint32_t thread,
                EdgeDetail detail, std::uint64_t batch, const EdgeSink& sink)
        : plan_(plan),
          projection_(projection),
          thread_(thread),
          detail_(detail),
          batch_limit_(batch),
          sink_(sink),
          first_source_(plan.circuit.populations()[projection.source()]->first_gid()) {}

    void run(std::uint32_t cycle) {
        const auto& blocks = plan_.nodes.blocks(thread_);
        for (std::uint32_t b = 0; b < blocks.size(); ++b) {
            if (plan_.shape.groups[blocks[b].group].population == projection_.target()) run_block(b, cycle);
        }
        flush();
    }

  private:
    void run_block(std::uint32_t block, std::uint32_t cycle) {
        const auto& nodes = plan_.nodes.blocks(thread_)[block];
        const std::uint32_t cycles = plan_.nodes.cycles();
        const Gid first_gid = plan_.circuit.populations()[projection_.target()]->first_gid();
        Selection rows;
        places_.clear();
        for (std::uint32_t i = 0; i < nodes.rows.size(); ++i) {
            if (plan_.bucket_of[first_gid + nodes.rows[i]] % cycles != cycle) continue;
            rows.append(nodes.rows[i]);
            places_.push_back({thread_, block, i, cycle});
        }
        const auto in_degrees = projection_.in_degrees(rows);
        std::size_t at = 0;
        rows.for_each([&](std::uint64_t row) {
            for (std::uint64_t first = 0; first < in_degrees[at]; first += batch_limit_) {
                const std::uint64_t count = std::min(batch_limit_, in_degrees[at] - first);
                drawn_.clear();
                projection_.edges(row, in_degrees[at], first, count, detail_, drawn_);
                for (std::size_t i = 0; i < drawn_.size(); ++i) {
                    edges_.push_back(arrived(drawn_, i, first_source_, &places_[at], detail_));
                }
                if (edges_.size() >= batch_limit_) flush();
            }
            ++at;
        });
        flush();  // the places end with the block
    }

    void flush() {
        sink_(thread_, projection_, edges_);
        edges_.clear();
    }

    const ConstructionPlan& plan_;
    const DrawnProjection& projection_;
    std::uint32_t thread_;
    EdgeDetail detail_;
    std::uint64_t batch_limit_;
    const EdgeSink& sink_;
    Gid first_source_;
    std::vector<Place> places_;
    EdgeBatch drawn_;
    std::vector<ArrivedEdge> edges_;
};

}  // namespace

void stream_edges(const ConstructionPlan& plan, const mpi::Communicator& comm, ThreadTeam& team,
                  EdgeDetail detail, std::uint64_t batch, const EdgeSink& sink) {
    for (const auto& projection : plan.circuit.projections()) {
        if (const auto* file = dynamic_cast<const FileProjection*>(projection.get())) {
            FileStream(plan, comm, team, *file, detail, sink).run(batch);
        }
    }
    mpi::agreed(comm, [&] {
        team.run([&](std::uint32_t thread) {
            for (std::uint32_t cycle = 0; cycle < plan.nodes.cycles(); ++cycle) {
                for (const auto& projection : plan.circuit.projections()) {
                    if (const auto* drawn = dynamic_cast<const DrawnProjection*>(projection.get())) {
                        DrawnStream(plan, *drawn, thread, detail, batch, sink).run(cycle);
                    }
                }
            }
        });
    });
}

}  // namespace simdrive::engine
