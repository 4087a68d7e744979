#include "sonata/configuration.hpp"

#include <gtest/gtest.h>

#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::sonata {
namespace {

constexpr const char* circuit = R"({
  "manifest": {"$NETWORK_DIR": "./network", "$COMPONENT_DIR": "../shared"},
  "components": {"point_neuron_models_dir": "$COMPONENT_DIR/cells", "synaptic_models_dir": "$COMPONENT_DIR/synapses"},
  "networks": {
    "nodes": [{"nodes_file": "$NETWORK_DIR/v1_nodes.h5", "node_types_file": "$NETWORK_DIR/v1_types.csv"},
              {"nodes_file": "$NETWORK_DIR/lgn_nodes.h5", "node_types_file": null}],
    "edges": [{"edges_file": "$NETWORK_DIR/e.h5", "edge_types_file": "$NETWORK_DIR/e.csv", "enabled": true},
              {"edges_file": "$NETWORK_DIR/off.h5", "edge_types_file": null, "enabled": false}]}})";

constexpr const char* simulation = R"({
  "manifest": {"$BASE_DIR": ".", "$OUTPUT_DIR": "$BASE_DIR/output"},
  "network": "$BASE_DIR/circuit_config.json",
  "target_simulator": "NEST",
  "run": {"tstop": 1500.0, "dt": 0.01, "random_seed": 7, "nsteps_block": 5000},
  "node_sets_file": "node_sets.json",
  "node_set": "v1",
  "inputs": {"spikes": {"input_type": "spikes", "module": "h5", "input_file": "$BASE_DIR/in.h5", "node_set": "lgn"},
             "off": {"input_type": "spikes", "enabled": false},
             "drive": {"input_type": "current_clamp", "module": "IClamp", "node_set": {"population": "v1"}, "amp": 0.1}},
  "output": {"output_dir": "$OUTPUT_DIR", "spikes_file": "s.h5", "spikes_sort_order": "id"},
  "reports": {"v": {"variable_name": "V_m"}, "not": {"enabled": false}}})";

class ConfigurationTest : public testing::Test {
  protected:
    Configuration load(const std::string& name) {
        problems_ = Problems();
        return load_configuration(folder_.path() / name, problems_);
    }
    Configuration load_text(const std::string& text) {
        folder_.write("c.json", text);
        return load("c.json");
    }
    /// All problems of a configuration, one a line.
    std::string problems_of(const std::string& text) {
        load_text(text);
        std::string all;
        for (const auto& message : problems_.messages()) all += message + "\n";
        return all;
    }
    std::filesystem::path in_folder(const std::string& name) const {
        return (folder_.path() / name).lexically_normal();
    }

    test::TemporaryFolder folder_;
    Problems problems_;
};

void check_split(const Configuration& c, const test::TemporaryFolder& folder) {
    const auto in = [&](const std::string& name) { return (folder.path() / name).lexically_normal(); };
    ASSERT_EQ(c.nodes.size(), 2U);
    EXPECT_EQ(c.nodes[0].file, in("network/v1_nodes.h5"));
    EXPECT_EQ(c.nodes[0].types_file, in("network/v1_types.csv"));
    EXPECT_EQ(c.nodes[1].types_file, std::nullopt);
    ASSERT_EQ(c.edges.size(), 1U);
    EXPECT_EQ(c.edges[0].file, in("network/e.h5"));
    EXPECT_EQ(c.components.at("point_neuron_models_dir"), in("../shared/cells"));
    EXPECT_TRUE(c.has_simulation);
    EXPECT_EQ(c.target_simulator, "NEST");
    EXPECT_EQ(c.run.tstop, 1500.0);
    EXPECT_EQ(c.run.dt, 0.01);
    EXPECT_EQ(c.run.random_seed, 7U);
    EXPECT_EQ(c.output.output_dir, in("output"));
    EXPECT_EQ(c.output.spikes_file, "s.h5");
    EXPECT_EQ(c.output.spikes_sort_order, SpikeSorting::by_id);
    ASSERT_EQ(c.inputs.size(), 2U);
    EXPECT_EQ(c.inputs[0].name, "drive");
    EXPECT_EQ(c.inputs[0].node_set, (nlohmann::json{{"population", "v1"}}));
    EXPECT_EQ(c.inputs[0].parameters, (nlohmann::json{{"amp", 0.1}}));
    EXPECT_EQ(c.inputs[1].file, in("in.h5"));
    EXPECT_EQ(c.inputs[1].module, "h5");
    EXPECT_TRUE(c.inputs[1].parameters.empty());
    ASSERT_EQ(c.reports.size(), 1U);
    EXPECT_EQ(c.reports[0].name, "v");
    EXPECT_EQ(c.node_sets_files, std::vector<std::filesystem::path>{in("node_sets.json")});
    EXPECT_EQ(c.node_set, "v1");
    EXPECT_TRUE(c.warnings.empty()) << c.warnings.front();
}

