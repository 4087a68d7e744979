#pragma once

#include "engine/edge_batch.hpp"
#include "engine/edge_stream.hpp"

namespace simdrive::engine {

/// Reads the edges of one file and brings them to the owners of their targets.
class FileStream {
  public:
    FileStream(const EdgeStreaming& streaming, std::size_t projection, const mpi::Communicator& comm,
               ThreadTeam& team);

    /// Collective. Round after round, the ranks read consecutive pieces of the file, so that edges arrive in
    /// the file's order.
    void run();

  private:
    /// An edge on its way between ranks.
    struct Sent {
        std::uint64_t source_row;
        std::uint64_t target_row;
        double weight;
        std::uint32_t delay;
        std::int32_t receptor;
    };

    std::vector<std::vector<Sent>> read(std::uint64_t first, std::uint64_t count);
    void hand_over(std::span<const Sent> edges);
    LandedEdges landed(std::uint32_t thread, std::span<const Sent> edges) const;

    const EdgeStreaming& streaming_;
    std::size_t number_;
    const mpi::Communicator& comm_;
    ThreadTeam& team_;
    const circuit::FileProjection& projection_;
    circuit::EdgeDetail detail_;
    double typical_weight_;  // has the sign of all weights where they are not read
    const circuit::Population& target_;
    RankNodes::Lookup lookup_;
    circuit::EdgeBatch batch_;
};

}  // namespace simdrive::engine
