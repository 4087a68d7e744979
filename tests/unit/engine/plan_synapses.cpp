#include "engine/plan_synapses.hpp"

#include <gtest/gtest.h>

#include "unit/circuit/parts.hpp"

namespace simdrive::engine {
namespace {

using circuit::WeightForm;
using nlohmann::json;

using Entries = std::vector<std::pair<std::string, json>>;

/// Projections E → E, and what is planned for them.
class Planned {
  public:
    explicit Planned(const Entries& entries) : circuit_(circuit::two_populations(1000, 100)) {
        std::vector<std::unique_ptr<circuit::Projection>> projections;
        for (const auto& [name, entry] : entries)
            projections.push_back(circuit::drawn(circuit_, name, 0, 0, entry));
        circuit_.connect(std::move(projections), TimeGrid(0.1), 1);
        Problems problems;
        shape_ = shape_of(circuit_, problems);
        problems.throw_if_any();
        scan_ = circuit::scan(circuit_, mpi::Communicator::self());
    }
    const Shape& plan(std::uint64_t owners, std::optional<Delivery> wanted = {}) {
        plan_synapses(shape_, circuit_, scan_, owners, wanted);
        return shape_;
    }
    Delivery chosen(std::uint64_t owners) { return plan(owners).synapses.delivery; }

  private:
    circuit::Circuit circuit_;
    Shape shape_;
    circuit::Scan scan_;
};

json entry_of(std::uint64_t indegree, const json& weight, const json& delay) {
    auto entry = circuit::drawn_entry({{"fixed_indegree", {{"indegree", indegree}}}});
    entry["syn_weight"] = weight;
    entry["delay"] = delay;
    return entry;
}

const json two_delays{{"uniform", {{"min", 0.25}, {"max", 0.45}}}};  // ms: 3 and 4 steps
const json some_weights{{"normal", {{"mean", 1}, {"std", 0.1}}}};

TEST(PlanSynapses, LongRowsAreDeliveredWhenDueShortOnesAtOnce) {
    // 500 targets a source in two bins.
    Planned planned(Entries{{"EE", entry_of(500, some_weights, two_delays)}});
    EXPECT_EQ(planned.chosen(1), Delivery::when_due);
    EXPECT_EQ(planned.chosen(10), Delivery::when_due);
    EXPECT_EQ(planned.chosen(500), Delivery::at_once);
}

TEST(PlanSynapses, WithOneDelayTheLengthOfRowsDoesNotMatter) {
    Planned planned(Entries{{"EE", entry_of(5, some_weights, 1.5)}});
    EXPECT_EQ(planned.chosen(1), Delivery::when_due);
    EXPECT_EQ(planned.chosen(10'000), Delivery::when_due);
}

TEST(PlanSynapses, TheUserHasTheLastWord) {
    Planned planned(Entries{{"EE", entry_of(500, some_weights, two_delays)}});
    EXPECT_EQ(planned.plan(1, Delivery::at_once).synapses.delivery, Delivery::at_once);
    EXPECT_EQ(planned.plan(500, Delivery::when_due).synapses.delivery, Delivery::when_due);
}

TEST(PlanSynapses, BinsAreThoseOfAllProjectionsOfASource) {
    Planned planned(Entries{{"a", entry_of(5, 2.0, two_delays)},
                            {"b", entry_of(5, some_weights, 0.7)},
                            {"c", entry_of(5, -3.0, 0.4)},
                            {"d", entry_of(0, json{{"uniform", {{"min", 1}, {"max", 2}}}}, 9.0)}});
    const Shape& shape = planned.plan(1);
    const SynapseLayout& layout = shape.synapses;
    ASSERT_EQ(layout.forms.size(), 2U);
    EXPECT_EQ(layout.forms[0].form, WeightForm::equal);
    EXPECT_EQ(layout.forms[0].sources[0].delays, (std::vector<std::uint32_t>{3, 4}));
    EXPECT_EQ(layout.forms[0].sources[0].weights, (std::vector<double>{-3.0, 2.0}));
    EXPECT_EQ(layout.forms[0].sources[0].first_port, 0U);
    EXPECT_EQ(layout.forms[0].sources[0].past_port, 2U) << "excitatory and inhibitory ones";
    EXPECT_TRUE(layout.forms[0].sources[1].empty());
    EXPECT_EQ(layout.forms[1].form, WeightForm::single);
    EXPECT_EQ(layout.forms[1].sources[0].delays, (std::vector<std::uint32_t>{7}));
    EXPECT_EQ(layout.forms[1].sources[0].weights.size(), 1U);
    EXPECT_EQ(layout.forms[1].sources[0].past_port, 1U);
    EXPECT_EQ(layout.form_of[0], 0U);
    EXPECT_EQ(layout.form_of[1], 1U);
    EXPECT_EQ(layout.form_of[2], 0U);
    EXPECT_EQ(layout.longest_delay, 7U) << "projections without edges do not count";
    EXPECT_EQ(shape.epoch, 3);
    EXPECT_EQ(layout.first_gid, (std::vector<Gid>{0, 1000, 1100}));
    EXPECT_EQ(layout.forms[0].sources[0].bins(Delivery::when_due), 4U);
    EXPECT_EQ(layout.forms[0].sources[0].bins(Delivery::at_once), 2U);
}

TEST(PlanSynapses, SpikesAreExchangedAtLeastEveryThousandSteps) {
    Planned planned(Entries{{"EE", entry_of(5, 1.0, 500.0)}});
    EXPECT_EQ(planned.plan(1).epoch, 1000);
    EXPECT_EQ(planned.plan(1).synapses.longest_delay, 5000U);
}

TEST(PlanSynapses, NothingToDeliver) {
    Planned planned(Entries{{"EE", entry_of(0, 1.0, 1.0)}});
    const Shape& shape = planned.plan(4);
    EXPECT_TRUE(shape.synapses.forms.empty());
    EXPECT_EQ(shape.epoch, 1);
}

}  // namespace
}  // namespace simdrive::engine
