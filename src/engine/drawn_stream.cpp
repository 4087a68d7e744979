#include "engine/drawn_stream.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "base/error.hpp"

namespace simdrive::engine {

using circuit::EdgeDetail;

DrawnStream::DrawnStream(const EdgeStreaming& streaming, std::size_t projection, std::uint32_t thread)
    : streaming_(streaming),
      number_(projection),
      projection_(
          dynamic_cast<const circuit::DrawnProjection&>(*streaming.plan.circuit.projections()[projection])),
      thread_(thread),
      detail_(streaming.detail(projection)),
      typical_weight_(projection_.weights().least),
      receptor_(projection_.receptor()) {}

void DrawnStream::run(std::uint32_t cycle) {
    const auto& plan = streaming_.plan;
    const auto& blocks = plan.nodes.blocks(thread_);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
        if (plan.shape.groups[blocks[b].group].population == projection_.target()) run_block(b, cycle);
    }
}

void DrawnStream::run_block(std::uint32_t block, std::uint32_t cycle) {
    const auto& plan = streaming_.plan;
    const auto& nodes = plan.nodes.blocks(thread_)[block];
    const std::uint32_t cycles = plan.nodes.cycles();
    const Gid first_gid = plan.circuit.populations()[projection_.target()]->first_gid();
    Selection rows;
    std::vector<std::uint32_t> targets;
    for (std::uint32_t i = 0; i < nodes.rows.size(); ++i) {
        if (plan.bucket_of[first_gid + nodes.rows[i]] % cycles != cycle) continue;
        rows.append(nodes.rows[i]);
        targets.push_back(i);
    }
    try {
        const SignedLanding landing(streaming_.shares[thread_]->blocks()[block], receptor_);
        const auto in_degrees = projection_.in_degrees(rows);
        std::size_t at = 0;
        rows.for_each([&](std::uint64_t row) {
            for (std::uint64_t first = 0; first < in_degrees[at]; first += streaming_.batch) {
                const std::uint64_t count = std::min(streaming_.batch, in_degrees[at] - first);
                const std::size_t before = edges_.size();
                projection_.edges(row, in_degrees[at], first, count, detail_, edges_);
                land(landing, targets[at], before);
                if (edges_.size() >= streaming_.batch) flush();
            }
            ++at;
        });
    } catch (const std::invalid_argument& fault) {
        throw DataError(
            fmt::format("edges \"{}\": receptor_type {}: {}", projection_.name(), receptor_, fault.what()));
    }
    flush();
}

void DrawnStream::land(const SignedLanding& landing, std::uint32_t target, std::size_t first) {
    slots_.resize(edges_.size());
    if (detail_ != EdgeDetail::all) {
        const Landing& landed = landing.of(typical_weight_);
        std::fill(slots_.begin() + static_cast<std::ptrdiff_t>(first), slots_.end(),
                  landed.first_slot + target);
        edges_.weight.resize(edges_.size(), landed.fixed.value_or(typical_weight_));
        return;
    }
    for (std::size_t i = first; i < edges_.size(); ++i) {
        const Landing& landed = landing.of(edges_.weight[i]);
        slots_[i] = landed.first_slot + target;
        edges_.weight[i] = landed.fixed.value_or(edges_.weight[i]);
    }
}

void DrawnStream::flush() {
    if (edges_.size() == 0) return;
    streaming_.sink(thread_, number_, {edges_.source_row, slots_, edges_.delay, edges_.weight});
    edges_.clear();
    slots_.clear();
}

}  // namespace simdrive::engine
