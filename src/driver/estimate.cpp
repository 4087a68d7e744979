#include "driver/estimate.hpp"

#include <algorithm>
#include <numeric>

#include "engine/construction.hpp"
#include "engine/loop_memory.hpp"
#include "sonata/spike_file.hpp"

namespace simdrive::driver {

namespace {

constexpr double ms_per_s = 1000;

/// Nodes of the largest population that edges from files lead to; 0 where none do.
std::uint64_t looked_up(const circuit::Circuit& circuit) {
    std::uint64_t largest = 0;
    for (const auto& projection : circuit.projections()) {
        if (projection->is_from_file())
            largest = std::max(largest, circuit.populations()[projection->target()]->size());
    }
    return largest;
}

/// What is the same for all ranks.
class Estimator {
  public:
    Estimator(const Session& session, const circuit::Scan& scan, const Dealing& dealing)
        : session_(session), scan_(scan), dealing_(dealing), looked_up_(looked_up(session.circuit)) {
        for (const auto& replay : session.replays) replayed_ += sonata::count_spikes(replay.file);
        for (const auto& group : session.shape.groups) {
            if (group.model == nullptr) virtual_nodes_ += nodes_of(group);
        }
    }

    RankEstimate rank(std::uint32_t r, const engine::LoadCounter& counter) const {
        RankEstimate rank;
        std::uint64_t neurons = 0;
        std::uint64_t sources = 0;  // virtual
        double rows = 0;
        engine::ConstructionSize size{0, {}, dealing_.threads, dealing_.cycles, looked_up_};
        for (std::uint32_t t = 0; t < dealing_.threads; ++t) {
            auto load = counter.load(r, t);
            load.rows = engine::expected_rows(session_.circuit, scan_, session_.shape.synapses, load);
            auto slots = engine::slots_of(session_.shape, load);
            if (slots.slots() > size.slots_of_thread.slots()) size.slots_of_thread = std::move(slots);
            rank.arenas += engine::thread_footprint(session_.shape, session_.stimuli, load);
            for (std::size_t g = 0; g < load.nodes.size(); ++g)
                (session_.shape.groups[g].model == nullptr ? sources : neurons) += load.nodes[g];
            for (const auto& onto : load.edges)
                size.edges_of_rank = std::accumulate(onto.begin(), onto.end(), size.edges_of_rank);
            for (const auto& of_form : load.rows)
                rows = std::accumulate(of_form.begin(), of_form.end(), rows);
        }
        rank.construction = engine::construction_bytes(session_.shape.synapses, size);
        size.cycles = std::max(size.cycles, engine::most_useful_cycles);
        rank.cycles_save = rank.construction - engine::construction_bytes(session_.shape.synapses, size);
        rank.libraries = (3 + std::uint64_t{dealing_.threads}) << 20U;  // measured over many circuits
        rank.configuration = session_.bytes;
        rank.owners =
            session_.shape.gids * sizeof(std::uint32_t) + engine::RankNodes::bytes(neurons + sources);
        add_spikes(rank, neurons, sources, rows, size.edges_of_rank);
        // In-degrees and bytes of all nodes, and the order in which they are dealt; measured.
        constexpr std::uint64_t dealing_per_node = 88;
        if (r == 0) rank.dealing = session_.shape.gids * dealing_per_node;
        return rank;
    }

  private:
    std::uint64_t nodes_of(const engine::GroupShape& group) const {
        return session_.circuit.populations()[group.population]->groups()[group.group].rows.size();
    }

    void add_spikes(RankEstimate& rank, std::uint64_t neurons, std::uint64_t sources, double rows,
                    std::uint64_t edges) const {
        const auto& layout = session_.shape.synapses;
        engine::LoopSize loop;
        const double gids = static_cast<double>(session_.shape.gids);
        loop.spikes_per_step = gids * planned_rate_hz * session_.grid.dt() / ms_per_s;
        loop.epoch = session_.shape.epoch;
        loop.longest_delay = layout.longest_delay;
        if (layout.delivery == engine::Delivery::when_due && rows > 0) {
            // No more parts in a row than it has synapses, or than there are delays.
            const double parts =
                std::min(static_cast<double>(edges) / rows, static_cast<double>(layout.longest_delay));
            loop.jobs_per_spike = parts * rows / std::max(gids, 1.0);
        }
        rank.under_way = engine::loop_bytes(loop);
        const auto spikes = static_cast<std::uint64_t>(static_cast<double>(neurons) * planned_rate_hz *
                                                       session_.configuration.run.tstop / ms_per_s);
        rank.recorded = engine::recorded_bytes(spikes);
        rank.writing = engine::writing_bytes(spikes);
        // Every rank reads all of them and keeps its own.
        if (virtual_nodes_ > 0) {
            rank.reading = replayed_ * sizeof(Spike);
            rank.replayed = static_cast<std::uint64_t>(static_cast<double>(replayed_ * sizeof(Spike)) *
                                                       static_cast<double>(sources) /
                                                       static_cast<double>(virtual_nodes_));
        }
    }

    const Session& session_;
    const circuit::Scan& scan_;
    const Dealing& dealing_;
    std::uint64_t looked_up_;
    std::uint64_t replayed_ = 0;
    std::uint64_t virtual_nodes_ = 0;
};

}  // namespace

std::uint64_t RankEstimate::steady() const {
    return arenas.total().requested + libraries + configuration + owners + under_way + replayed + recorded;
}

std::uint64_t RankEstimate::built() const {
    const std::uint64_t before = libraries + configuration + owners;
    const std::uint64_t placed = arenas.total().requested + before;
    return std::max({before + dealing, placed + construction, placed + replayed + reading});
}

std::uint64_t RankEstimate::built_in_cycles() const {
    RankEstimate slower = *this;
    slower.construction -= cycles_save;
    return slower.built();
}

std::uint64_t RankEstimate::peak() const {
    return std::max(built(), steady() + writing);
}

std::vector<RankEstimate> estimate_ranks(const Session& session, const circuit::Scan& scan,
                                         const circuit::InDegrees& in_degrees, const Dealing& dealing) {
    engine::LoadCounter counter(session.circuit, session.shape, session.stimuli, dealing.ranks,
                                dealing.threads);
    for (Gid gid = 0; gid < in_degrees.size(); ++gid) {
        counter.add(gid, dealing.bucket_of[gid] / dealing.cycles, in_degrees.counts(gid));
    }
    const Estimator estimator(session, scan, dealing);
    std::vector<RankEstimate> ranks;
    ranks.reserve(dealing.ranks);
    for (std::uint32_t r = 0; r < dealing.ranks; ++r) ranks.push_back(estimator.rank(r, counter));
    return ranks;
}

std::vector<std::uint64_t> arena_bytes(const std::vector<RankEstimate>& ranks) {
    std::vector<std::uint64_t> bytes;
    for (const auto& rank : ranks) bytes.push_back(rank.arenas.total().allocated);
    return bytes;
}

}  // namespace simdrive::driver
