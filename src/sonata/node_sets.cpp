#include "sonata/node_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "io/json_file.hpp"
#include "sonata/type_table.hpp"

namespace simdrive::sonata {

namespace {

using json = nlohmann::json;
using RowsOf = std::map<std::string, Selection>;

bool equals(const json& wanted, const AttributeValue& found) {
    if (wanted.is_number()) {
        const double* number = std::get_if<double>(&found);
        return number != nullptr && *number == wanted.get<double>();
    }
    if (wanted.is_boolean()) {
        const double* number = std::get_if<double>(&found);
        return number != nullptr && *number == (wanted.get<bool>() ? 1.0 : 0.0);
    }
    const auto& text = wanted.get_ref<const std::string&>();
    if (const auto* string = std::get_if<std::string>(&found)) return *string == text;
    return parse_number(text) == std::get<double>(found);
}

AttributeTest compare(const std::string& op, const json& limit, const std::string& where) {
    if (op == "$regex" && limit.is_string()) {
        try {
            const std::regex pattern(limit.get<std::string>());
            return [pattern](const AttributeValue& value) {
                const auto* text = std::get_if<std::string>(&value);
                return text != nullptr && std::regex_search(*text, pattern);
            };
        } catch (const std::regex_error& error) {
            throw DataError(
                fmt::format("{}: {} is no regular expression: {}", where, limit.dump(), error.what()));
        }
    }
    if (limit.is_number()) {
        const double bound = limit.get<double>();
        const auto with = [](auto holds) -> AttributeTest {
            return [holds](const AttributeValue& value) {
                const double* number = std::get_if<double>(&value);
                return number != nullptr && holds(*number);
            };
        };
        if (op == "$gt") return with([bound](double v) { return v > bound; });
        if (op == "$lt") return with([bound](double v) { return v < bound; });
        if (op == "$gte") return with([bound](double v) { return v >= bound; });
        if (op == "$lte") return with([bound](double v) { return v <= bound; });
    }
    throw DataError(
        fmt::format("{}: found {{\"{}\": {}}}; expected \"$regex\" with a text, or \"$gt\", "
                    "\"$lt\", \"$gte\", \"$lte\" with a number",
                    where, op, limit.dump()));
}

/// What a clause's value asks of an attribute.
AttributeTest test_of(const json& value, const std::string& where) {
    if (value.is_number() || value.is_string() || value.is_boolean())
        return [value](const AttributeValue& found) { return equals(value, found); };
    if (value.is_array()) {
        for (const json& one : value) {
            if (!one.is_number() && !one.is_string() && !one.is_boolean())
                throw DataError(fmt::format("{}: found {}; expected texts or numbers", where, one.dump()));
        }
        return [value](const AttributeValue& found) {
            return std::any_of(value.begin(), value.end(),
                               [&](const json& one) { return equals(one, found); });
        };
    }
    if (!value.is_object())
        throw DataError(
            fmt::format("{}: found {}; expected a value, a list or a comparison", where, value.dump()));
    std::vector<AttributeTest> tests;
    for (const auto& [op, limit] : value.items()) tests.push_back(compare(op, limit, where));
    return [tests](const AttributeValue& found) {
        return std::all_of(tests.begin(), tests.end(), [&](const AttributeTest& t) { return t(found); });
    };
}

/// One evaluation of an expression.
class Evaluation {
  public:
    Evaluation(const json& definitions, const std::vector<std::filesystem::path>& missing,
               const std::vector<const NodeAttributes*>& populations)
        : definitions_(definitions), missing_(missing), populations_(populations) {}

    RowsOf expression(const json& value, const std::string& where) {
        if (value.is_string()) return named(value.get<std::string>(), where);
        if (value.is_array()) return list(value, where);
        if (value.is_object()) return clauses(value, where);
        throw DataError(fmt::format("{}: found {}; expected a name, a list or an object of clauses", where,
                                    value.dump()));
    }

  private:
    RowsOf everything() const {
        RowsOf out;
        for (const NodeAttributes* population : populations_)
            out[population->name()] = Selection(0, population->size());
        return out;
    }

    std::vector<std::string> population_names() const {
        std::vector<std::string> names;
        for (const NodeAttributes* population : populations_) names.push_back(population->name());
        return names;
    }

    const NodeAttributes* find_population(const std::string& name) const {
        for (const NodeAttributes* population : populations_) {
            if (population->name() == name) return population;
        }
        return nullptr;
    }

    RowsOf named(const std::string& name, const std::string& where) {
        if (const auto found = definitions_.find(name); found != definitions_.end()) {
            if (std::find(open_.begin(), open_.end(), name) != open_.end()) {
                open_.push_back(name);
                throw DataError(fmt::format("{}: the node sets {} name each other in a circle", where,
                                            fmt::join(open_, " → ")));
            }
            open_.push_back(name);
            RowsOf rows = expression(*found, fmt::format("{}: node set \"{}\"", where, name));
            open_.pop_back();
            return rows;
        }
        if (const NodeAttributes* population = find_population(name))
            return {{name, Selection(0, population->size())}};
        throw DataError(unknown_name(name, where));
    }

