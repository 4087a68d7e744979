#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace simdrive::circuit {

/// Random words for one position (a, b) of a stream, as many as a rejection method happens to need: they lie
/// in the blocks (a, b + attempt·2^56), attempt = `first_attempt` … 255, which nobody else's position can
/// reach (b < 2^56).
class CounterWords {
  public:
    CounterWords(const RandomStream& stream, std::uint64_t a, std::uint64_t b,
                 std::uint32_t first_attempt = 0)
        : stream_(stream), a_(a), b_(b), next_(2 * first_attempt) {}

    std::uint64_t bits() {
        const std::uint64_t attempt = next_ / 2;
        if (next_ % 2 == 0) block_ = stream_.longs(a_, b_ | attempt << 56);
        return block_[next_++ % 2];
    }
    double uniform() { return unit_interval(bits()); }

  private:
    const RandomStream& stream_;
    std::uint64_t a_;
    std::uint64_t b_;
    std::uint32_t next_;
    std::array<std::uint64_t, 2> block_{};
};

}  // namespace simdrive::circuit
