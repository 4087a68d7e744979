#pragma once

#include "engine/edge_batch.hpp"
#include "engine/edge_stream.hpp"

namespace simdrive::engine {

/// Draws the edges of one projection onto the targets of one thread.
class DrawnStream {
  public:
    DrawnStream(const EdgeStreaming& streaming, std::size_t projection, std::uint32_t thread);

    /// Those onto the targets that are built in `cycle`.
    void run(std::uint32_t cycle);

  private:
    void run_block(std::uint32_t block, std::uint32_t cycle);
    /// Draws edges first … first+count−1 of the target of row `row`.
    void draw(std::uint64_t row, std::uint64_t in_degree, std::uint64_t first, std::uint64_t count);
    void land(const SignedLanding& landing, std::uint32_t target, std::size_t first);
    void flush();

    const EdgeStreaming& streaming_;
    std::size_t number_;
    const circuit::DrawnProjection& projection_;
    std::uint32_t thread_;
    circuit::EdgeDetail detail_;
    double typical_weight_;  // has the sign of all weights where they are not drawn
    std::int32_t receptor_;
    circuit::EdgeBatch edges_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace simdrive::engine
