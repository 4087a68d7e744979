#include "engine/target_ranks.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "engine/exchange.hpp"

namespace simdrive::engine {
namespace {

const mpi::Communicator& world() {
    static const auto comm = mpi::Communicator::world();
    return comm;
}

std::uint32_t size() {
    return static_cast<std::uint32_t>(world().size());
}

constexpr std::uint32_t cycles = 3;

/// A made-up distribution: gids are dealt at random; about a third of the ranks have targets of a source, and
/// sources of rank 0 have none on the last rank.
struct Made {
    explicit Made(Gid gids) : gids(gids), bucket_of(gids) {
        for (Gid gid = 0; gid < gids; ++gid)
            bucket_of[gid] = static_cast<std::uint32_t>(stream.below(std::uint64_t{size()} * cycles, gid, 0));
    }

    std::uint32_t owner(Gid gid) const { return bucket_of[gid] / cycles; }
    bool wants(std::uint32_t rank, Gid gid) const {
        if (owner(gid) == 0 && rank == size() - 1) return false;
        return stream.below(3, gid, 1 + rank) == 0;
    }
    WantedSources wanted(std::uint32_t rank) const {
        WantedSources made{std::vector<std::uint64_t>((gids + 63) / 64), bucket_of, cycles};
        for (Gid gid = 0; gid < gids; ++gid) {
            if (wants(rank, gid)) made.bits[gid / 64] |= std::uint64_t{1} << (gid % 64);
        }
        return made;
    }
    std::vector<Gid> own(std::uint32_t rank) const {
        std::vector<Gid> own;
        for (Gid gid = 0; gid < gids; ++gid) {
            if (owner(gid) == rank) own.push_back(gid);
        }
        return own;
    }

    RandomStream stream{1, Purpose::test, 9};
    Gid gids;
    std::vector<std::uint32_t> bucket_of;
};

std::vector<std::uint32_t> ranks_of(const TargetRanks& targets, Gid source) {
    std::vector<std::uint32_t> ranks;
    targets.for_each(source, [&](std::size_t receiver) { ranks.push_back(targets.receivers()[receiver]); });
    return ranks;
}

TEST(TargetRanks, OwnersLearnWhoWantsTheirSources) {
    const auto me = static_cast<std::uint32_t>(world().rank());
    for (const Gid gids : {Gid{1}, Gid{64}, Gid{1000}, (Gid{1} << 20) + 77}) {
        const Made made(gids);
        const auto wanted = made.wanted(me);
        const auto own = made.own(me);
        const TargetSpread spread(wanted, world());
        const TargetRanks targets(wanted, spread, own, world());
        std::uint64_t pairs = 0;
        for (const Gid gid : own) {
            std::vector<std::uint32_t> expected;
            for (std::uint32_t rank = 0; rank < size(); ++rank) {
                if (rank != me && made.wants(rank, gid)) expected.push_back(rank);
            }
            ASSERT_EQ(ranks_of(targets, gid), expected) << gid;
            pairs += expected.size();
        }
        EXPECT_EQ(spread.pairs, world().sum(pairs));
        EXPECT_EQ(spread.most_receivers, world().max(std::uint64_t{targets.receivers().size()}));
        EXPECT_LE(targets.bytes(), 8 * own.size() + 4 * size());
    }
}

/// Every `every`-th source of a rank spikes once in an epoch.
std::vector<PackedSpike> spikes_of(const Made& made, std::uint32_t rank, std::uint64_t every) {
    std::vector<PackedSpike> spikes;
    for (const Gid gid : made.own(rank)) {
        if (gid % every == 0) spikes.emplace_back(static_cast<Step>(made.stream.below(9, gid, 77)), gid);
    }
    std::sort(spikes.begin(), spikes.end());
    return spikes;
}

TEST(Exchange, EveryRankGetsItsOwnSpikesAndThoseItWants) {
    const auto me = static_cast<std::uint32_t>(world().rank());
    const Made made(3000);
    const auto wanted = made.wanted(me);
    const auto own = made.own(me);
    const TargetRanks targets(wanted, TargetSpread(wanted, world()), own, world());
    Exchange exchange(world(), &targets);
    // From lists that fit any room to ones that do not, and back.
    std::uint64_t round = 0;
    for (const std::uint64_t every : {500U, 1U, 100U, 2U, 4000U}) {
        std::vector<PackedSpike> expected;
        for (std::uint32_t rank = 0; rank < size(); ++rank) {
            for (const PackedSpike spike : spikes_of(made, rank, every)) {
                if (rank == me || made.wants(me, spike.source())) expected.push_back(spike);
            }
        }
        std::sort(expected.begin(), expected.end());
        const auto mine = spikes_of(made, me, every);
        const bool stop = ++round == 4 && me == 0;
        exchange.begin(mine, stop);
        exchange.progress();
        const auto got = exchange.end();
        EXPECT_EQ(std::vector(got.begin(), got.end()), expected) << "every " << every;
        EXPECT_EQ(exchange.stop_requested(), round == 4);
        const auto again = exchange.run(mine, false);
        EXPECT_EQ(std::vector(again.begin(), again.end()), expected) << "in one call";
    }
}

TEST(Exchange, ToAllBringsEverySpikeToEveryRank) {
    const Made made(3000);
    Exchange exchange(world(), nullptr);
    for (const std::uint64_t every : {500U, 1U, 100U}) {
        std::vector<PackedSpike> expected;
        for (std::uint32_t rank = 0; rank < size(); ++rank) {
            const auto spikes = spikes_of(made, rank, every);
            expected.insert(expected.end(), spikes.begin(), spikes.end());
        }
        std::sort(expected.begin(), expected.end());
        const auto mine = spikes_of(made, static_cast<std::uint32_t>(world().rank()), every);
        exchange.begin(mine, false);
        const auto got = exchange.end();
        EXPECT_EQ(std::vector(got.begin(), got.end()), expected);
    }
}

}  // namespace
}  // namespace simdrive::engine
