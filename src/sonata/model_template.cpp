#include "sonata/model_template.hpp"

namespace simdrive::sonata {

ModelTemplate ModelTemplate::parse(std::string_view text) {
    if (text.empty() || text == "NULL" || text == "NONE") return {};
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return {"", std::string(text)};
    return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

std::string canonical_model_type(const std::string& text) {
    return text == "point_process" ? "point_neuron" : text;
}

}  // namespace simdrive::sonata
