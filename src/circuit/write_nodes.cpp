#include "circuit/write_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "io/atomic_file.hpp"
#include "io/json_file.hpp"

namespace simdrive::circuit {

namespace {

constexpr std::uint64_t rows_of_piece = std::uint64_t{1} << 18;

template <class F>
void for_each_piece(const Range& range, F&& f) {
    for (std::uint64_t first = range.first; first < range.past; first += rows_of_piece) {
        f(Range{first, std::min(first + rows_of_piece, range.past)});
    }
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

/// A whole dataset, one value a row of the population, `value(row)`.
template <class T, class F>
void write_by_row(const io::Group& group, const std::string& name, std::uint64_t size, F&& value) {
    const auto dataset = group.create_dataset<T>(name, size);
    std::vector<T> values;
    for_each_piece({0, size}, [&](const Range& rows) {
        values.clear();
        for (std::uint64_t row = rows.first; row < rows.past; ++row) values.push_back(value(row));
        dataset.write(rows.first, std::span<const T>(values));
    });
}

void write_columns(const io::Group& place, const Population& population, const NodeGroup& group) {
    if (group.columns.empty()) return;
    const auto parameters = place.create_group("dynamics_params");
    for (const auto& name : group.columns) {
        const auto dataset = parameters.create_dataset<double>(name, group.rows.size());
        std::uint64_t done = 0;
        for (const Range& range : group.rows.ranges()) {
            for_each_piece(range, [&](const Range& rows) {
                const auto values = population.column(group, name, Selection(rows.first, rows.past));
                dataset.write(done, std::span<const double>(values));
                done += values.size();
            });
        }
    }
}

/// Place of each row inside its group, in the order of rows.
class GroupIndex {
  public:
    explicit GroupIndex(const Population& population)
        : population_(population), next_(population.groups().size()) {}
    std::uint64_t operator()(std::uint64_t row) { return next_[population_.group_of(row)]++; }

  private:
    const Population& population_;
    std::vector<std::uint64_t> next_;
};

void write_file(const Population& population, const std::filesystem::path& path) {
    io::AtomicFile target(path);
    auto file = io::Hdf5File::create(target.temporary().string());
    {
        const auto root = file.root();
        write_magic(root);
        const auto place = root.create_group("nodes").create_group(population.name());
        const std::uint64_t size = population.size();
        const auto group_of = [&](std::uint64_t row) {
            return static_cast<std::uint32_t>(population.group_of(row));
        };
        write_by_row<std::uint64_t>(place, "node_id", size,
                                    [&](std::uint64_t row) { return population.node_id(row); });
        write_by_row<std::uint32_t>(place, "node_type_id", size, group_of);
        write_by_row<std::uint32_t>(place, "node_group_id", size, group_of);
        write_by_row<std::uint64_t>(place, "node_group_index", size, GroupIndex(population));
        for (std::size_t i = 0; i < population.groups().size(); ++i) {
            write_columns(place.create_group(std::to_string(i)), population, population.groups()[i]);
        }
    }
    file.close();
    target.commit();
}

/// Writes the constants that the model must know as JSON.
std::string write_constants(const NodeGroup& group, const std::string& file,
                            const std::filesystem::path& models) {
    auto constants = group.constants;
    for (const auto& name : group.incidental) constants.erase(name);
    if (constants.empty()) return "NULL";
    io::write_json(models / file, constants);
    return file;
}

/// Constants that the model may ignore stay columns of the table.
std::string types_table(const Population& population, const std::string& stem,
                        const std::filesystem::path& models) {
    std::set<std::string> incidental;
    for (const auto& group : population.groups())
        incidental.insert(group.incidental.begin(), group.incidental.end());
    std::string table = "node_type_id model_type model_template dynamics_params";
    for (const auto& name : incidental) table += " " + quoted(name);
    table += "\n";
    for (std::size_t i = 0; i < population.groups().size(); ++i) {
        const NodeGroup& group = population.groups()[i];
        const std::string model = group.is_virtual() ? "virtual NULL" : "point_neuron nest:" + group.model;
        table += fmt::format("{} {} {}", i, model,
                             write_constants(group, fmt::format("{}_{}.json", stem, i), models));
        for (const auto& name : incidental) {
            table += group.incidental.contains(name) ? fmt::format(" {}", group.constants.at(name)) : " NULL";
        }
        table += "\n";
    }
    return table;
}

}  // namespace

void write_nodes(const Population& population, const std::string& stem,
                 const std::filesystem::path& directory, const std::filesystem::path& models) {
    write_file(population, directory / (stem + "_nodes.h5"));
    write_text(directory / (stem + "_node_types.csv"), types_table(population, stem, models));
}

void write_text(const std::filesystem::path& path, std::string_view text) {
    io::AtomicFile target(path);
    std::ofstream file(target.temporary(), std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    if (!file) throw DataError(fmt::format("{}: could not be written in full", path.string()));
    target.commit();
}

void write_magic(const io::Group& root) {
    constexpr std::array<std::uint32_t, 2> version{0, 1};
    root.write_attribute("magic", std::uint32_t{0x0A7A});
    root.write_attribute("version", std::span<const std::uint32_t>(version));
}

}  // namespace simdrive::circuit
