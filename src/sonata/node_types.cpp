#include "sonata/node_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "sonata/text_column.hpp"

namespace simdrive::sonata {

namespace {

constexpr std::uint64_t block_rows = 1 << 16;

/// The attributes that may be given node by node and still belong to the type.
constexpr std::size_t model_type = 0;
constexpr std::size_t model_template = 1;
constexpr std::size_t parameter_file = 2;
constexpr std::array<const char*, 3> type_attributes = {"model_type", "model_template", "dynamics_params"};
using Texts = std::array<std::optional<std::string>, 3>;
using Key = std::tuple<std::int64_t, std::size_t, Texts>;

/// Which nodes share a key.
class Division {
  public:
    explicit Division(const NodeTypeSources& sources) : sources_(sources) {
        for (const io::Group& group : sources.layout.groups()) {
            auto& columns = columns_.emplace_back();
            for (std::size_t a = 0; a < type_attributes.size(); ++a)
                columns[a] = TextColumn::find(group, type_attributes[a]);
        }
    }

    std::map<Key, Selection> run() {
        const io::Dataset ids = sources_.population.dataset("node_type_id");
        for (std::uint64_t first = 0; first < sources_.size; first += block_rows) {
            const Range rows{first, std::min(sources_.size, first + block_rows)};
            const auto type_ids = ids.read<std::int64_t>(rows);
            keys_.assign(type_ids.size(), Key{});
            for (std::size_t i = 0; i < type_ids.size(); ++i) std::get<0>(keys_[i]) = type_ids[i];
            for (const GroupPart& part : sources_.layout.parts(rows)) add_part(part);
            append_block(first);
        }
        return std::move(rows_of_);
    }

  private:
    void add_part(const GroupPart& part) {
        for (std::size_t i = 0; i < part.count; ++i) std::get<1>(keys_[part.position(i)]) = part.group;
        for (std::size_t a = 0; a < type_attributes.size(); ++a) {
            const auto& column = columns_[part.group][a];
            if (!column) continue;
            auto texts = column->read(part);
            for (std::size_t i = 0; i < part.count; ++i)
                std::get<2>(keys_[part.position(i)])[a] = std::move(texts[i]);
        }
    }

    void append_block(std::uint64_t first) {
        // Runs of equal keys are the rule: one look-up for each run.
        for (std::size_t i = 0; i < keys_.size();) {
            std::size_t past = i + 1;
            while (past < keys_.size() && keys_[past] == keys_[i]) ++past;
            rows_of_[keys_[i]].append({first + i, first + past});
            i = past;
        }
    }

    const NodeTypeSources& sources_;
    std::vector<std::array<std::optional<TextColumn>, 3>> columns_;
    std::vector<Key> keys_;
    std::map<Key, Selection> rows_of_;
};

bool has_parameters(const NodeType& type) {
    return type.model_type == "point_neuron" || type.model_type == "single_compartment";
}

void add_file_parameters(const NodeTypeSources& sources, const std::string& file, NodeType& type) {
    const auto document = read_component(
        sources.components, {"point_neuron_models_dir", "biophysical_neuron_models_dir", "templates_dir"},
        file, sources.table.file(), type.where);
    for (const auto& [name, value] : document.items()) {
        if (value.is_number()) {
            type.constants[name] = value.get<double>();
        } else if (value.is_boolean()) {
            type.constants[name] = value.get<bool>() ? 1.0 : 0.0;
        } else {
            type.not_numbers.insert(name);
        }
    }
}

void add_table_parameters(const TypeTable& table, NodeType& type) {
    for (const std::string& column : table.columns()) {
        if (std::find(type_attributes.begin(), type_attributes.end(), column) != type_attributes.end())
            continue;
        const auto value = table.number(type.id, column);
        if (!value) continue;
        if (!type.constants.contains(column)) type.table_only.insert(column);
        type.constants[column] = *value;
    }
}

std::set<std::string> parameter_columns(const io::Group& group) {
    std::set<std::string> names;
    const auto parameters = group.find_group("dynamics_params");
    if (!parameters) return names;
    for (const std::string& name : parameters->children()) {
        if (const auto dataset = parameters->find_dataset(name); dataset && dataset->is_number())
            names.insert(name);
    }
    return names;
}

std::string where_of(const NodeTypeSources& sources, std::int64_t id) {
    return fmt::format("{}: node type {}",
                       sources.table.has(id) ? sources.table.file() : sources.population.where(), id);
}

GroupedNodeType make_type(const NodeTypeSources& sources, const Key& key, Selection rows) {
    GroupedNodeType out;
    const Texts& texts = std::get<2>(key);
    NodeType& type = out.type;
    type.id = std::get<0>(key);
    out.group = std::get<1>(key);
    type.rows = std::move(rows);
    type.where = where_of(sources, type.id);
    if (!sources.table.empty() && !sources.table.has(type.id) && type.id != -1)
        throw DataError(fmt::format("{}: node type {} is not in {}", sources.population.where(), type.id,
                                    sources.table.file()));
    // The file of nodes wins over the table of types, and both over the configuration.
    const auto text = [&](std::size_t a) {
        return texts[a] ? texts[a] : sources.table.text(type.id, type_attributes[a]);
    };
    type.model = ModelTemplate::parse(text(model_template).value_or(""));
    type.model_type = canonical_model_type(text(model_type).value_or(sources.default_model_type));
    const std::string& schema = type.model.schema;
    if (type.model_type.empty() && (schema == "nest" || schema == "pynn" || schema == "nrn"))
        type.model_type = "point_neuron";
    if (const auto file = text(parameter_file); file && has_parameters(type))
        add_file_parameters(sources, *file, type);
    add_table_parameters(sources.table, type);
    if (!sources.layout.groups().empty())
        type.columns = parameter_columns(sources.layout.groups()[out.group]);
    return out;
}

}  // namespace

std::vector<GroupedNodeType> divide_into_types(const NodeTypeSources& sources) {
    std::vector<GroupedNodeType> out;
    for (auto& [key, rows] : Division(sources).run()) out.push_back(make_type(sources, key, std::move(rows)));
    std::sort(out.begin(), out.end(), [](const GroupedNodeType& a, const GroupedNodeType& b) {
        return a.type.rows.ranges().front().first < b.type.rows.ranges().front().first;
    });
    return out;
}

}  // namespace simdrive::sonata
