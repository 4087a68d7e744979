#include "circuit/population.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace simdrive::circuit {

std::size_t Population::group_of(std::uint64_t row) const {
    if (groups_.size() == 1 && row < size_) return 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (groups_[i].rows.contains(row)) return i;
    }
    throw std::out_of_range(fmt::format("population {} has no row {}", name_, row));
}

}  // namespace simdrive::circuit
