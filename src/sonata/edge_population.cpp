#include "sonata/edge_population.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "io/hdf5_file.hpp"
#include "sonata/component_file.hpp"
#include "sonata/edge_types.hpp"
#include "sonata/group_layout.hpp"
#include "sonata/model_template.hpp"
#include "sonata/open_populations.hpp"
#include "sonata/text_column.hpp"

namespace simdrive::sonata {

namespace {

io::Group open_population(const NetworkFile& entry, const std::string& name) {
    const io::Group root = io::Hdf5File::open(entry.file.string()).root();
    check_magic(root);
    return root.group("edges").group(name);
}

/// The first number dataset of any of these names, in the group or its dynamics_params.
std::optional<io::Dataset> find_number(const io::Group& group, std::span<const char* const> names) {
    for (const char* prefix : {"", "dynamics_params/"}) {
        for (const char* name : names) {
            if (auto dataset = group.find_dataset(std::string(prefix) + name);
                dataset && dataset->is_number())
                return dataset;
        }
    }
    return std::nullopt;
}
std::optional<io::Dataset> find_number(const io::Group& group, const char* name) {
    return find_number(group, std::span(&name, 1));
}

/// The columns of one group of edges that mean something here.
struct GroupColumns {
    explicit GroupColumns(const io::Group& group)
        : weight(find_number(group, weight_names)),
          nsyns(find_number(group, "nsyns")),
          delay(find_number(group, "delay")),
          receptor(find_number(group, receptor_names)),
          model(TextColumn::find(group, "model_template")) {}
    std::optional<io::Dataset> weight;
    std::optional<io::Dataset> nsyns;
    std::optional<io::Dataset> delay;
    std::optional<io::Dataset> receptor;
    std::optional<TextColumn> model;
};

/// The population that `side` ("source", "target") refers to: its attribute, else what the edges' name says
/// ("a_to_b", "a__b__chemical").
std::string end_of(const io::Group& edges, const std::string& name, bool is_source) {
    const io::Dataset ids = edges.dataset(is_source ? "source_node_id" : "target_node_id");
    if (const auto population = ids.string_attribute("node_population"); population && !population->empty())
        return *population;
    for (const std::string separator : {"__", "_to_"}) {
        const auto at = name.find(separator);
        if (at == std::string::npos || at == 0) continue;
        std::string rest = name.substr(at + separator.size());
        if (separator == "__") rest = rest.substr(0, rest.find("__"));
        if (rest.empty() || (separator == "_to_" && rest.find("_to_") != std::string::npos)) continue;
        return is_source ? name.substr(0, at) : rest;
    }
    throw DataError(
        fmt::format("{}: has no attribute \"node_population\", and the name of the edges does not "
                    "tell the population",
                    ids.where()));
}

}  // namespace

struct EdgePopulation::Content {
    Content(const NetworkFile& entry, const std::string& population, const Components& components)
        : name(population),
          root(open_population(entry, population)),
          where(root.where()),
          source_ids(root.dataset("source_node_id")),
          target_ids(root.dataset("target_node_id")),
          type_ids(root.find_dataset("edge_type_id")),
          size(source_ids.size()),
          source(end_of(root, population, true)),
          target(end_of(root, population, false)),
          layout(root, "edge", size),
          types(read_types(entry, "edge_type_id"), with_settings(components, entry, population)) {
        check_size(target_ids);
        if (type_ids) check_size(*type_ids);
        for (const io::Group& group : layout.groups()) groups.emplace_back(group);
        number_models();
    }

    void check_size(const io::Dataset& dataset) const {
        if (dataset.size() != size)
            throw DataError(fmt::format("{}: {} rows; expected {}, as in source_node_id", dataset.where(),
                                        dataset.size(), size));
    }

    Range checked_range(std::uint64_t first, std::uint64_t count) const {
        if (first > size || count > size - first)
            throw DataError(fmt::format("{}: {} edges from {} were asked for, but there are {}", where, count,
                                        first, size));
        return {first, first + count};
    }