TEST_F(ConfigurationTest, SimulationThatNamesItsNetwork) {
    folder_.write("circuit_config.json", circuit);
    folder_.write("simulation_config.json", simulation);
    const auto c = load("simulation_config.json");
    problems_.throw_if_any();
    check_split(c, folder_);
    EXPECT_EQ(c.circuit_file, in_folder("circuit_config.json"));
}

TEST_F(ConfigurationTest, FileOfTwoNames) {
    folder_.write("circuit_config.json", circuit);
    folder_.write("simulation_config.json", simulation);
    folder_.write("config.json",
                  R"({"network": "./circuit_config.json", "simulation": "simulation_config.json"})");
    const auto c = load("config.json");
    problems_.throw_if_any();
    check_split(c, folder_);
}

TEST_F(ConfigurationTest, OneFileWithEverything) {
    nlohmann::json all = nlohmann::json::parse(circuit);
    nlohmann::json rest = nlohmann::json::parse(simulation);
    rest.erase("network");
    const auto manifest = rest["manifest"];
    all["manifest"].update(manifest);
    rest.erase("manifest");
    all.update(rest);
    folder_.write("config.json", all.dump());
    const auto c = load("config.json");
    problems_.throw_if_any();
    check_split(c, folder_);
    EXPECT_EQ(c.resolved["networks"]["nodes"][0]["nodes_file"], "./network/v1_nodes.h5");
    EXPECT_FALSE(c.resolved.contains("manifest"));
}

TEST_F(ConfigurationTest, CircuitBesideTheSimulationByDefault) {
    folder_.write("circuit_config.json", circuit);
    const auto c = load_text(R"({"run": {"tstop": 1, "dt": 0.1}})");
    problems_.throw_if_any();
    EXPECT_EQ(c.nodes.size(), 2U);
    EXPECT_EQ(c.output.output_dir, in_folder("output"));
    EXPECT_EQ(c.output.spikes_file, "spikes.h5");
    EXPECT_EQ(c.output.spikes_sort_order, SpikeSorting::by_time);
}

TEST_F(ConfigurationTest, CircuitAlone) {
    folder_.write("circuit_config.json", circuit);
    const auto c = load("circuit_config.json");
    problems_.throw_if_any();
    EXPECT_FALSE(c.has_simulation);
    EXPECT_EQ(c.edges.size(), 1U);
}

TEST_F(ConfigurationTest, OtherDialect) {
    const auto c = load_text(R"({"version": 2.4, "node_set": "Column",
        "run": {"tstop": 10, "dt": 0.025, "random_seed": 1}, "connection_overrides": [{"name": "x"}],
        "conditions": {"celsius": 35}, "inputs": {"r": {"input_type": "spikes", "module": "synapse_replay", "spike_file": "r.h5"}},
        "networks": {"nodes": [{"nodes_file": "n.h5", "populations": {"A": {"type": "virtual", "point_neuron_models_dir": "m"}, "B": null}}],
                     "edges": []}})");
    problems_.throw_if_any();
    EXPECT_EQ(c.output.spikes_file, "out.h5");
    EXPECT_EQ(c.connection_overrides.size(), 1U);
    EXPECT_EQ(c.conditions["celsius"], 35);
    EXPECT_EQ(c.inputs[0].file, in_folder("r.h5"));
    ASSERT_EQ(c.nodes[0].populations.size(), 2U);
    EXPECT_EQ(c.nodes[0].populations.at("A")["type"], "virtual");
    EXPECT_EQ(c.nodes[0].populations.at("A")["point_neuron_models_dir"], in_folder("m").string());
}

TEST_F(ConfigurationTest, PopulationsDescribedByRules) {
    const auto c = load_text(R"({"networks": {
        "nodes": [{"populations": {"E": {"size": 10, "model_template": "nest:iaf_psc_exp"}, "I": {"size": 2}}}],
        "edges": [{"populations": {"E_I": {"source": "E", "target": "I", "rule": "all_to_all"}}}]}})");
    problems_.throw_if_any();
    ASSERT_EQ(c.node_rules.size(), 2U);
    EXPECT_EQ(c.node_rules[0].name, "E");
    EXPECT_EQ(c.node_rules[0].description["size"], 10);
    EXPECT_TRUE(c.node_rules[0].where.ends_with("c.json: networks.nodes[0].populations.E"))
        << c.node_rules[0].where;
    ASSERT_EQ(c.edge_rules.size(), 1U);
    EXPECT_EQ(c.edge_rules[0].description["rule"], "all_to_all");
    EXPECT_TRUE(c.nodes.empty());
}

