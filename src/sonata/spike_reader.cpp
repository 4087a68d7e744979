#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "io/hdf5_file.hpp"
#include "sonata/component_file.hpp"
#include "sonata/spike_file.hpp"
#include "sonata/type_table.hpp"

namespace simdrive::sonata {

namespace {

using Trains = std::map<std::string, SpikeTrain>;

SpikeTrain read_columns(const io::Group& group, const char* ids_name) {
    const io::Dataset ids = group.dataset(ids_name);
    const io::Dataset times = group.dataset("timestamps");
    if (const auto units = times.string_attribute("units");
        units && !units->empty() && *units != "ms" && *units != "milliseconds" && *units != "millisecond")
        throw DataError(fmt::format("{}: units \"{}\"; expected \"ms\"", times.where(), *units));
    if (ids.size() != times.size())
        throw DataError(fmt::format("{}: {} rows; expected {}, as in {}", times.where(), times.size(),
                                    ids.size(), ids_name));
    SpikeTrain train{ids.read<NodeId>(), times.read<double>()};
    for (std::size_t i = 0; i < train.times_ms.size(); ++i) {
        if (!std::isfinite(train.times_ms[i]))
            throw DataError(fmt::format("{}: row {}: {} is no time", times.where(), i, train.times_ms[i]));
    }
    return train;
}

Trains read_sonata(const std::string& path, const std::string& implied_population) {
    const io::Group root = io::Hdf5File::open(path).root();
    check_magic(root);
    const io::Group spikes = root.group("spikes");
    Trains out;
    if (spikes.has_dataset("timestamps")) {
        out[implied_population] = read_columns(spikes, spikes.has_dataset("gids") ? "gids" : "node_ids");
        return out;
    }
    for (const std::string& name : spikes.children()) {
        if (!spikes.has_group(name)) continue;
        const io::Group group = spikes.group(name);
        // A population that never spiked may be an empty group.
        out[name] = group.children().empty() ? SpikeTrain() : read_columns(group, "node_ids");
    }
    return out;
}

/// Where the fields of a text file stand.
struct TextColumns {
    std::size_t time = 0;
    std::size_t id = 1;
    std::optional<std::size_t> population;
};

/// The columns that a header names; none where the line is no header.
std::optional<TextColumns> columns_of_header(const std::vector<std::optional<std::string>>& fields,
                                             const std::string& where) {
    std::optional<std::size_t> time;
    std::optional<std::size_t> id;
    TextColumns out;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string name = fields[i].value_or("");
        if (name == "time_step" || name == "time_offset")
            throw DataError(
                fmt::format("{}: times as steps are not understood; expected times in ms", where));
        if (name == "timestamps" || name == "timestamp" || name == "time_ms" || name == "times") time = i;
        if (name == "node_ids" || name == "node_id" || name == "gids" || name == "sender" ||
            name == "senders")
            id = i;
        if (name == "population" || name == "populations") out.population = i;
    }
    if (!time && !id) return std::nullopt;
    if (!time || !id)
        throw DataError(fmt::format("{}: expected the columns \"timestamps\" and \"node_ids\"", where));
    out.time = *time;
    out.id = *id;
    return out;
}

class TextReader {
  public:
    TextReader(std::string path, std::string implied, TextColumns columns)
        : path_(std::move(path)), implied_(std::move(implied)), columns_(columns) {}

    Trains run() {
        std::ifstream in(path_);
        if (!in) throw DataError(fmt::format("{}: cannot be opened", path_));
        std::string line;
        bool first = true;
        for (number_ = 1; std::getline(in, line); ++number_) {
            const auto fields = split_csv_line(line);
            if (fields.empty() || fields[0].value_or("").starts_with('#')) continue;
            if (std::exchange(first, false)) {
                if (const auto named = columns_of_header(fields, where())) {
                    columns_ = *named;
                    continue;
                }
                // BMTK's files without a header have three columns, or two where there is one population.
                if (columns_.time == 0 && fields.size() > 2) columns_.population = 1, columns_.id = 2;
            }
            add(fields);
        }
        return std::move(trains_);
    }

  private:
    std::string where() const { return fmt::format("{}: line {}", path_, number_); }

    void add(const std::vector<std::optional<std::string>>& fields) {
        const auto field = [&](std::size_t i) { return i < fields.size() ? fields[i].value_or("") : ""; };
        const auto time = parse_number(field(columns_.time));
        const auto id = parse_number(field(columns_.id));
        if (!time) throw DataError(fmt::format("{}: \"{}\" is no time", where(), field(columns_.time)));
        if (!id || *id < 0 || *id != std::floor(*id) || *id > 0x1p53)
            throw DataError(fmt::format("{}: \"{}\" is no node id", where(), field(columns_.id)));
        std::string population = columns_.population ? field(*columns_.population) : implied_;
        if (population.empty()) population = implied_;
        SpikeTrain& train = trains_[population];
        train.times_ms.push_back(*time);
        train.node_ids.push_back(static_cast<NodeId>(*id));
    }

    std::string path_;
    std::string implied_;
    TextColumns columns_;
    std::uint64_t number_ = 0;
    Trains trains_;
};

}  // namespace

std::uint64_t count_spikes(const std::filesystem::path& path) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    if (error) throw DataError(fmt::format("{}: {}", path.string(), error.message()));
    constexpr std::uint64_t shortest_line = 4;  // "0 0\n"
    if (!io::is_hdf5(path.string())) return bytes / shortest_line;
    const io::Group root = io::Hdf5File::open(path.string()).root();
    if (!root.has_group("spikes")) return 0;
    const io::Group spikes = root.group("spikes");
    if (spikes.has_dataset("timestamps")) return spikes.dataset("timestamps").size();
    std::uint64_t count = 0;
    for (const std::string& name : spikes.children()) {
        if (spikes.has_group(name) && spikes.group(name).has_dataset("timestamps"))
            count += spikes.group(name).dataset("timestamps").size();
    }
    return count;
}

std::map<std::string, SpikeTrain> read_spikes(const std::filesystem::path& path,
                                              const std::string& implied_population) {
    const std::string extension = path.extension().string();
    std::error_code error;
    if (!std::filesystem::exists(path, error)) throw DataError(path.string() + ": no such file");
    if (extension == ".nwb")
        throw DataError(path.string() + ": NWB files are not understood; convert it to a SONATA spike file");
    if (io::is_hdf5(path.string()) || extension == ".h5" || extension == ".hdf5")
        return read_sonata(path.string(), implied_population);
    const bool nest = extension == ".dat" || extension == ".gdf";
    return TextReader(path.string(), implied_population,
                      nest ? TextColumns{1, 0, std::nullopt} : TextColumns{})
        .run();
}

}  // namespace simdrive::sonata
