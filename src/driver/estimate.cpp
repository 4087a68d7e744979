#include "driver/estimate.hpp"

#include <algorithm>
#include <numeric>

#include "engine/construction.hpp"

namespace simdrive::driver {

std::vector<RankEstimate> estimate_ranks(const circuit::Circuit& circuit, const engine::Shape& shape,
                                         const engine::StimulusPlan& stimuli, const circuit::Scan& scan,
                                         const circuit::InDegrees& in_degrees, const Dealing& dealing) {
    engine::LoadCounter counter(circuit, shape, stimuli, dealing.ranks, dealing.threads);
    for (Gid gid = 0; gid < in_degrees.size(); ++gid) {
        counter.add(gid, dealing.bucket_of[gid] / dealing.cycles, in_degrees.counts(gid));
    }
    const bool from_files = std::any_of(circuit.projections().begin(), circuit.projections().end(),
                                        [](const auto& projection) { return projection->is_from_file(); });
    std::vector<RankEstimate> ranks(dealing.ranks);
    for (std::uint32_t r = 0; r < dealing.ranks; ++r) {
        std::uint64_t nodes = 0;
        std::uint64_t edges = 0;
        engine::SlotSegments slots;
        for (std::uint32_t t = 0; t < dealing.threads; ++t) {
            auto load = counter.load(r, t);
            load.rows = engine::expected_rows(circuit, scan, shape.synapses, load);
            auto of_thread = engine::slots_of(shape, load);
            if (of_thread.slots() > slots.slots()) slots = std::move(of_thread);
            ranks[r].arenas += engine::thread_footprint(shape, stimuli, load);
            nodes = std::accumulate(load.nodes.begin(), load.nodes.end(), nodes);
            for (const auto& onto : load.edges) edges = std::accumulate(onto.begin(), onto.end(), edges);
        }
        ranks[r].construction = engine::construction_bytes(shape.synapses, shape.gids, nodes, edges, slots,
                                                           dealing.threads, dealing.cycles, from_files);
    }
    return ranks;
}

std::vector<std::uint64_t> arena_bytes(const std::vector<RankEstimate>& ranks) {
    std::vector<std::uint64_t> bytes;
    for (const auto& rank : ranks) bytes.push_back(rank.arenas.total().allocated);
    return bytes;
}

}  // namespace simdrive::driver
