#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "circuit/connection_rule.hpp"

namespace simdrive::circuit {

/// Draws the sources of a target among the rows that it may connect to: all of them, or all but itself where
/// autapses are not allowed.
class SourceDraw {
  public:
    explicit SourceDraw(const RuleEnds& ends);

    /// The number of sources that a target may have.
    std::uint64_t available() const { return available_; }
    /// Appends sources first … first+count−1 of `target_row`, each any of those available.
    void with_replacement(std::uint64_t target_row, std::uint64_t first, std::uint64_t count,
                          std::vector<std::uint64_t>& out) const;
    /// Appends sources first … first+count−1 of a set of `in_degree` different ones. Always costs a draw for
    /// each of first + count.
    void distinct(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first, std::uint64_t count,
                  std::vector<std::uint64_t>& out) const;
    /// Appends available sources first … first+count−1 in the order of rows.
    void in_order(std::uint64_t target_row, std::uint64_t first, std::uint64_t count,
                  std::vector<std::uint64_t>& out) const;

  private:
    std::uint64_t row(std::uint64_t drawn, std::uint64_t target_row) const {
        return drawn + static_cast<std::uint64_t>(skips_self_ && drawn >= target_row);
    }

    RandomStream stream_;
    bool skips_self_;
    std::uint64_t available_;
};

}  // namespace simdrive::circuit
