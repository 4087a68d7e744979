// A synapse that carries each spike of its source to its target with a fixed weight after a fixed delay.
#include <simdrive/synapse_model.hpp>

#include <array>

namespace simdrive {
namespace {

class StaticSynapse final : public SynapseModel {
    std::string_view summary() const override { return "fixed weight and delay"; }
    std::span<const Field> fields() const override {
        static constexpr std::array rows{
            Field{"syn_weight", "target's unit", 1.0, "what a spike adds to the target's input"},
            Field{"delay", "ms", 1.0, "from a spike to its effect, rounded to steps"},
        };
        return rows;
    }
};

}  // namespace

const SynapseModel& synapse_model_static_synapse() {
    static const StaticSynapse model;
    return model;
}

}  // namespace simdrive
