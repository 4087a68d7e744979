#include "sonata/node_population.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/hdf5_file.hpp"
#include "sonata/component_file.hpp"
#include "sonata/group_layout.hpp"
#include "sonata/node_ids.hpp"
#include "sonata/node_types.hpp"
#include "sonata/open_populations.hpp"
#include "sonata/text_column.hpp"

namespace simdrive::sonata {

namespace {

constexpr std::uint64_t block_rows = 1 << 18;

io::Group open_population(const NetworkFile& entry, const std::string& name) {
    const io::Group root = io::Hdf5File::open(entry.file.string()).root();
    check_magic(root);
    return root.group("nodes").group(name);
}

std::string configured_type(const NetworkFile& entry, const std::string& name) {
    const auto settings = entry.populations.find(name);
    if (settings == entry.populations.end() || !settings->second.is_object()) return "";
    const auto type = settings->second.find("type");
    return type != settings->second.end() && type->is_string() ? type->get<std::string>() : "";
}

}  // namespace

struct NodePopulation::Content {
    Content(const NetworkFile& entry, const std::string& population, const Components& components)
        : name(population),
          root(open_population(entry, population)),
          where(root.where()),
          size(root.dataset("node_type_id").size()),
          ids(root, size),
          layout(root, "node", size),
          table(read_types(entry, "node_type_id")) {
        const Components folders = with_settings(components, entry, population);
        auto divided =
            divide_into_types({root, layout, table, folders, configured_type(entry, population), size});
        for (GroupedNodeType& one : divided) {
            types.push_back(std::move(one.type));
            group_of_type.push_back(one.group);
        }
    }

    std::string name;
    io::Group root;
    std::string where;
    std::uint64_t size;
    NodeIds ids;
    GroupLayout layout;
    TypeTable table;
    std::vector<NodeType> types;
    std::vector<std::size_t> group_of_type;

