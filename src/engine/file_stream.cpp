#include "engine/file_stream.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <stdexcept>

#include "base/background.hpp"
#include "base/error.hpp"
#include "mpi/agreement.hpp"

namespace simdrive::engine {

using circuit::EdgeDetail;

FileStream::FileStream(const EdgeStreaming& streaming, std::size_t projection, FileStreamBuffers& buffers,
                       const mpi::Communicator& comm, ThreadTeam& team)
    : streaming_(streaming),
      number_(projection),
      comm_(comm),
      team_(team),
      projection_(
          dynamic_cast<const circuit::FileProjection&>(*streaming.plan.circuit.projections()[projection])),
      detail_(streaming.detail(projection)),
      typical_weight_(streaming.plan.scan.projections[projection].weights.least),
      target_(*streaming.plan.circuit.populations()[projection_.target()]),
      lookup_(streaming.plan.nodes.lookup(target_)),
      buffers_(buffers) {}

void FileStream::run() {
    const auto ranks = static_cast<std::uint64_t>(comm_.size());
    const std::uint64_t of_round = streaming_.batch * ranks;
    const std::uint64_t rounds = (projection_.edge_count() + of_round - 1) / of_round;
    // One batch is read while the one before it is handed over. The file is read by one thread at a time.
    Background& reader = buffers_.reader;
    auto& now = buffers_.now;
    const Background::Scope scope(reader);
    reader.start([this] { read(0); });
    for (std::uint64_t round = 0; round < rounds; ++round) {
        mpi::agreed(comm_, [&] { reader.wait(); });
        now.swap(buffers_.next);
        reader.start([this, round] { read(round + 1); });
        if (ranks == 1) {
            mpi::agreed(comm_, [&] { hand_over(now.front()); });
        } else {
            const auto received = comm_.exchange(now);
            mpi::agreed(comm_, [&] { hand_over(received.values()); });
        }
    }
    reader.wait();
}

/// This rank's piece of a round; none beyond the end of the file.
void FileStream::read(std::uint64_t round) {
    const auto ranks = static_cast<std::uint64_t>(comm_.size());
    const std::uint64_t edges = projection_.edge_count();
    const std::uint64_t first =
        std::min(edges, (round * ranks + static_cast<std::uint64_t>(comm_.rank())) * streaming_.batch);
    for (auto& parcel : buffers_.next) parcel.clear();
    circuit::EdgeBatch& batch = buffers_.read;
    projection_.read(first, std::min(streaming_.batch, edges - first), detail_, batch);
    const auto& plan = streaming_.plan;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        SentEdge edge{batch.source_row[i], batch.target_row[i], typical_weight_, batch.delay[i], 0};
        if (detail_ == EdgeDetail::all) edge.weight = batch.weight[i];
        if (!batch.receptor.empty()) edge.receptor = batch.receptor[i];
        const std::uint64_t rank =
            ranks == 1 ? 0 : plan.bucket_of[target_.first_gid() + edge.target_row] / plan.nodes.cycles();
        buffers_.next[rank].push_back(edge);
    }
}

void FileStream::land(std::uint32_t thread, std::span<const SentEdge> edges, LandedEdges& own) const {
    own.clear();
    const auto& blocks = streaming_.shares[thread]->blocks();
    std::map<std::pair<std::uint32_t, std::int32_t>, SignedLanding> landings;  // by block and receptor
    const SignedLanding* landing = nullptr;
    std::pair<std::uint32_t, std::int32_t> last;
    for (const SentEdge& edge : edges) {
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
}

void FileStream::hand_over(std::span<const SentEdge> edges) {
    team_.run([&](std::uint32_t thread) {
        try {
            LandedEdges& own = buffers_.landed[thread];
            land(thread, edges, own);
            if (own.size() > 0) streaming_.sink(thread, number_, own.batch());
        } catch (const std::invalid_argument& fault) {
            throw DataError(fmt::format("edges \"{}\": receptor_type: {}", projection_.name(), fault.what()));
        }
    });
}

}  // namespace simdrive::engine
