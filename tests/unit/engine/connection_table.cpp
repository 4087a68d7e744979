#include "engine/connection_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/error.hpp"
#include "base/random.hpp"
#include "memory/arena.hpp"

namespace simdrive::engine {
namespace {

struct Synapse {
    Gid source;
    std::uint32_t slot;
    std::uint32_t delay;
    double weight;
};

std::vector<Synapse> random_synapses(std::uint64_t gids, std::uint32_t slots, std::uint32_t longest,
                                     int count) {
    const RandomStream stream(1, Purpose::test, 2);
    std::vector<Synapse> synapses;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
        synapses.push_back(
            {stream.below(gids, i, 0) / 2 * 2, static_cast<std::uint32_t>(stream.below(slots, i, 1)),
             static_cast<std::uint32_t>(1 + stream.below(longest, i, 2)), stream.normal(i, 3)});
    }
    return synapses;
}

void fill(ConnectionTable& table, const std::vector<Synapse>& synapses, std::uint64_t gids) {
    std::vector<std::uint32_t> targets(gids);
    for (const auto& s : synapses) ++targets[s.source];
    table.reserve(targets);
    for (const auto& s : synapses) table.place(s.source, s.slot, s.delay, s.weight);
    table.finish();
}

TEST(ConnectionTable, DeliversWhatWasPlacedInTheOrderOfPlacing) {
    constexpr std::uint64_t gids = 300;
    constexpr std::uint32_t slots = 40;
    constexpr std::uint32_t longest = 17;
    const auto synapses = random_synapses(gids, slots, longest, 5000);
    memory::Arena arena("test");
    ConnectionTable table(&arena);
    fill(table, synapses, gids);

    InputRing ring(slots, longest, &arena);
    const Step epoch = 1234;
    const std::vector<PackedSpike> spikes{{0, 4}, {0, 5}, {0, 100}, {1, 4}, {1, 298}};
    std::map<std::pair<Step, std::uint32_t>, double> expected;
    std::uint64_t events = 0;
    for (const auto spike : spikes) {
        for (const auto& s : synapses) {
            if (s.source != spike.source()) continue;
            // The largest delay at lag 1 shares its slot with lag 0: sums must be compared by place in the
            // ring.
            expected[{(epoch + spike.lag() + s.delay) % longest, s.slot}] += s.weight;
            ++events;
        }
    }
    ASSERT_GT(events, 50U);
    EXPECT_EQ(table.deliver(spikes, epoch, ring), events);
    for (Step step = 0; step < longest; ++step) {
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            const auto found = expected.find({step, slot});
            EXPECT_EQ(ring.at(step)[slot], found == expected.end() ? 0.0 : found->second);
        }
    }
}

TEST(ConnectionTable, FootprintIsWhatTheArenaHolds) {
    constexpr std::uint64_t gids = 10'000;
    const auto synapses = random_synapses(gids, 40, 17, 54'321);
    memory::Arena arena("test");
    ConnectionTable table(&arena);
    fill(table, synapses, gids);
    memory::Footprint footprint;
    ConnectionTable::count(footprint, table.synapses(), table.rows(), gids);
    EXPECT_EQ(footprint.total().requested, arena.statistics().requested);
    EXPECT_EQ(footprint.total().allocated, arena.statistics().allocated);
    EXPECT_LE(footprint[memory::Category::synapses].requested, 16 * table.synapses());
}

TEST(ConnectionTable, MissingSynapsesAreFound) {
    memory::Arena arena("test");
    ConnectionTable table(&arena);
    table.reserve(std::vector<std::uint32_t>{0, 2, 0, 1});
    table.place(1, 0, 1, 1.0);
    table.place(1, 0, 1, 1.0);
    EXPECT_THROW(table.finish(), Error);
}

TEST(ConnectionTable, WithoutSynapsesNothingHappens) {
    memory::Arena arena("test");
    ConnectionTable table(&arena);
    table.reserve(std::vector<std::uint32_t>(100));
    table.finish();
    InputRing ring(8, 1, &arena);
    EXPECT_EQ(table.deliver(std::vector<PackedSpike>{{0, 99}}, 0, ring), 0U);
}

TEST(SourceIndex, RowsFollowTheOrderOfGids) {
    std::vector<std::uint32_t> targets(1000);
    for (const auto gid : {0, 63, 64, 65, 127, 128, 999}) targets[static_cast<std::size_t>(gid)] = 3;
    SourceIndex index(std::pmr::new_delete_resource());
    index.assign(targets);
    EXPECT_EQ(index.rows(), 7U);
    std::uint64_t expected = 0;
    for (Gid gid = 0; gid < 1000; ++gid) {
        EXPECT_EQ(index.row(gid), targets[gid] != 0 ? expected++ : SourceIndex::none) << gid;
    }
}

}  // namespace
}  // namespace simdrive::engine
