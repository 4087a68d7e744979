#pragma once

#include <string>
#include <string_view>

namespace simdrive::sonata {

/// A `model_template`: "nest:iaf_psc_alpha" is schema "nest" and resource "iaf_psc_alpha"; "static_synapse"
/// has no schema; NULL is neither.
struct ModelTemplate {
    std::string schema;
    std::string resource;
    static ModelTemplate parse(std::string_view text);
    bool operator==(const ModelTemplate&) const = default;
};

/// The `model_type` as simdrive spells it: point_process is point_neuron.
std::string canonical_model_type(const std::string& text);

}  // namespace simdrive::sonata