    std::string unknown_name(const std::string& name, const std::string& where) const {
        std::vector<std::string> known = population_names();
        for (const auto& item : definitions_.items()) known.push_back(item.key());
        std::string text = fmt::format("{}: there is neither a node set nor a population \"{}\"{}", where,
                                       name, did_you_mean(name, known));
        for (const auto& path : missing_)
            text += fmt::format(" (node sets file {} does not exist)", path.string());
        return text;
    }

    RowsOf list(const json& values, const std::string& where) {
        RowsOf out;
        if (values.empty()) return out;
        if (values.front().is_number()) return node_ids(values, populations_, where);
        for (const json& one : values) {
            if (!one.is_string())
                throw DataError(
                    fmt::format("{}: found {}; expected names of node sets, or node ids", where, one.dump()));
            for (auto& [population, rows] : named(one.get<std::string>(), where))
                out[population] = unite(out[population], rows);
        }
        return out;
    }

    RowsOf clauses(const json& value, const std::string& where) {
        RowsOf rows = everything();
        std::vector<const NodeAttributes*> among = populations_;
        if (const auto names = value.find("population"); names != value.end()) {
            among = populations_named(*names, where);
            std::erase_if(rows, [&](const auto& entry) {
                return std::none_of(among.begin(), among.end(),
                                    [&](const NodeAttributes* p) { return p->name() == entry.first; });
            });
        }
        for (const auto& [key, wanted] : value.items()) {
            if (key == "population" || among.empty()) continue;
            const std::string here = fmt::format("{}.{}", where, key);
            const RowsOf matching = key == "node_id" || key == "node_ids"
                                        ? node_ids(wanted, among, here)
                                        : attribute(key, wanted, among, here);
            for (auto& [population, selected] : rows) {
                const auto found = matching.find(population);
                selected = found == matching.end() ? Selection() : intersection(selected, found->second);
            }
        }
        return rows;
    }

    std::vector<const NodeAttributes*> populations_named(const json& names, const std::string& where) const {
        std::vector<const NodeAttributes*> out;
        for (const json& name : names.is_array() ? names : json::array({names})) {
            if (!name.is_string())
                throw DataError(fmt::format("{}.population: found {}; expected a name", where, name.dump()));
            const auto text = name.get<std::string>();
            if (const NodeAttributes* population = find_population(text)) {
                out.push_back(population);
            } else if (names.is_array() && names.size() > 1) {
                // Node set files are shared between circuits: some of the names may belong to others.
                log::warn("{}.population: the circuit has no population \"{}\"{}", where, text,
                          did_you_mean(text, population_names()));
            } else {
                throw DataError(fmt::format("{}.population: the circuit has no population \"{}\"{}", where,
                                            text, did_you_mean(text, population_names())));
            }
        }
        return out;
    }

    static NodeId node_id(const json& value, const std::string& where) {
        if (value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0))
            return value.get<NodeId>();
        throw DataError(fmt::format("{}: found {}; expected node ids", where, value.dump()));
    }

    static RowsOf node_ids(const json& value, const std::vector<const NodeAttributes*>& among,
                           const std::string& where) {
        RowsOf out;
        std::map<std::string, std::vector<std::uint64_t>> rows;
        for (const json& one : value.is_array() ? value : json::array({value})) {
            const NodeId id = node_id(one, where);
            bool found = false;
            for (const NodeAttributes* population : among) {
                const auto row = population->row_of(id);
                if (!row) continue;
                rows[population->name()].push_back(*row);
                found = true;
            }
            if (!found)
                throw DataError(fmt::format(
                    "{}: {} has no node {}", where,
                    among.size() == 1 ? "population " + among[0]->name() : "no population of the circuit",
                    id));
        }
        for (const auto& [population, list] : rows) out[population] = Selection::of_ids(list);
        return out;
    }

    static RowsOf attribute(const std::string& name, const json& wanted,
                            const std::vector<const NodeAttributes*>& among, const std::string& where) {
        const AttributeTest test = test_of(wanted, where);
        RowsOf out;
        bool known = false;
        for (const NodeAttributes* population : among) {
            if (auto rows = population->rows_where(name, test)) {
                known = true;
                out[population->name()] = std::move(*rows);
            }
        }
        if (!known)
            throw DataError(fmt::format("{}: no node of the circuit has an attribute \"{}\"", where, name));
        return out;
    }

    const json& definitions_;
    const std::vector<std::filesystem::path>& missing_;
    const std::vector<const NodeAttributes*>& populations_;
    std::vector<std::string> open_;
};

}  // namespace

NodeSets NodeSets::load(const Configuration& configuration) {
    NodeSets out;
    for (const auto& path : configuration.node_sets_files) {
        std::error_code error;
        if (!std::filesystem::exists(path, error)) {
            out.missing_.push_back(path);
            continue;
        }
        const json document = io::read_json(path);
        if (!document.is_object())
            throw DataError(fmt::format("{}: expected a JSON object {{…}} of node sets", path.string()));
        out.definitions_.update(document);
    }
    if (configuration.node_sets.is_object()) out.definitions_.update(configuration.node_sets);
    return out;
}

std::map<std::string, Selection> NodeSets::resolve(const json& node_set,
                                                   const std::vector<const NodeAttributes*>& populations,
                                                   const std::string& where) const {
    auto rows = Evaluation(definitions_, missing_, populations).expression(node_set, where);
    std::erase_if(rows, [](const auto& entry) { return entry.second.empty(); });
    return rows;
}

}  // namespace simdrive::sonata
