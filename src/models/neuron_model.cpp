#include <simdrive/neuron_model.hpp>

namespace simdrive {

bool is_uniform(const NeuronModel& model, const ParameterColumns& values) {
    const auto fields = model.parameters();
    for (std::size_t f = 0; f < fields.size(); ++f) {
        if (fields[f].kind == FieldKind::constant && values[f].size() != 1) return false;
    }
    return true;
}

}  // namespace simdrive
