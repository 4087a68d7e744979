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
    /// Adds draw(bits) to counts[i] for all i whose upper half, upper[i], decides it, and writes the indices
    /// of the others to `undecided`: about one in 65536 for each number that occurs. Returns how many these
    /// are. REQUIRES: at most 65536 draws; `undecided` has room for all.
    std::size_t add(std::span<const std::uint16_t> upper, std::uint16_t* counts,
                    std::uint16_t* undecided) const;
    /// The largest number that one part's draw can give.
    std::uint32_t largest() const { return static_cast<std::uint32_t>(past_.size()); }

  private:
    std::uint32_t parts_;
    std::vector<std::uint32_t>
        past_;  // past_[n] = 2^32 · P(N ≤ n), rounded; those that would be 2^32 left out
    std::vector<std::uint16_t> upper_;  // upper halves of past_, of which the highest possible one only once
};

}  // namespace simdrive
