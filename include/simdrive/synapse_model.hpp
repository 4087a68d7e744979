#pragma once

#include <simdrive/catalogue.hpp>
#include <simdrive/field.hpp>

#include <span>
#include <string_view>

namespace simdrive {

/// A synapse model: one file in src/models/synapse/, whose name is what `model_template` says. Its fields say
/// what an edge of this kind carries.
class SynapseModel {
  public:
    virtual ~SynapseModel() = default;
    virtual std::string_view summary() const = 0;
    virtual std::span<const Field> fields() const = 0;
};

/// All synapse models, by name; generated from the files in src/models/synapse/.
std::span<const CatalogueEntry<SynapseModel>> synapse_model_catalogue();

}  // namespace simdrive
