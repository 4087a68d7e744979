#include "balance/load_balance_mode.hpp"
#include "balance/packed_buckets.hpp"

namespace simdrive {

namespace {

/// For circuits whose bytes and work lie in different places, on nodes with memory to spare.
class Compute final : public balance::LoadBalanceMode {
  public:
    std::string_view summary() const override {
        return "even out the work of ranks, as far as the memory of a node allows";
    }
    std::vector<std::uint32_t> assign(const balance::NodeWeights& weights, std::uint32_t ranks,
                                      std::uint32_t cycles) const override {
        return balance::packed_buckets(weights, balance::Aim::work, ranks, cycles);
    }
};

}  // namespace

const balance::LoadBalanceMode& load_balance_mode_Compute() {
    static const Compute mode;
    return mode;
}

}  // namespace simdrive
