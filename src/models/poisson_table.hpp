#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace simdrive {

/// Turns 32 random bits into a Poisson-distributed number by inversion. Large means are drawn as a sum of
/// `parts()` draws of an equal share, since sums of Poisson numbers are Poisson-distributed.
class PoissonTable {
  public:
    /// `mean` of the sum, at least 0 and finite.
    explicit PoissonTable(double mean);
    std::uint32_t parts() const { return parts_; }
    /// One part's draw. The resolution of the probabilities is 2^-32.
    std::uint32_t draw(std::uint32_t bits) const {
        std::uint32_t n = 0;
        while (n < largest() && bits >= past_[n]) ++n;
        return n;
    }
    /// Adds draw(bits[i]) to counts[i] for all i.
    void add(std::span<const std::uint32_t> bits, std::uint32_t* counts) const;
    /// The largest number that one part's draw can give.
    std::uint32_t largest() const { return static_cast<std::uint32_t>(past_.size()); }

  private:
    std::uint32_t parts_;
    std::vector<std::uint32_t>
        past_;  // past_[n] = 2^32 · P(N ≤ n), rounded; those that would be 2^32 left out
};

}  // namespace simdrive
