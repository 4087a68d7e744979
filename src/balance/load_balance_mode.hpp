#pragma once

#include <simdrive/catalogue.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "balance/packing.hpp"

namespace simdrive::balance {

/// A way to deal nodes to buckets. One file in balance/mode/, whose name is what users type after --lb-mode=.
class LoadBalanceMode {
  public:
    virtual ~LoadBalanceMode() = default;
    virtual std::string_view summary() const = 0;
    /// The bucket (rank · cycles + cycle) of every node. Deterministic: depends on the arguments alone. Empty
    /// buckets are legal. REQUIRES: 1 ≤ ranks · cycles ≤ max_buckets.
    virtual std::vector<std::uint32_t> assign(const NodeWeights& weights, std::uint32_t ranks,
                                              std::uint32_t cycles) const = 0;
};

}  // namespace simdrive::balance

namespace simdrive {
/// All modes, by name; generated from the files in balance/mode/.
std::span<const CatalogueEntry<balance::LoadBalanceMode>> load_balance_mode_catalogue();
}  // namespace simdrive
