#include "sonata/edge_types.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "sonata/model_template.hpp"

namespace simdrive::sonata {

namespace {

/// The value of one type under any of several names: from the table, else from its parameter file.
class TypeValues {
  public:
    TypeValues(const TypeTable& table, std::int64_t id, const Components& components)
        : table_(table), id_(id), where_(fmt::format("{}: edge type {}", table.file(), id)) {
        if (const auto file = table.text(id, "dynamics_params"))
            document_ = read_component(components, {"synaptic_models_dir", "templates_dir"}, *file,
                                       table.file(), where_);
    }

    const std::string& where() const { return where_; }

    std::optional<double> number(std::span<const char* const> names) const {
        for (const char* name : names) {
            if (const auto text = table_.text(id_, name)) {
                const auto value = parse_number(*text);
                if (!value) throw DataError(fmt::format("{}: {}: \"{}\" is no number", where_, name, *text));
                return value;
            }
        }
        for (const char* name : names) {
            const auto value = document_.find(name);
            if (value != document_.end() && value->is_number()) return value->get<double>();
        }
        return std::nullopt;
    }
    std::optional<double> number(const char* name) const { return number(std::span(&name, 1)); }

  private:
    const TypeTable& table_;
    std::int64_t id_;
    std::string where_;
    nlohmann::json document_ = nlohmann::json::object();
};

EdgeDefaults make_defaults(const TypeTable& table, std::int64_t id, const Components& components) {
    const TypeValues values(table, id, components);
    EdgeDefaults out;
    out.weight = values.number(weight_names).value_or(out.weight);
    out.nsyns = values.number("nsyns").value_or(out.nsyns);
    out.delay = values.number("delay").value_or(out.delay);
    out.sign = values.number("sign").value_or(out.sign);
    if (out.nsyns < 0)
        throw DataError(fmt::format("{}: nsyns is {}; expected 0 or more", values.where(), out.nsyns));
    const double receptor = values.number(receptor_names).value_or(0.0);
    if (receptor != std::floor(receptor) || std::abs(receptor) > std::numeric_limits<std::int32_t>::max())
        throw DataError(
            fmt::format("{}: receptor_type is {}; expected a whole number", values.where(), receptor));
    out.receptor = static_cast<std::int32_t>(receptor);
    const auto model = ModelTemplate::parse(table.text(id, "model_template").value_or(""));
    if (!model.resource.empty()) out.synapse_model = model.resource;
    return out;
}

}  // namespace

EdgeTypes::EdgeTypes(const TypeTable& table, const Components& components)
    : table_file_(table.file()), has_table_(!table.empty()) {
    for (const std::int64_t id : table.ids()) by_id_.emplace(id, make_defaults(table, id, components));
}

const EdgeDefaults& EdgeTypes::of(std::int64_t type, const std::string& where, std::uint64_t edge) const {
    if (!has_table_) return none_;
    if (const auto found = by_id_.find(type); found != by_id_.end()) return found->second;
    throw DataError(
        fmt::format("{}/edge_type_id: edge {}: type {} is not in {}", where, edge, type, table_file_));
}

std::vector<EdgeDefaults*> EdgeTypes::all() {
    if (!has_table_) return {&none_};
    std::vector<EdgeDefaults*> out;
    for (auto& entry : by_id_) out.push_back(&entry.second);
    return out;
}

}  // namespace simdrive::sonata
