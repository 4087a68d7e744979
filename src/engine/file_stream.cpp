#include "engine/file_stream.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <stdexcept>

#include "base/error.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::engine {

using circuit::EdgeDetail;

FileStream::FileStream(const EdgeStreaming& streaming, std::size_t projection, const mpi::Communicator& comm,
                       ThreadTeam& team)
    : streaming_(streaming),
      number_(projection),
      comm_(comm),
      team_(team),
      projection_(
          dynamic_cast<const circuit::FileProjection&>(*streaming.plan.circuit.projections()[projection])),
      detail_(streaming.detail(projection)),
      typical_weight_(streaming.plan.scan.projections[projection].weights.least),
      target_(*streaming.plan.circuit.populations()[projection_.target()]),
      lookup_(streaming.plan.nodes.lookup(target_)) {}

void FileStream::run() {
    const auto ranks = static_cast<std::uint64_t>(comm_.size());
    const std::uint64_t batch = streaming_.batch;
    const std::uint64_t edges = projection_.edge_count();
    for (std::uint64_t round = 0; round * batch * ranks < edges; ++round) {
        const std::uint64_t first =
            std::min(edges, (round * ranks + static_cast<std::uint64_t>(comm_.rank())) * batch);
        const auto to = mpi::agreed(comm_, [&] { return read(first, std::min(batch, edges - first)); });
        if (ranks == 1) {
            mpi::agreed(comm_, [&] { hand_over(to.front()); });
            continue;
        }
        const auto received = comm_.exchange(to);
        mpi::agreed(comm_, [&] { hand_over(received.values()); });
    }
}

std::vector<std::vector<FileStream::Sent>> FileStream::read(std::uint64_t first, std::uint64_t count) {
    projection_.read(first, count, detail_, batch_);
    std::vector<std::vector<Sent>> to(static_cast<std::size_t>(comm_.size()));
    for (auto& edges : to) edges.reserve(2 * batch_.size() / to.size());
    const auto& plan = streaming_.plan;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
        Sent edge{batch_.source_row[i], batch_.target_row[i], typical_weight_, 0, 0};
        if (detail_ != EdgeDetail::ends) edge.delay = batch_.delay[i];
        if (detail_ == EdgeDetail::all) edge.weight = batch_.weight[i];
        if (!batch_.receptor.empty()) edge.receptor = batch_.receptor[i];
        to[plan.bucket_of[target_.first_gid() + edge.target_row] / plan.nodes.cycles()].push_back(edge);
    }
    return to;
}

LandedEdges FileStream::landed(std::uint32_t thread, std::span<const Sent> edges) const {
    LandedEdges own;
    const auto& blocks = streaming_.shares[thread]->blocks();
    std::map<std::pair<std::uint32_t, std::int32_t>, SignedLanding> landings;  // by block and receptor
    const SignedLanding* landing = nullptr;
    std::pair<std::uint32_t, std::int32_t> last;
    for (const Sent& edge : edges) {
        const Place* place = lookup_.find(edge.target_row);
        if (place == nullptr || place->thread != thread) continue;
        if (landing == nullptr || last != std::pair(place->block, edge.receptor)) {
            last = {place->block, edge.receptor};
            landing = &landings.try_emplace(last, blocks[place->block], edge.receptor).first->second;
        }
        const Landing& here = landing->of(edge.weight);
        own.source_row.push_back(edge.source_row);
        own.slot.push_back(here.first_slot + place->index);
        own.delay.push_back(edge.delay);
        own.weight.push_back(here.fixed.value_or(edge.weight));
    }
    return own;
}

void FileStream::hand_over(std::span<const Sent> edges) {
    team_.run([&](std::uint32_t thread) {
        try {
            const LandedEdges own = landed(thread, edges);
            if (own.size() > 0) streaming_.sink(thread, number_, own.batch());
        } catch (const std::invalid_argument& fault) {
            throw DataError(fmt::format("edges \"{}\": receptor_type: {}", projection_.name(), fault.what()));
        }
    });
}

}  // namespace simdrive::engine