    std::uint16_t model_number(const std::string& text) {
        const auto resource = ModelTemplate::parse(text).resource;
        const std::string model = resource.empty() ? EdgeDefaults().synapse_model : resource;
        const auto found = std::find(models.begin(), models.end(), model);
        const auto index = static_cast<std::size_t>(found - models.begin());
        if (found == models.end()) {
            if (index > std::numeric_limits<std::uint16_t>::max())
                throw DataError(where + ": more than 65536 synapse models");
            models.push_back(model);
        }
        return static_cast<std::uint16_t>(index);
    }

    /// Numbers the models that edges may have: those of their types, and those of columns of templates.
    void number_models() {
        for (EdgeDefaults* one : types.all()) one->synapse_model_index = model_number(one->synapse_model);
        for (const GroupColumns& group : groups) {
            if (!group.model) continue;
            for (const std::string& text : group.model->distinct()) model_numbers[text] = model_number(text);
        }
    }

    void read_ids(Range rows, EdgeColumns& out) const;
    std::vector<GroupPart> parts(Range rows) const;
    std::int64_t read_type_ids(Range rows) const;
    void note_habits(Range rows, const std::vector<GroupPart>& parts, std::int64_t type,
                     const EdgeColumns& read) const;
    bool are_alike(Range rows, const std::vector<GroupPart>& parts, std::int64_t type) const;
    void read_alike(Range rows, const std::vector<GroupPart>& parts, const EdgeDefaults& type,
                    EdgeColumns& out) const;
    void read_delays_alike(const std::vector<GroupPart>& parts, const EdgeDefaults& type,
                           EdgeColumns& out) const;
    void read_each(Range rows, const std::vector<GroupPart>& parts, std::int64_t type,
                   EdgeColumns& out) const;
    template <class F>
    void for_each_type(Range rows, std::int64_t type, F&& f) const;
    void fill_defaults(Range rows, std::int64_t type, EdgeColumns& out) const;
    void fill_delays(const GroupPart& part, EdgeColumns& out) const;
    void fill_group(const GroupPart& part, Range rows, EdgeColumns& out) const;
    void fill_nsyns(const GroupPart& part, const io::Dataset& column, Range rows) const;
    void fill_receptors(const GroupPart& part, const io::Dataset& column, EdgeColumns& out) const;
    void fill_models(const GroupPart& part, const TextColumn& column, EdgeColumns& out) const;

    std::string name;
    io::Group root;
    std::string where;
    io::Dataset source_ids;
    io::Dataset target_ids;
    std::optional<io::Dataset> type_ids;
    std::uint64_t size;
    std::string source;
    std::string target;
    GroupLayout layout;
    EdgeTypes types;
    std::vector<GroupColumns> groups;
    std::vector<std::string> models;
    std::unordered_map<std::string, std::uint16_t> model_numbers;
    bool use_sign = false;
    mutable EdgeHabits seen;
    EdgeHabits assumed;

    // Columns of a block that are not part of the result. Kept for all populations that a thread reads,
    // because fresh memory for every block would cost more than the reading.
    struct Scratch {
        std::vector<std::int64_t> types;
        std::vector<std::int64_t> receptors;
        std::vector<double> delays;
        std::vector<double> nsyns;
        std::vector<double> signs;
    };
    static Scratch& scratch() {
        static thread_local Scratch scratch;
        return scratch;
    }
};

/// The edge_type_id that all of `rows` have; EdgeHabits::varied where they differ, and then scratch().types
/// holds them.
std::int64_t EdgePopulation::Content::read_type_ids(Range rows) const {
    constexpr std::int64_t no_type = -1;
    if (!type_ids) return no_type;
    if (EdgeHabits::is_known(assumed.type)) return assumed.type;
    auto& ids = scratch().types;
    ids.resize(rows.size());
    type_ids->read<std::int64_t>(rows, ids);
    return std::equal(ids.begin() + 1, ids.end(), ids.begin()) ? ids.front() : EdgeHabits::varied;
}

/// Calls f(i, defaults of the type) for every edge i of `rows`; `all` is what read_type_ids() gave.
template <class F>
void EdgePopulation::Content::for_each_type(Range rows, std::int64_t all, F&& f) const {
    const auto& ids = scratch().types;
    const EdgeDefaults* type = EdgeHabits::is_known(all) ? &types.of(all, where, rows.first) : nullptr;
    const bool one = type != nullptr;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!one && (i == 0 || ids[i] != ids[i - 1])) type = &types.of(ids[i], where, rows.first + i);
        f(i, *type);
    }
}

