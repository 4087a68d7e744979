#include "circuit/file_projection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "circuit/delay_table.hpp"
#include "circuit/description.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::circuit {

namespace {

class FromFile : public FileProjection {
  public:
    FromFile(std::unique_ptr<sonata::EdgePopulation> edges, const ProjectionEnds& ends,
             const EdgeSettings& settings)
        : edges_(std::move(edges)),
          sources_(ends.source_population),
          targets_(ends.target_population),
          grid_(settings.grid),
          precision_(settings.precision),
          least_delay_(grid_.dt() * (1 - 1e-9)) {
        name_ = edges_->name();
        source_ = ends.source;
        target_ = ends.target;
        const auto& models = edges_->synapse_models();
        if (models.size() > 1) {
            throw DataError(
                fmt::format("{}: synapse models {}; expected one: give each an edge population of its own",
                            edges_->where(), fmt::join(models, ", ")));
        }
        if (!models.empty()) synapse_model_ = models.front();
        description_ = canonical({{"source", sources_.name()},
                                  {"target", targets_.name()},
                                  {"synapse_model", synapse_model_},
                                  {"weight_precision", static_cast<int>(precision_)},
                                  {"edges", edges_->size()}});
    }

    std::uint64_t edge_count() const override { return edges_->size(); }

    std::uint64_t edges_together() const override { return edges_->edges_together(); }

    void share_habits(const mpi::Communicator& comm) const override {
        sonata::EdgeHabits all;
        for (const auto& of_rank : comm.gather_all_values(edges_->habits())) all += of_rank;
        edges_->assume(all);
    }

    void read(std::uint64_t first, std::uint64_t count, EdgeDetail detail, EdgeBatch& out) const override {
        // Kept for its memory, by all projections together: a circuit may have thousands of them.
        static thread_local sonata::EdgeColumns columns;
        if (detail == EdgeDetail::ends) {
            edges_->read_ends(first, count, columns);
        } else if (detail == EdgeDetail::delays) {
            edges_->read_delays(first, count, columns);
        } else {
            edges_->read(first, count, columns);
        }
        convert_ids(columns.source_node_id, sources_, first, "source_node_id", out.source_row);
        convert_ids(columns.target_node_id, targets_, first, "target_node_id", out.target_row);
        if (detail != EdgeDetail::all) out.weight.clear();
        if (detail == EdgeDetail::ends) {
            out.delay.clear();
            out.receptor.clear();
            return;
        }
        convert_delays(columns.delay, first, out.delay);
        out.receptor.swap(columns.receptor);
        if (detail == EdgeDetail::delays) return;
        round_weights(columns.weight, first);
        out.weight.swap(columns.weight);
    }

  private:
    // Conversions run over a block without branches, noting whether all is well; only where it is not do they
    // look for the edge that is to blame.

    void convert_ids(const std::vector<NodeId>& ids, const Population& population, std::uint64_t first,
                     const char* dataset, std::vector<std::uint64_t>& rows) const {
        rows.resize(ids.size());
        const std::uint64_t size = population.size();
        bool fine = true;
        if (const auto known = population.first_id()) {
            for (std::size_t i = 0; i < ids.size(); ++i) {
                // An id below the first one wraps around to a row that is too large.
                rows[i] = ids[i] - *known;
                fine &= rows[i] < size;
            }
        } else {
            for (std::size_t i = 0; i < ids.size(); ++i) {
                rows[i] = population.row_of(ids[i]).value_or(size);
                fine &= rows[i] < size;
            }
        }
        if (fine) return;
        const auto bad = std::find_if(rows.begin(), rows.end(), [&](auto row) { return row >= size; });
        const auto i = static_cast<std::size_t>(bad - rows.begin());
        throw DataError(
            fmt::format("{}/{}: edge {} names node {}, which population \"{}\" ({} nodes) does not have",
                        edges_->where(), dataset, first + i, ids[i], population.name(), size));
    }

    void convert_delays(const std::vector<double>& delays, std::uint64_t first,
                        std::vector<std::uint32_t>& steps) const {
        steps.resize(delays.size());
        const double most = (longest_delay + 0.5) * grid_.dt();
        bool fine = true;
        for (const double ms : delays) fine &= ms >= least_delay_ && ms <= most;
        if (!fine) {
            const auto bad = std::find_if(delays.begin(), delays.end(),
                                          [&](double ms) { return !(ms >= least_delay_ && ms <= most); });
            throw DataError(
                fmt::format("{}: edge {} has a delay of {} ms; expected from dt = {} ms to {:.6g} ms",
                            edges_->where(), first + static_cast<std::uint64_t>(bad - delays.begin()), *bad,
                            grid_.dt(), longest_delay * grid_.dt()));
        }
        // Away from halves of a step, plain multiplication is right; and truncation, unlike lround, is a
        // vector instruction.
        const double steps_per_ms = 1 / grid_.dt();
        constexpr double half_step = 0.5;
        bool near = true;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const double exact = delays[i] * steps_per_ms;
            const auto whole = static_cast<std::int32_t>(exact + half_step);
            near &= std::abs(exact - whole) < 0.49;
            steps[i] = static_cast<std::uint32_t>(whole);
        }
        if (near) return;
        for (std::size_t i = 0; i < steps.size(); ++i)
            steps[i] = static_cast<std::uint32_t>(grid_.nearest(delays[i]));
    }

    void round_weights(std::vector<double>& weights, std::uint64_t first) const {
        bool fine = precision_ != WeightPrecision::half && precision_ != WeightPrecision::single;
        if (fine) {
            constexpr double most = std::numeric_limits<double>::max();
            for (const double weight : weights) fine &= std::abs(weight) <= most;
        }
        if (fine) return;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double weight = rounded_weight(weights[i], precision_, false);
            if (!std::isfinite(weight)) {
                throw DataError(
                    fmt::format("{}: edge {} has the weight {}; expected a finite number that the precision "
                                "asked for holds",
                                edges_->where(), first + i, weights[i]));
            }
            weights[i] = weight;
        }
    }

    std::unique_ptr<sonata::EdgePopulation> edges_;
    const Population& sources_;
    const Population& targets_;
    TimeGrid grid_;
    WeightPrecision precision_;
    double least_delay_;
};

}  // namespace

std::unique_ptr<FileProjection> make_file_projection(std::unique_ptr<sonata::EdgePopulation> edges,
                                                     const ProjectionEnds& ends,
                                                     const EdgeSettings& settings) {
    return std::make_unique<FromFile>(std::move(edges), ends, settings);
}

}  // namespace simdrive::circuit