TEST_F(ConfigurationTest, RelativePathsFallBackToTheWorkingDirectory) {
    folder_.write("here/nodes.h5", "");
    folder_.write("configs/c.json", R"({"networks": {"nodes": [{"nodes_file": "here/nodes.h5"}]}})");
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.path());
    const auto c = load("configs/c.json");
    std::filesystem::current_path(before);
    EXPECT_EQ(c.nodes[0].file, "here/nodes.h5");
    ASSERT_EQ(c.warnings.size(), 1U);
    EXPECT_PRED2(test::contains, c.warnings[0], "working directory");
}

TEST_F(ConfigurationTest, UnknownKeysAreWarnedOf) {
    const auto c =
        load_text(R"({"networks": {"nodes": []}, "run": {"tstop": 1, "dt": 1, "tstp": 2}, "ouput": {}})");
    problems_.throw_if_any();
    ASSERT_EQ(c.warnings.size(), 2U);
    EXPECT_PRED2(test::contains, c.warnings[0], "ouput: unknown key is ignored; did you mean \"output\"?");
    EXPECT_PRED2(test::contains, c.warnings[1], "run.tstp: unknown key is ignored; did you mean \"tstop\"?");
}

TEST_F(ConfigurationTest, AllProblemsAtOnce) {
    const std::string problems = problems_of(R"({"run": {"dt": "x", "random_seed": -3},
        "output": {"spikes_sort_order": "by_tim"}, "inputs": {"a": {"module": "h5"}, "b": 7}, "conditions": [],
        "networks": {"nodes": [{}, {"nodes_file": 3}, {"populations": {"E": 5}}], "edges": {}}})");
    for (const char* part :
         {"run.tstop: missing", "run.dt: found \"x\"; expected a number", "run.random_seed: found -3",
          "did you mean \"by_time\"?", "inputs.a.input_type: missing",
          "inputs.b: found 7; expected an object", "networks.nodes[0]: expected \"nodes_file\"",
          "networks.nodes[1].nodes_file: found 3", "networks.nodes[2].populations.E: expected an object",
          "networks.edges: expected a list", "conditions: found []"})
        EXPECT_PRED2(test::contains, problems, part);
}

TEST_F(ConfigurationTest, BrokenValues) {
    const std::string tail = R"(, "networks": {"nodes": []}})";
    EXPECT_PRED2(test::contains, problems_of(R"({"run": {"tstop": -1, "dt": 0})" + tail),
                 "run.tstop: found -1");
    EXPECT_PRED2(test::contains, problems_of(R"({"run": {"tstop": 1, "dt": 0})" + tail), "run.dt: found 0");
    EXPECT_PRED2(test::contains, problems_of(R"({"manifest": {"$A": "$B/x", "$B": "${A}"})" + tail),
                 "in a circle");
    EXPECT_PRED2(test::contains, problems_of(R"({"networks": []})"),
                 "networks: found []; expected an object");
    EXPECT_PRED2(test::contains, problems_of("[1]"), "c.json: expected a JSON object");
    EXPECT_PRED2(test::contains, problems_of("{"), "c.json: line 1");
    EXPECT_PRED2(test::contains, problems_of(R"({"network": "no.json"})"), "no.json");
    EXPECT_PRED2(test::contains, problems_of(R"({"network": 3})"), "network: found 3");
    EXPECT_PRED2(test::contains, problems_of("{}"), "has neither \"networks\" nor \"network\"");
    EXPECT_PRED2(
        test::contains,
        problems_of(R"({"networks": {"nodes": [{"populations": {"E": {}}}, {"populations": {"E": {}}}]}})"),
        "\"E\" is described twice");
    load("none.json");
    EXPECT_EQ(problems_.messages().size(), 1U);
}

TEST_F(ConfigurationTest, DurationCountsFromTheStart) {
    const auto c =
        load_text(R"({"networks": {"nodes": []}, "run": {"tstart": 5, "duration": 10, "dt": 0.1}})");
    problems_.throw_if_any();
    EXPECT_EQ(c.run.tstop, 15.0);
}

}  // namespace
}  // namespace simdrive::sonata
