#pragma once

#include "base/background.hpp"
#include "engine/edge_batch.hpp"
#include "engine/edge_stream.hpp"

namespace simdrive::engine {

/// An edge on its way between ranks.
struct SentEdge {
    std::uint64_t source_row;
    std::uint64_t target_row;
    double weight;
    std::uint32_t delay;
    std::int32_t receptor;
};

/// What the streams of all files use one after the other: fresh memory for each would cost more than reading.
struct FileStreamBuffers {
    /// Edges by the rank that owns their target.
    using Parcels = std::vector<std::vector<SentEdge>>;

    FileStreamBuffers(int ranks, unsigned threads)
        : now(static_cast<std::size_t>(ranks)), next(static_cast<std::size_t>(ranks)), landed(threads) {}

    Background reader;
    circuit::EdgeBatch read;
    Parcels now;
    Parcels next;
    std::vector<LandedEdges> landed;  // by thread
};

/// Reads the edges of one file and brings them to the owners of their targets.
class FileStream {
  public:
    FileStream(const EdgeStreaming& streaming, std::size_t projection, FileStreamBuffers& buffers,
               const mpi::Communicator& comm, ThreadTeam& team);

    /// Collective. Round after round, the ranks read consecutive pieces of the file, so that edges arrive in
    /// the file's order.
    void run();

  private:
    void read(std::uint64_t round);
    void hand_over(std::span<const SentEdge> edges);
    void land(std::uint32_t thread, std::span<const SentEdge> edges, LandedEdges& own) const;

    const EdgeStreaming& streaming_;
    std::size_t number_;
    const mpi::Communicator& comm_;
    ThreadTeam& team_;
    const circuit::FileProjection& projection_;
    circuit::EdgeDetail detail_;
    double typical_weight_;  // has the sign of all weights where they are not read
    const circuit::Population& target_;
    RankNodes::Lookup lookup_;
    FileStreamBuffers& buffers_;
};

}  // namespace simdrive::engine
