#include "circuit/scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "circuit/info.hpp"
#include "mpi/agreement.hpp"
#include "unit/circuit/parts.hpp"

namespace simdrive::circuit {
namespace {

using nlohmann::json;

constexpr std::uint64_t e_nodes = 3000;
constexpr std::uint64_t i_nodes = 700;
// More than two chunks of a scan, and not a multiple of one.
constexpr std::uint64_t listed_edges = 700'001;

EdgeBatch made_up_edges() {
    const RandomStream stream(5, Purpose::test, 1);
    EdgeBatch edges;
    edges.reserve(listed_edges);
    for (std::uint64_t i = 0; i < listed_edges; ++i) {
        // Every seventh edge leaves source 0: an out-degree far above 4096.
        edges.source_row.push_back(i % 7 == 0 ? 0 : stream.below(e_nodes, i, 0));
        edges.target_row.push_back(stream.below(i_nodes, i, 1));
        edges.weight.push_back(stream.uniform(i, 2));
        edges.delay.push_back(static_cast<std::uint32_t>(4 + stream.below(9, i, 3)));
        edges.receptor.push_back(static_cast<std::int32_t>(i % 3));
    }
    return edges;
}

/// E → I from a list, E → E and I → I from rules.
Circuit mixed_circuit(EdgeBatch edges) {
    Circuit circuit = two_populations(e_nodes, i_nodes);
    std::vector<std::unique_ptr<Projection>> projections;
    projections.push_back(drawn(circuit, "II", 1, 1, drawn_entry({{"pairwise_bernoulli", {{"p", 0.1}}}})));
    projections.push_back(std::make_unique<ListedProjection>("EI", 0, 1, std::move(edges)));
    projections.push_back(
        drawn(circuit, "EE", 0, 0, drawn_entry({{"fixed_total_number", {{"count", 50'000}}}})));
    circuit.connect(std::move(projections), TimeGrid(0.1), 1);
    return circuit;
}

const mpi::Communicator& world() {
    static const auto comm = mpi::Communicator::world();
    return comm;
}

/// In-degrees, over all forms of weights, of the nodes that this rank has scanned.
std::vector<std::uint64_t> own_in_degrees(const Scan& scan) {
    std::vector<std::uint64_t> own(scan.in_degrees.size());
    for (std::uint64_t node = 0; node < own.size(); ++node) own[node] = scan.in_degrees.total(node);
    return own;
}

/// The same of all nodes.
std::vector<std::uint64_t> all_in_degrees(const Scan& scan) {
    const auto own = own_in_degrees(scan);
    return world().gather_all(std::span<const std::uint64_t>(own)).take_values();
}

TEST(Scan, InDegreesOfAllProjections) {
    const EdgeBatch edges = made_up_edges();
    const Circuit circuit = mixed_circuit(edges);
    const Scan scanned = scan(circuit, world());
    std::vector<std::uint64_t> expected(e_nodes + i_nodes);
    for (const auto row : edges.target_row) ++expected[e_nodes + row];
    for (const auto& projection : circuit.projections()) {
        const auto* rule = dynamic_cast<const DrawnProjection*>(projection.get());
        if (rule == nullptr) continue;
        const auto& targets = *circuit.populations()[rule->target()];
        const auto degrees = rule->in_degrees(Selection(0, targets.size()));
        for (std::size_t row = 0; row < degrees.size(); ++row)
            expected[targets.first_gid() + row] += degrees[row];
    }
    EXPECT_EQ(all_in_degrees(scanned), expected);
    EXPECT_EQ(scanned.edges, std::accumulate(expected.begin(), expected.end(), std::uint64_t{0}));
    EXPECT_EQ(scanned.projections.at(0).edges, 50'000U);
    EXPECT_EQ(scanned.projections.at(1).edges, listed_edges);
}

TEST(Scan, DelaysAndOutDegrees) {
    const Scan scanned = scan(mixed_circuit(made_up_edges()), world());
    EXPECT_EQ(scanned.projections[1].least_delay(), 4U);
    EXPECT_EQ(scanned.projections[1].largest_delay(), 12U);
    EXPECT_EQ(scanned.least_delay, 1U);
    EXPECT_EQ(scanned.largest_delay, 63U);
    double edges = 0;
    std::uint64_t sources = 0;
    for (const auto& [degree, count] : scanned.projections[1].out_degrees) {
        edges += degree * static_cast<double>(count);
        sources += count;
    }
    EXPECT_NEAR(edges, static_cast<double>(listed_edges), 1e-3);
    EXPECT_EQ(sources, e_nodes);
    EXPECT_GT(scanned.projections[1].out_degrees.back().first, 100'000);
    EXPECT_EQ(scanned.projections[0].out_degrees, (OutDegrees{{50'000.0 / e_nodes, e_nodes}}));
}

TEST(Scan, FingerprintIsThatOfOneRank) {
    const Circuit circuit = mixed_circuit(made_up_edges());
    const Scan together = scan(circuit, world());
    const Scan alone = scan(circuit, mpi::Communicator::self());
    EXPECT_EQ(together.fingerprint, alone.fingerprint);
    EXPECT_EQ(all_in_degrees(together), own_in_degrees(alone));
    EXPECT_EQ(together.edges, alone.edges);
}

TEST(Scan, FingerprintFollowsEveryColumn) {
    const auto fingerprint = [](auto&& change) {
        EdgeBatch edges = made_up_edges();
        change(edges);
        return scan(mixed_circuit(std::move(edges)), world()).fingerprint;
    };
    const std::vector<Fingerprint> all{fingerprint([](EdgeBatch&) {}),
                                       fingerprint([](EdgeBatch& e) { e.source_row[600'000] ^= 1; }),
                                       fingerprint([](EdgeBatch& e) { e.target_row[600'000] ^= 1; }),
                                       fingerprint([](EdgeBatch& e) { e.weight[600'000] += 1; }),
                                       fingerprint([](EdgeBatch& e) { e.delay[600'000] += 1; }),
                                       fingerprint([](EdgeBatch& e) { e.receptor[600'000] += 1; })};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i], all[j]) << i << " " << j;
    }
    EXPECT_EQ(all[0], fingerprint([](EdgeBatch&) {}));
}

TEST(Scan, AFaultyEdgeIsAgreedOn) {
    EdgeBatch edges = made_up_edges();
    edges.delay.back() = 0;
    const Circuit circuit = mixed_circuit(std::move(edges));
    try {
        scan(circuit, world());
        ADD_FAILURE() << "no fault was found";
    } catch (const mpi::AgreedError& error) {
        EXPECT_EQ(error.code(), ExitCode::data);
        EXPECT_NE(std::string(error.what()).find("edge 700000: delay below dt"), std::string::npos)
            << error.what();
    }
    EXPECT_EQ(world().sum(std::uint64_t{1}), static_cast<std::uint64_t>(world().size()))
        << "ranks still agree";
}

TEST(Scan, SharesAreEvenAndCoverAll) {
    for (const std::uint64_t count : {0, 1, 5, 100}) {
        std::uint64_t next = 0;
        for (std::uint64_t r = 0; r < 7; ++r) {
            const Range share = even_share(count, r, 7);
            EXPECT_EQ(share.first, next);
            EXPECT_LE(share.size(), count / 7 + 1);
            next = share.past;
        }
        EXPECT_EQ(next, count);
    }
}

TEST(CircuitInfo, SumsUp) {
    const Circuit circuit = mixed_circuit(made_up_edges());
    const Scan scanned = scan(circuit, world());
    const CircuitInfo info = circuit_info(circuit, scanned, TimeGrid(0.1), world());
    ASSERT_EQ(info.populations.size(), 2U);
    EXPECT_EQ(info.nodes, e_nodes + i_nodes);
    EXPECT_DOUBLE_EQ(info.populations[0].in_degree.mean, 50'000.0 / e_nodes);
    const auto degrees = all_in_degrees(scanned);
    EXPECT_EQ(info.populations[0].in_degree.largest,
              static_cast<double>(*std::max_element(degrees.begin(), degrees.begin() + e_nodes)));
    EXPECT_EQ(info.populations[1].in_degree.least,
              static_cast<double>(*std::min_element(degrees.begin() + e_nodes, degrees.end())));
    EXPECT_EQ(info.projections[1].name, "EI");
    EXPECT_FALSE(info.projections[1].drawn);
    EXPECT_EQ(info.projections[1].least_delay, 0.4);
    EXPECT_EQ(info.fingerprint.size(), 32U);
}

}  // namespace
}  // namespace simdrive::circuit
