#include "balance/load_balance_mode.hpp"
#include "balance/packed_buckets.hpp"

namespace simdrive {

namespace {

/// No rank holds more than its part by much; where that leaves a choice, none has more to do either.
class Memory final : public balance::LoadBalanceMode {
  public:
    std::string_view summary() const override {
        return "even out the bytes of ranks, and their work with them";
    }
    std::vector<std::uint32_t> assign(const balance::NodeWeights& weights, std::uint32_t ranks,
                                      std::uint32_t cycles) const override {
        return balance::packed_buckets(weights, balance::Aim::both, ranks, cycles);
    }
};

}  // namespace

const balance::LoadBalanceMode& load_balance_mode_Memory() {
    static const Memory mode;
    return mode;
}

}  // namespace simdrive
