#pragma once

#include <cstdint>
#include <vector>

#include "circuit/weight_form.hpp"

namespace simdrive::circuit {

/// In-degrees of a list of nodes, by the form of the weights: a column for each form that occurs.
class InDegrees {
  public:
    InDegrees() = default;
    explicit InDegrees(std::uint64_t nodes) : nodes_(nodes) {}

    std::uint64_t size() const { return nodes_; }
    /// The column of a form, empty where the form does not occur.
    const std::vector<std::uint64_t>& of(WeightForm form) const {
        return columns_[static_cast<std::size_t>(form)];
    }
    /// The same to write to; made of zeros where it was not there yet.
    std::vector<std::uint64_t>& at(WeightForm form) {
        auto& column = columns_[static_cast<std::size_t>(form)];
        column.resize(nodes_);
        return column;
    }
    FormCounts counts(std::uint64_t node) const {
        FormCounts counts{};
        for (std::size_t f = 0; f < weight_forms; ++f) {
            if (!columns_[f].empty()) counts[f] = columns_[f][node];
        }
        return counts;
    }
    std::uint64_t total(std::uint64_t node) const {
        std::uint64_t sum = 0;
        for (const auto& column : columns_) sum += column.empty() ? 0 : column[node];
        return sum;
    }
    friend bool operator==(const InDegrees&, const InDegrees&) = default;

  private:
    std::uint64_t nodes_ = 0;
    std::array<std::vector<std::uint64_t>, weight_forms> columns_;
};

}  // namespace simdrive::circuit