void EdgePopulation::Content::fill_defaults(Range rows, std::int64_t all, EdgeColumns& out) const {
    auto& nsyns = scratch().nsyns;
    auto& signs = scratch().signs;
    nsyns.resize(rows.size());
    signs.resize(rows.size());
    for_each_type(rows, all, [&](std::size_t i, const EdgeDefaults& type) {
        out.weight[i] = type.weight;
        out.delay[i] = type.delay;
        out.receptor[i] = type.receptor;
        out.synapse_model[i] = type.synapse_model_index;
        nsyns[i] = type.nsyns;
        signs[i] = type.sign;
    });
}

void EdgePopulation::Content::fill_delays(const GroupPart& part, EdgeColumns& out) const {
    const GroupColumns& columns = groups[part.group];
    if (EdgeHabits::is_known(assumed.receptor)) {
        std::fill(out.receptor.begin(), out.receptor.end(), static_cast<std::int32_t>(assumed.receptor));
    } else if (columns.receptor) {
        fill_receptors(part, *columns.receptor, out);
    }
    if (!columns.delay) return;
    auto& delays = scratch().delays;
    delays.resize(out.size());
    gather<double>(*columns.delay, part, delays);
    for (std::size_t i = 0; i < part.count; ++i) {
        const std::size_t at = part.position(i);
        if (!std::isnan(delays[at])) out.delay[at] = delays[at];
    }
}

void EdgePopulation::Content::fill_group(const GroupPart& part, Range rows, EdgeColumns& out) const {
    const GroupColumns& columns = groups[part.group];
    if (columns.weight) gather<double>(*columns.weight, part, out.weight);
    fill_delays(part, out);
    if (columns.nsyns) fill_nsyns(part, *columns.nsyns, rows);
    if (columns.model) fill_models(part, *columns.model, out);
}

void EdgePopulation::Content::fill_nsyns(const GroupPart& part, const io::Dataset& column, Range rows) const {
    auto& nsyns = scratch().nsyns;
    nsyns.resize(rows.size());
    gather<double>(column, part, nsyns);
    for (std::size_t i = 0; i < part.count; ++i) {
        const std::size_t at = part.position(i);
        if (!(nsyns[at] >= 0))
            throw DataError(fmt::format("{}: edge {}: nsyns is {}; expected 0 or more", column.where(),
                                        rows.first + at, nsyns[at]));
    }
}

void EdgePopulation::Content::fill_receptors(const GroupPart& part, const io::Dataset& column,
                                             EdgeColumns& out) const {
    auto& receptors = scratch().receptors;
    receptors.resize(out.size());
    gather<std::int64_t>(column, part, receptors);
    for (std::size_t i = 0; i < part.count; ++i) {
        const std::size_t at = part.position(i);
        if (!std::in_range<std::int32_t>(receptors[at]))
            throw DataError(fmt::format("{}: receptor {} is out of range", column.where(), receptors[at]));
        out.receptor[at] = static_cast<std::int32_t>(receptors[at]);
    }
}

void EdgePopulation::Content::fill_models(const GroupPart& part, const TextColumn& column,
                                          EdgeColumns& out) const {
    const auto texts = column.read(part);
    for (std::size_t i = 0; i < part.count; ++i)
        out.synapse_model[part.position(i)] = model_numbers.at(texts[i]);
}

