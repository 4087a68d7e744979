#include "balance/load_balance_mode.hpp"

namespace simdrive {

namespace {

/// Node i goes to rank i mod ranks, whatever it weighs; the nodes of a rank go to its cycles in turn.
class RoundRobin final : public balance::LoadBalanceMode {
  public:
    std::string_view summary() const override { return "deal nodes to ranks in turn, whatever they weigh"; }
    std::vector<std::uint32_t> assign(const balance::NodeWeights& weights, std::uint32_t ranks,
                                      std::uint32_t cycles) const override {
        std::vector<std::uint32_t> buckets(weights.bytes.size());
        std::uint32_t rank = 0;
        std::uint32_t cycle = 0;
        for (auto& bucket : buckets) {
            bucket = rank * cycles + cycle;
            if (++rank < ranks) continue;
            rank = 0;
            if (++cycle == cycles) cycle = 0;
        }
        return buckets;
    }
};

}  // namespace

const balance::LoadBalanceMode& load_balance_mode_RoundRobin() {
    static const RoundRobin mode;
    return mode;
}

}  // namespace simdrive
