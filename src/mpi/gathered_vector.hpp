#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace simdrive::mpi {

/// Values of several ranks end to end, with the place where each rank's part begins.
template <class T>
class GatheredVector {
  public:
    GatheredVector() : offsets_{0} {}
    /// `offsets` has one entry a rank and one more: offsets.back() == values.size().
    GatheredVector(std::vector<T> values, std::vector<std::uint64_t> offsets)
        : values_(std::move(values)), offsets_(std::move(offsets)) {}

    std::span<const T> values() const { return values_; }
    std::span<const T> of(int rank) const {
        const auto r = static_cast<std::size_t>(rank);
        return std::span(values_).subspan(offsets_[r], offsets_[r + 1] - offsets_[r]);
    }
    const std::vector<std::uint64_t>& offsets() const { return offsets_; }
    std::vector<T> take_values() { return std::move(values_); }

  private:
    std::vector<T> values_;
    std::vector<std::uint64_t> offsets_;
};

}  // namespace simdrive::mpi
