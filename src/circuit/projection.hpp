#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/selection.hpp"
#include "base/time_grid.hpp"
#include "circuit/weight_form.hpp"

namespace simdrive::mpi {
class Communicator;
}

namespace simdrive::circuit {

/// Edges as parallel columns. Rows are rows of the projection's source and target population.
struct EdgeBatch {
    std::vector<std::uint64_t> source_row;
    std::vector<std::uint64_t> target_row;
    std::vector<double> weight;          ///< in the unit of the target's model
    std::vector<std::uint32_t> delay;    ///< steps, at least 1
    std::vector<std::int32_t> receptor;  ///< receptor_type; empty where all are 0

    std::size_t size() const { return source_row.size(); }
    void clear();
    void reserve(std::size_t count);
};

/// Which columns a caller needs; drawing or reading fewer is faster. Columns not asked for stay empty.
enum class EdgeDetail {
    ends,    ///< source_row and target_row
    delays,  ///< these, and delay
    all
};

/// Edges from one population to another with one synapse model. Either drawn from a rule by whoever needs the
/// edges of a target (DrawnProjection), or read from a file piece by piece (FileProjection).
/// The canonical order of the edges of one target is (projection, k) or (projection, position in the file).
class Projection {
  public:
    virtual ~Projection() = default;
    const std::string& name() const { return name_; }
    std::size_t source() const { return source_; }  ///< index into Circuit::populations()
    std::size_t target() const { return target_; }
    const std::string& synapse_model() const { return synapse_model_; }
    /// Whether the edges lie in a file (FileProjection) or are drawn (DrawnProjection).
    virtual bool is_from_file() const = 0;
    /// The number of edges, exact.
    virtual std::uint64_t edge_count() const = 0;
    /// What the fingerprint covers besides the edges in files: canonical JSON text.
    const std::string& description() const { return description_; }

  protected:
    std::string name_;
    std::size_t source_ = 0;
    std::size_t target_ = 0;
    std::string synapse_model_ = "static_synapse";
    std::string description_;
};

class DrawnProjection : public Projection {
  public:
    bool is_from_file() const final { return false; }
    /// The in-degree of each of the target rows, in order. Cost is bounded by the rows asked for (times a
    /// logarithm), never by the number of edges; depends on nothing but seed, projection and row.
    virtual std::vector<std::uint64_t> in_degrees(const Selection& target_rows) const = 0;
    /// Appends edges k = first … first+count−1 of `target_row` to `out`; `in_degree` is what in_degrees()
    /// gave.
    virtual void edges(std::uint64_t target_row, std::uint64_t in_degree, std::uint64_t first,
                       std::uint64_t count, EdgeDetail detail, EdgeBatch& out) const = 0;
    /// Every delay that can be drawn, in steps, ascending; known without drawing.
    virtual const std::vector<std::uint32_t>& delays() const = 0;
    /// receptor_type of all edges.
    virtual std::int32_t receptor() const = 0;
    /// Form and limits of the weights; known without drawing.
    virtual WeightRange weights() const = 0;
};

class FileProjection : public Projection {
  public:
    bool is_from_file() const final { return true; }
    /// How many edges lie together, from a multiple of it on, so that it pays to let one rank read them all.
    virtual std::uint64_t edges_together() const { return 1; }
    /// Collective, after every edge was read by some rank: what all of them have in common need not be read
    /// again. The edges stay what they are.
    virtual void share_habits(const mpi::Communicator&) const {}
    /// Replaces `out` by edges first … first+count−1 of the file. DataError (file, dataset, edge) for a node
    /// that does not exist, a delay below dt, a NaN weight.
    virtual void read(std::uint64_t first, std::uint64_t count, EdgeDetail detail, EdgeBatch& out) const = 0;
};

}  // namespace simdrive::circuit
