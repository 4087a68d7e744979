#include <cstdio>
#include <simdrive/catalogue.hpp>
#include <simdrive/neuron_model.hpp>
#include <simdrive/version.hpp>

int main() {
    std::printf("simdrive %s\n", simdrive::version_string);
    for (const auto& entry : simdrive::neuron_model_catalogue()) {
        std::printf("%.*s\n", static_cast<int>(entry.name.size()), entry.name.data());
    }
    const bool found = simdrive::find_in(simdrive::neuron_model_catalogue(), "iaf_psc_exp") != nullptr;
    return found ? 0 : 1;
}
