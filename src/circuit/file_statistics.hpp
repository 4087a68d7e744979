#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "circuit/delay_table.hpp"
#include "circuit/projection.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::circuit {

/// Which delays occur in the edges that a rank has read.
class DelaySet {
  public:
    void add(const std::vector<std::uint32_t>& delays);
    /// Collective: the delays that any rank has met, ascending.
    std::vector<std::uint32_t> all(const mpi::Communicator& comm) const;

  private:
    std::vector<std::uint8_t> met_ = std::vector<std::uint8_t>(longest_delay + 1);  // not bits: a store each
};

/// What weights a rank has read.
class WeightSet {
  public:
    void add(const std::vector<double>& weights);
    /// Collective: form and limits of the weights of all ranks.
    WeightRange all(const mpi::Communicator& comm) const;

  private:
    double least_ = std::numeric_limits<double>::infinity();
    double largest_ = -std::numeric_limits<double>::infinity();
    WeightForm widest_ = WeightForm::half;
};

/// What a scan finds out about the edges of one file.
struct FileStatistics {
    std::vector<std::uint64_t> targets_of;  ///< by source row
    std::vector<std::uint64_t> in_degrees;  ///< by target row
    DelaySet delays;
    WeightSet weights;

    void add(const EdgeBatch& edges);
};

}  // namespace simdrive::circuit
