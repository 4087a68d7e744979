#include "circuit/write_edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "circuit/write_nodes.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"

namespace simdrive::circuit {

namespace {

constexpr std::uint64_t edges_of_piece = std::uint64_t{1} << 18;
constexpr std::uint64_t rows_of_piece = std::uint64_t{1} << 12;

/// Calls `f` with the edges of a rule, target by target, at least edges_of_piece at a time but for the last.
template <class F>
void for_each_batch(const DrawnProjection& projection, std::uint64_t targets, F&& f) {
    EdgeBatch batch;
    for (std::uint64_t first_row = 0; first_row < targets; first_row += rows_of_piece) {
        const Selection rows(first_row, std::min(first_row + rows_of_piece, targets));
        const auto degrees = projection.in_degrees(rows);
        for (std::size_t i = 0; i < degrees.size(); ++i) {
            for (std::uint64_t done = 0; done < degrees[i]; done += edges_of_piece) {
                const std::uint64_t count = std::min(edges_of_piece, degrees[i] - done);
                projection.edges(first_row + i, degrees[i], done, count, EdgeDetail::all, batch);
                if (batch.size() < edges_of_piece) continue;
                f(batch);
                batch.clear();
            }
        }
    }
    if (batch.size() > 0) f(batch);
}

template <class F>
void for_each_batch(const FileProjection& projection, F&& f) {
    EdgeBatch batch;
    for (std::uint64_t first = 0; first < projection.edge_count(); first += edges_of_piece) {
        projection.read(first, std::min(edges_of_piece, projection.edge_count() - first), EdgeDetail::all,
                        batch);
        f(batch);
    }
}

/// Appends batches to the datasets of an edge population.
class EdgeWriter {
  public:
    EdgeWriter(const io::Group& place, const Population& sources, const Population& targets,
               std::uint64_t edges, const TimeGrid& grid)
        : sources_(sources),
          targets_(targets),
          grid_(grid),
          source_(place.create_dataset<std::uint64_t>("source_node_id", edges)),
          target_(place.create_dataset<std::uint64_t>("target_node_id", edges)),
          type_(place.create_dataset<std::uint32_t>("edge_type_id", edges)),
          group_(place.create_dataset<std::uint32_t>("edge_group_id", edges)),
          index_(place.create_dataset<std::uint64_t>("edge_group_index", edges)),
          values_(place.create_group("0")),
          weight_(values_.create_dataset<double>("syn_weight", edges)),
          delay_(values_.create_dataset<double>("delay", edges)),
          receptor_(values_.create_dataset<std::int32_t>("receptor_type", edges)),
          edges_of_(targets.size()) {
        source_.write_attribute("node_population", sources.name());
        target_.write_attribute("node_population", targets.name());
    }

    void append(const EdgeBatch& batch) {
        write(source_, batch.source_row, [&](std::uint64_t row) { return sources_.node_id(row); });
        write(target_, batch.target_row, [&](std::uint64_t row) { return targets_.node_id(row); });
        write(delay_, batch.delay, [&](std::uint32_t steps) { return grid_.time(steps); });
        weight_.write(done_, std::span<const double>(batch.weight));
        const std::vector<std::int32_t> no_receptors(batch.receptor.empty() ? batch.size() : 0);
        receptor_.write(
            done_, std::span<const std::int32_t>(batch.receptor.empty() ? no_receptors : batch.receptor));
        const std::vector<std::uint32_t> zeros(batch.size());
        type_.write(done_, std::span<const std::uint32_t>(zeros));
        group_.write(done_, std::span<const std::uint32_t>(zeros));
        std::vector<std::uint64_t> positions(batch.size());
        std::iota(positions.begin(), positions.end(), done_);
        index_.write(done_, std::span<const std::uint64_t>(positions));
        for (const std::uint64_t row : batch.target_row) {
            is_sorted_ = is_sorted_ && row >= last_row_;
            last_row_ = row;
            ++edges_of_[row];
        }
        done_ += batch.size();
    }

    /// Where the edges lie in the order of targets and ids of targets are not far apart.
    void write_index(const io::Group& place) const {
        NodeId past = 0;
        NodeId last = 0;
        bool ids_ascend = true;
        for (std::uint64_t row = 0; row < targets_.size(); ++row) {
            const NodeId id = targets_.node_id(row);
            ids_ascend = ids_ascend && (row == 0 || id > last);
            last = id;
            past = std::max(past, id + 1);
        }
        if (!is_sorted_ || !ids_ascend || past / 4 > targets_.size()) return;
        std::vector<std::uint64_t> ranges_of_node(2 * past);
        std::vector<std::uint64_t> edges_of_range;
        std::uint64_t next = 0;
        for (std::uint64_t row = 0; row < targets_.size(); ++row) {
            const std::uint64_t ranges = edges_of_range.size() / 2;
            const std::uint64_t edges = edges_of_[row];
            if (edges > 0) edges_of_range.insert(edges_of_range.end(), {next, next + edges});
            ranges_of_node[2 * targets_.node_id(row)] = ranges;
            ranges_of_node[2 * targets_.node_id(row) + 1] = edges_of_range.size() / 2;
            next += edges;
        }
        const auto index = place.create_group("indices").create_group("target_to_source");
        index.write_rows("node_id_to_ranges", 2, ranges_of_node);
        index.write_rows("range_to_edge_id", 2, edges_of_range);
    }

  private:
    template <class From, class F>
    void write(const io::Dataset& to, const std::vector<From>& from, F&& convert) const {
        std::vector<std::invoke_result_t<F, From>> values(from.size());
        std::transform(from.begin(), from.end(), values.begin(), convert);
        to.write(done_, std::span<const std::invoke_result_t<F, From>>(values));
    }

    const Population& sources_;
    const Population& targets_;
    const TimeGrid& grid_;
    io::Dataset source_;
    io::Dataset target_;
    io::Dataset type_;
    io::Dataset group_;
    io::Dataset index_;
    io::Group values_;
    io::Dataset weight_;
    io::Dataset delay_;
    io::Dataset receptor_;
    std::vector<std::uint64_t> edges_of_;  // by target row
    std::uint64_t done_ = 0;
    std::uint64_t last_row_ = 0;
    bool is_sorted_ = true;
};

}  // namespace

void write_edges(const Circuit& circuit, const Projection& projection, const TimeGrid& grid,
                 const std::string& stem, const std::filesystem::path& directory) {
    const Population& sources = *circuit.populations()[projection.source()];
    const Population& targets = *circuit.populations()[projection.target()];
    io::AtomicFile target(directory / (stem + "_edges.h5"));
    auto file = io::Hdf5File::create(target.temporary().string());
    {
        const auto root = file.root();
        write_magic(root);
        const auto place = root.create_group("edges").create_group(projection.name());
        EdgeWriter writer(place, sources, targets, projection.edge_count(), grid);
        const auto append = [&](const EdgeBatch& batch) { writer.append(batch); };
        if (const auto* drawn = dynamic_cast<const DrawnProjection*>(&projection)) {
            for_each_batch(*drawn, targets.size(), append);
        } else {
            for_each_batch(dynamic_cast<const FileProjection&>(projection), append);
        }
        writer.write_index(place);
    }
    file.close();
    target.commit();
    write_text(directory / (stem + "_edge_types.csv"),
               fmt::format("edge_type_id model_template\n0 {}\n", projection.synapse_model()));
}

}  // namespace simdrive::circuit