std::vector<GroupPart> EdgePopulation::Content::parts(Range rows) const {
    if (!EdgeHabits::is_known(assumed.group)) return layout.parts(rows);
    GroupPart part;
    part.group = static_cast<std::size_t>(assumed.group);
    part.window = rows;
    part.count = rows.size();
    return {part};
}

void EdgePopulation::Content::note_habits(Range rows, const std::vector<GroupPart>& parts, std::int64_t type,
                                          const EdgeColumns& read) const {
    const bool in_place = parts.size() == 1 && parts.front().in_place(rows);
    EdgeHabits::note(seen.group,
                     in_place ? static_cast<std::int64_t>(parts.front().group) : EdgeHabits::varied);
    EdgeHabits::note(seen.type, type);
    const auto& receptor = read.receptor;
    const bool alike = std::equal(receptor.begin() + 1, receptor.end(), receptor.begin());
    EdgeHabits::note(seen.receptor, alike ? std::int64_t{receptor.front()} : EdgeHabits::varied);
}

/// Whether all edges are of one type and have their attributes in one stretch, as in nearly all files.
bool EdgePopulation::Content::are_alike(Range rows, const std::vector<GroupPart>& parts,
                                        std::int64_t type) const {
    return EdgeHabits::is_known(type) &&
           (parts.empty() || (parts.size() == 1 && parts.front().in_place(rows)));
}

/// Delays and receptors of edges that are alike, straight into their columns.
void EdgePopulation::Content::read_delays_alike(const std::vector<GroupPart>& parts, const EdgeDefaults& type,
                                                EdgeColumns& out) const {
    const GroupColumns* columns = parts.empty() ? nullptr : &groups[parts.front().group];
    if (EdgeHabits::is_known(assumed.receptor)) {
        std::fill(out.receptor.begin(), out.receptor.end(), static_cast<std::int32_t>(assumed.receptor));
    } else if (columns != nullptr && columns->receptor) {
        gather<std::int32_t>(*columns->receptor, parts.front(), out.receptor);
    } else {
        std::fill(out.receptor.begin(), out.receptor.end(), type.receptor);
    }
    if (columns == nullptr || !columns->delay) {
        std::fill(out.delay.begin(), out.delay.end(), type.delay);
        return;
    }
    gather<double>(*columns->delay, parts.front(), out.delay);
    for (double& delay : out.delay) delay = std::isnan(delay) ? type.delay : delay;
}

void EdgePopulation::Content::read_alike(Range rows, const std::vector<GroupPart>& parts,
                                         const EdgeDefaults& type, EdgeColumns& out) const {
    read_delays_alike(parts, type, out);
    const GroupColumns* columns = parts.empty() ? nullptr : &groups[parts.front().group];
    std::fill(out.synapse_model.begin(), out.synapse_model.end(), type.synapse_model_index);
    if (columns != nullptr && columns->model) fill_models(parts.front(), *columns->model, out);
    if (columns != nullptr && columns->weight) {
        gather<double>(*columns->weight, parts.front(), out.weight);
    } else {
        std::fill(out.weight.begin(), out.weight.end(), type.weight);
    }
    if (columns != nullptr && columns->nsyns) {
        fill_nsyns(parts.front(), *columns->nsyns, rows);
        for (std::size_t i = 0; i < out.weight.size(); ++i) out.weight[i] *= scratch().nsyns[i];
    } else if (type.nsyns != 1) {
        for (double& weight : out.weight) weight *= type.nsyns;
    }
    if (!use_sign || type.sign == 1) return;
    for (double& weight : out.weight) weight *= type.sign;
}

/// Edges of any types, with attributes anywhere: defaults first, then what each group says.
void EdgePopulation::Content::read_each(Range rows, const std::vector<GroupPart>& parts, std::int64_t type,
                                        EdgeColumns& out) const {
    fill_defaults(rows, type, out);
    for (const GroupPart& part : parts) fill_group(part, rows, out);
    const auto& factors = scratch();
    for (std::size_t i = 0; i < out.weight.size(); ++i) out.weight[i] *= factors.nsyns[i];
    if (!use_sign) return;
    for (std::size_t i = 0; i < out.weight.size(); ++i) out.weight[i] *= factors.signs[i];
}

