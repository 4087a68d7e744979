#include "engine/connection_table.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "base/error.hpp"
#include "made_up_synapses.hpp"
#include "memory/arena.hpp"

namespace simdrive::engine {
namespace {

using circuit::WeightForm;

constexpr std::array both_deliveries{Delivery::when_due, Delivery::at_once};
const std::vector<WeightForm> every_form(circuit::all_weight_forms.begin(), circuit::all_weight_forms.end());

const std::vector<std::uint64_t> two_ports{40, 24};

std::vector<std::uint32_t> delays_up_to(std::uint32_t longest, std::uint32_t least) {
    std::vector<std::uint32_t> delays(longest - least + 1);
    std::iota(delays.begin(), delays.end(), least);
    return delays;
}

/// About one source in ten spikes at each step, and none at every fifth.
std::vector<Spike> made_up_spikes(const MadeUpSynapses& made, Step end) {
    const RandomStream stream(3, Purpose::test, 4);
    std::vector<Spike> spikes;
    for (Step step = 0; step < end; ++step) {
        for (Gid gid = 0; gid < made.layout.first_gid.back() && step % 5 != 4; ++gid) {
            if (stream.below(10, static_cast<std::uint64_t>(step), gid) == 0) spikes.push_back({step, gid});
        }
    }
    return spikes;
}

std::uint64_t events_of(const MadeUpSynapses& made, const std::vector<Spike>& spikes) {
    std::map<Gid, std::uint64_t> targets;
    for (const auto& synapse : made.synapses) ++targets[made.gid(synapse)];
    std::uint64_t events = 0;
    for (const Spike spike : spikes) events += targets[spike.source];
    return events;
}

/// Both deliveries give the sums of the reference, bit for bit. Spikes come at the first `spiking` of `end`
/// steps, taken every `epoch` steps.
void expect_sums(MadeUpSynapses made, Step spiking, Step end, Step epoch) {
    const auto spikes = made_up_spikes(made, spiking);
    const auto expected = made.expected(spikes, end);
    ASSERT_GT(expected.size(), 100U);
    for (const auto delivery : both_deliveries) {
        made.layout.delivery = delivery;
        memory::Arena arena("test");
        ConnectionTable table(made.layout, made.slots, &arena);
        made.fill(table);
        EXPECT_EQ(table.synapses(), made.synapses.size());
        EXPECT_TRUE(simulated(table, spikes, end, epoch, made.slots.slots(), &arena) == expected)
            << "delivery " << static_cast<int>(delivery);
        if (end >= spiking + made.layout.longest_delay) {
            EXPECT_EQ(table.events(), events_of(made, spikes));
        }
    }
}

TEST(ConnectionTable, EveryFormOfWeights) {
    for (const auto form : every_form)
        expect_sums(MadeUpSynapses({form}, delays_up_to(17, 3), two_ports, 5000), 60, 80, 3);
}

TEST(ConnectionTable, FormsTogether) {
    expect_sums(MadeUpSynapses(every_form, delays_up_to(17, 3), two_ports, 20'000), 60, 80, 3);
    expect_sums(MadeUpSynapses(every_form, delays_up_to(17, 3), two_ports, 20'000), 60, 80, 1);
}

TEST(ConnectionTable, OneDelay) {
    expect_sums(MadeUpSynapses(every_form, {1}, two_ports, 5000), 30, 31, 1);
    expect_sums(MadeUpSynapses(every_form, {15}, two_ports, 5000), 30, 50, 15);
}

TEST(ConnectionTable, DelaysWithGaps) {
    expect_sums(MadeUpSynapses(every_form, {2, 3, 11, 255, 256}, two_ports, 20'000), 60, 320, 2);
}

TEST(ConnectionTable, DelaysOfTenThousandSteps) {
    expect_sums(
        MadeUpSynapses({WeightForm::equal, WeightForm::single}, {50, 77, 9'999, 10'000}, {24, 8}, 3000), 120,
        10'120, 50);
}

TEST(ConnectionTable, SeveralSegmentsOfSlots) {
    // Just within one, one slot more, two and a half; a thread without neurons that have the second port.
    for (const auto& slots :
         {std::vector<std::uint64_t>{65'536, 8}, {65'537, 65'536}, {163'840, 140'000}, {163'840}}) {
        const MadeUpSynapses made(every_form, delays_up_to(6, 2), slots, 200'000);
        const ConnectionTable table(made.layout, made.slots, std::pmr::new_delete_resource());
        std::uint32_t segments = 0;
        for (const auto of_port : slots) segments += static_cast<std::uint32_t>((of_port + 65'535) / 65'536);
        EXPECT_EQ(table.rows(0).segments(1), segments);
        EXPECT_EQ(table.rows(0).segments(3), 0U) << "no synapses from there";
        expect_sums(made, 12, 20, 2);
    }
}

TEST(ConnectionTable, FootprintIsWhatTheArenaHolds) {
    for (const auto delivery : both_deliveries) {
        for (const std::uint32_t longest : {17U, 300U}) {
            for (const auto& slots : {two_ports, std::vector<std::uint64_t>{70'000, 16}}) {
                MadeUpSynapses made(every_form, delays_up_to(longest, longest - 10), slots, 54'321);
                made.layout.delivery = delivery;
                memory::Arena arena("test");
                ConnectionTable table(made.layout, made.slots, &arena);
                made.fill(table);
                std::vector<std::vector<double>> rows;
                for (std::size_t f = 0; f < made.layout.forms.size(); ++f) {
                    rows.emplace_back();
                    for (std::size_t p = 0; p < made.layout.populations(); ++p)
                        rows.back().push_back(static_cast<double>(table.rows(f).rows(p)));
                }
                memory::Footprint footprint;
                ConnectionTable::count(footprint, made.layout, made.slots, made.counts(), rows);
                EXPECT_EQ(footprint.total().requested, arena.statistics().requested);
                EXPECT_EQ(footprint.total().allocated, arena.statistics().allocated);
                // Target, delay, weight: at most 2 + 2 + 8 bytes.
                EXPECT_LE(footprint[memory::Category::synapses].requested, 12 * table.synapses());
            }
        }
    }
}

TEST(SynapseRows, ASynapseTakesWhatItsFormNeeds) {
    const auto bytes = [](WeightForm form, Delivery delivery, std::uint32_t longest) {
        MadeUpSynapses made({form}, delays_up_to(longest, longest - 5), two_ports, 1000);
        made.layout.delivery = delivery;
        memory::Footprint footprint;
        ConnectionTable::count(footprint, made.layout, made.slots, made.counts(),
                               std::vector<std::vector<double>>{{1, 1, 1, 0}});
        EXPECT_EQ(footprint[memory::Category::synapses].requested, 1000 * made.layout.synapse_bytes(form));
        return made.layout.synapse_bytes(form);
    };
    EXPECT_EQ(bytes(WeightForm::equal, Delivery::when_due, 17), 2U);
    EXPECT_EQ(bytes(WeightForm::single, Delivery::when_due, 300), 6U);
    EXPECT_EQ(bytes(WeightForm::half, Delivery::at_once, 255), 5U);
    EXPECT_EQ(bytes(WeightForm::single, Delivery::at_once, 255), 7U);
    EXPECT_EQ(bytes(WeightForm::single, Delivery::at_once, 256), 8U);
    EXPECT_EQ(bytes(WeightForm::full, Delivery::at_once, 256), 12U);
}

TEST(SynapseRows, RowsFollowTheOrderOfGids) {
    MadeUpSynapses made({WeightForm::single}, {1}, two_ports, 3000);
    ConnectionTable table(made.layout, made.slots, std::pmr::new_delete_resource());
    made.fill(table);
    std::map<Gid, std::uint64_t> targets;
    for (const auto& synapse : made.synapses) ++targets[made.gid(synapse)];
    const SynapseRows& rows = table.rows(0);
    std::uint64_t next = 0;
    for (Gid gid = 0; gid < made.layout.first_gid.back(); ++gid) {
        ASSERT_EQ(rows.has(gid), targets.contains(gid)) << gid;
        if (!rows.has(gid)) continue;
        std::size_t population = 0;
        while (gid >= made.layout.first_gid[population + 1]) ++population;
        const auto row = rows.row(population, gid);
        EXPECT_EQ(row.base + (0 == 0 ? row.begin : rows.end_of(row, 0 - 1)), next) << gid;
        next = row.base + rows.end_of(row, rows.segments(population) - 1);
        EXPECT_EQ(next - row.base - (0 == 0 ? row.begin : rows.end_of(row, 0 - 1)), targets[gid]) << gid;
    }
    EXPECT_EQ(next, rows.synapses());
    EXPECT_EQ(rows.rows(0) + rows.rows(1) + rows.rows(2), targets.size());
    EXPECT_EQ(rows.rows(3), 0U);
}

TEST(ConnectionTable, MissingSynapsesAreFound) {
    for (const std::uint64_t missing : {0, 1, 2}) {
        const MadeUpSynapses made({WeightForm::single}, {1, 2}, two_ports, 1);
        ConnectionTable table(made.layout, made.slots, std::pmr::new_delete_resource());
        const std::uint32_t slot = made.batch_slot(made.synapses[0]);
        const auto give = [&](std::uint64_t source, bool place) {
            const SynapseBatch batch{std::span(&source, 1), std::span(&slot, 1),
                                     std::span(&made.synapses[0].delay, 1),
                                     std::span(&made.synapses[0].weight, 1)};
            place ? table.rows(0).place(0, batch) : table.rows(0).count(0, batch);
        };
        for (const std::uint64_t source : {0, 1, 2}) give(source, false);
        table.reserve();
        for (const std::uint64_t source : {0, 1, 2}) {
            if (source != missing) give(source, true);
        }
        EXPECT_THROW(table.finish(), Error) << missing;
    }
}

TEST(ConnectionTable, WithoutSynapsesNothingHappens) {
    for (const auto delivery : both_deliveries) {
        for (const auto& forms : {std::vector<WeightForm>{}, every_form}) {
            MadeUpSynapses made(every_form, {1, 2}, {8}, 0);
            if (forms.empty()) made.layout.forms.clear();
            made.layout.delivery = delivery;
            ConnectionTable table(made.layout, made.slots, std::pmr::new_delete_resource());
            made.fill(table);
            EXPECT_TRUE(
                simulated(table, {{0, 3}, {1, 338}}, 6, 1, 8, std::pmr::new_delete_resource()).empty());
            EXPECT_EQ(table.events(), 0U);
        }
    }
}

}  // namespace
}  // namespace simdrive::engine
