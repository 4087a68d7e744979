#include "driver/list_models.hpp"

#include <fmt/format.h>
#include <simdrive/neuron_model.hpp>
#include <simdrive/stimulus_model.hpp>
#include <simdrive/synapse_model.hpp>

#include <cmath>

#include "balance/load_balance_mode.hpp"
#include "circuit/connection_rule.hpp"

namespace simdrive::driver {

namespace {

std::string default_text(const Field& field) {
    if (field.kind == FieldKind::recorded) return "recorded";
    return std::isnan(field.default_value) ? "required" : fmt::format("{:g}", field.default_value);
}

void add_fields(std::string& text, std::span<const Field> fields) {
    for (const Field& field : fields) {
        text +=
            fmt::format("    {:<18} {:<14} {:<10} {}{}\n", field.name, field.unit.empty() ? "-" : field.unit,
                        default_text(field), field.meaning,
                        field.kind == FieldKind::initial ? " (may differ between neurons at no cost)" : "");
    }
}

template <class T>
void add_titles(std::string& text, const char* title, std::span<const CatalogueEntry<T>> catalogue) {
    text += fmt::format("{}\n", title);
    for (const auto& entry : catalogue)
        text += fmt::format("  {:<20} {}\n", entry.name, entry.get().summary());
    text += '\n';
}

}  // namespace

std::string list_models() {
    std::string text = "Neuron models (name, unit, default)\n";
    for (const auto& entry : neuron_model_catalogue()) {
        text += fmt::format("  {}: {}\n", entry.name, entry.get().summary());
        add_fields(text, entry.get().parameters());
        add_fields(text, entry.get().recordables());
    }
    text += "\nSynapse models\n";
    for (const auto& entry : synapse_model_catalogue()) {
        text += fmt::format("  {}: {}\n", entry.name, entry.get().summary());
        add_fields(text, entry.get().fields());
    }
    text += "\nStimuli (\"module\")\n";
    for (const auto& entry : stimulus_model_catalogue()) {
        text += fmt::format("  {}: {}\n", entry.name, entry.get().summary());
        add_fields(text, entry.get().fields());
    }
    text += '\n';
    add_titles(text, "Connection rules", connection_rule_catalogue());
    add_titles(text, "Load-balance modes", load_balance_mode_catalogue());
    text.pop_back();
    return text;
}

}  // namespace simdrive::driver