const EdgeHabits& EdgePopulation::habits() const {
    return content_->seen;
}

void EdgePopulation::assume(const EdgeHabits& habits) {
    content_->assumed = habits;
}

std::vector<std::string> EdgePopulation::names_in(const std::filesystem::path& file) {
    const io::Group root = io::Hdf5File::open(file.string()).root();
    check_magic(root);
    return root.group("edges").children();
}

std::vector<std::unique_ptr<EdgePopulation>> EdgePopulation::open_all(const NetworkFile& entry,
                                                                      const Components& components,
                                                                      Problems& problems) {
    return open_populations<EdgePopulation>(entry, components, problems);
}

EdgePopulation::EdgePopulation(const NetworkFile& entry, const std::string& name,
                               const Components& components)
    : content_(std::make_unique<Content>(entry, name, components)) {}

EdgePopulation::~EdgePopulation() = default;

const std::string& EdgePopulation::name() const {
    return content_->name;
}

const std::string& EdgePopulation::where() const {
    return content_->where;
}

const std::string& EdgePopulation::source() const {
    return content_->source;
}

const std::string& EdgePopulation::target() const {
    return content_->target;
}

std::uint64_t EdgePopulation::size() const {
    return content_->size;
}

std::uint64_t EdgePopulation::edges_together() const {
    return std::max(content_->source_ids.rows_together(), content_->target_ids.rows_together());
}

const std::vector<std::string>& EdgePopulation::synapse_models() const {
    return content_->models;
}

void EdgePopulation::multiply_by_sign(bool on) {
    content_->use_sign = on;
}

// Columns keep their size from block to block, so that they are not filled with zeros each time.
void EdgePopulation::Content::read_ids(Range rows, EdgeColumns& out) const {
    out.source_node_id.resize(rows.size());
    out.target_node_id.resize(rows.size());
    source_ids.read<NodeId>(rows, out.source_node_id);
    target_ids.read<NodeId>(rows, out.target_node_id);
}

void EdgePopulation::read_ends(std::uint64_t first, std::uint64_t count, EdgeColumns& out) const {
    content_->read_ids(content_->checked_range(first, count), out);
    out.weight.clear();
    out.delay.clear();
    out.receptor.clear();
    out.synapse_model.clear();
}

void EdgePopulation::read_delays(std::uint64_t first, std::uint64_t count, EdgeColumns& out) const {
    const Range rows = content_->checked_range(first, count);
    content_->read_ids(rows, out);
    out.weight.clear();
    out.synapse_model.clear();
    out.delay.resize(count);
    out.receptor.resize(count);
    if (count == 0) return;
    const std::int64_t type = content_->read_type_ids(rows);
    const auto parts = content_->parts(rows);
    if (content_->are_alike(rows, parts, type)) {
        content_->read_delays_alike(parts, content_->types.of(type, content_->where, first), out);
        return;
    }
    content_->for_each_type(rows, type, [&](std::size_t i, const EdgeDefaults& defaults) {
        out.delay[i] = defaults.delay;
        out.receptor[i] = defaults.receptor;
    });
    for (const GroupPart& part : parts) content_->fill_delays(part, out);
}

void EdgePopulation::read(std::uint64_t first, std::uint64_t count, EdgeColumns& out) const {
    const Range rows = content_->checked_range(first, count);
    content_->read_ids(rows, out);
    out.weight.resize(count);
    out.delay.resize(count);
    out.receptor.resize(count);
    out.synapse_model.resize(count);
    if (count == 0) return;
    const std::int64_t type = content_->read_type_ids(rows);
    const auto parts = content_->parts(rows);
    if (content_->are_alike(rows, parts, type)) {
        content_->read_alike(rows, parts, content_->types.of(type, content_->where, first), out);
    } else {
        content_->read_each(rows, parts, type, out);
    }
    content_->note_habits(rows, parts, type, out);
}

}  // namespace simdrive::sonata