    Selection rows_of_types(
        const AttributeTest& test,
        const std::function<std::optional<AttributeValue>(const NodeType&)>& value) const {
        Selection out;
        for (const NodeType& type : types) {
            if (const auto found = value(type); found && test(*found)) out = unite(out, type.rows);
        }
        return out;
    }
    Selection rows_of_column(const std::string& attribute, const std::vector<bool>& has,
                             const AttributeTest& test) const;
    std::vector<bool> groups_with(const std::string& attribute) const;
};

std::vector<std::string> NodePopulation::names_in(const std::filesystem::path& file) {
    const io::Group root = io::Hdf5File::open(file.string()).root();
    check_magic(root);
    return root.group("nodes").children();
}

std::vector<std::unique_ptr<NodePopulation>> NodePopulation::open_all(const NetworkFile& entry,
                                                                      const Components& components,
                                                                      Problems& problems) {
    return open_populations<NodePopulation>(entry, components, problems);
}

NodePopulation::NodePopulation(const NetworkFile& entry, const std::string& name,
                               const Components& components)
    : content_(std::make_unique<Content>(entry, name, components)) {}

NodePopulation::~NodePopulation() = default;

const std::string& NodePopulation::name() const {
    return content_->name;
}

std::uint64_t NodePopulation::size() const {
    return content_->size;
}

const std::string& NodePopulation::where() const {
    return content_->where;
}

NodeId NodePopulation::node_id(std::uint64_t row) const {
    return content_->ids.id(row);
}

std::optional<std::uint64_t> NodePopulation::row_of(NodeId id) const {
    return content_->ids.row(id);
}

std::optional<NodeId> NodePopulation::first_id() const {
    return content_->ids.first();
}

const std::vector<NodeType>& NodePopulation::types() const {
    return content_->types;
}

namespace {

/// Calls `f` with blocks of rows that hold some of `rows`, each cut to the part that does, and these rows.
/// Large blocks, because rows that are dealt out among ranks lie far apart.
template <class F>
void for_each_block(const Selection& rows, F f) {
    if (rows.empty()) return;
    const std::uint64_t past = rows.ranges().back().past;
    for (std::uint64_t first = rows.ranges().front().first; first < past; first += block_rows) {
        const Selection here = intersection(rows, Selection(first, std::min(past, first + block_rows)));
        if (here.empty()) continue;
        f(Range{here.ranges().front().first, here.ranges().back().past}, here);
    }
}

}  // namespace

std::vector<double> NodePopulation::parameter(const std::string& name, const Selection& rows) const {
    std::vector<double> out;
    out.reserve(rows.size());
    std::vector<double> values;
    for_each_block(rows, [&](Range window, const Selection& here) {
        values.assign(window.size(), 0.0);
        std::vector<bool> has(window.size(), false);
        for (const GroupPart& part : content_->layout.parts(window)) {
            const auto column = content_->layout.groups()[part.group].find_dataset("dynamics_params/" + name);
            if (!column) continue;
            gather<double>(*column, part, values);
            for (std::size_t i = 0; i < part.count; ++i) has[part.position(i)] = true;
        }
        here.for_each([&](std::uint64_t row) {
            if (!has[row - window.first])
                throw DataError(fmt::format("{}: row {} has no dynamics_params/{}", where(), row, name));
            out.push_back(values[row - window.first]);
        });
    });
    return out;
}

std::vector<bool> NodePopulation::Content::groups_with(const std::string& attribute) const {
    std::vector<bool> has;
    for (const io::Group& group : layout.groups()) has.push_back(group.has_dataset(attribute));
    return has;
}

Selection NodePopulation::Content::rows_of_column(const std::string& attribute, const std::vector<bool>& has,
                                                  const AttributeTest& test) const {
    std::vector<std::uint64_t> found;
    std::vector<double> values;
    for_each_block(Selection(0, size), [&](Range window, const Selection&) {
        for (GroupPart& part : layout.parts(window)) {
            if (!has[part.group]) continue;
            const io::Group& group = layout.groups()[part.group];
            if (const auto texts = TextColumn::find(group, attribute)) {
                auto strings = texts->read(part);
                for (std::size_t i = 0; i < part.count; ++i) {
                    if (test(std::move(strings[i]))) found.push_back(window.first + part.position(i));
                }
                continue;
            }
            values.resize(window.size());
            gather<double>(group.dataset(attribute), part, values);
            for (std::size_t i = 0; i < part.count; ++i) {
                const std::size_t at = part.position(i);
                if (test(values[at])) found.push_back(window.first + at);
            }
        }
    });
    return Selection::of_ids(found);
}

std::optional<Selection> NodePopulation::rows_where(const std::string& attribute,
                                                    const AttributeTest& test) const {
    if (attribute == "model_type") {
        const AttributeTest either = [&test](const AttributeValue& value) {
            const auto* text = std::get_if<std::string>(&value);
            return test(value) || (text != nullptr && *text == "point_neuron" && test("point_process"));
        };
        return content_->rows_of_types(either, [](const NodeType& type) { return type.model_type; });
    }
    if (attribute == "node_type_id") {
        return content_->rows_of_types(test,
                                       [](const NodeType& type) { return static_cast<double>(type.id); });
    }
    const std::vector<bool> has = content_->groups_with(attribute);
    const bool in_groups = std::find(has.begin(), has.end(), true) != has.end();
    const auto& columns = content_->table.columns();
    const bool in_table = std::find(columns.begin(), columns.end(), attribute) != columns.end();
    if (!in_groups && !in_table) return std::nullopt;
    Selection rows;
    if (in_groups) rows = content_->rows_of_column(attribute, has, test);
    for (std::size_t t = 0; in_table && t < content_->types.size(); ++t) {
        const NodeType& type = content_->types[t];
        if (!has.empty() && has[content_->group_of_type[t]]) continue;
        const auto text = content_->table.text(type.id, attribute);
        if (!text) continue;
        const auto number = parse_number(*text);
        if (test(number ? AttributeValue(*number) : AttributeValue(*text))) rows = unite(rows, type.rows);
    }
    return rows;
}

}  // namespace simdrive::sonata
