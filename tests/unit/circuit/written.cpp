#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "circuit/scan.hpp"
#include "circuit/write.hpp"
#include "io/hdf5_file.hpp"
#include "mpi/agreement.hpp"
#include "parts.hpp"
#include "sonata/configuration.hpp"
#include "sonata/node_attributes.hpp"
#include "support.hpp"

namespace simdrive::circuit {
namespace {

using nlohmann::json;

const TimeGrid grid(0.1);

/// A folder that is there for one test.
class Folder {
  public:
    Folder()
        : path_(std::filesystem::temp_directory_path() / ("simdrive_circuit_" + std::to_string(getpid()))) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

class Written : public testing::Test {
  protected:
    std::filesystem::path save(const json& document, const std::string& name = "rules.json") const {
        std::ofstream(folder_.path() / name) << document.dump(1);
        return folder_.path() / name;
    }
    static Circuit load(const std::filesystem::path& config, Problems& problems) {
        const auto configuration = sonata::load_configuration(config, problems);
        if (!problems.empty()) return {};
        return Circuit::load(configuration, grid, WeightPrecision::automatic, problems);
    }
    static Circuit load(const std::filesystem::path& config) {
        Problems problems;
        Circuit circuit = load(config, problems);
        problems.throw_if_any();
        return circuit;
    }
    std::string problems_of(const json& document) const {
        Problems problems;
        load(save(document), problems);
        std::string all;
        for (const auto& message : problems.messages()) all += message + "\n";
        return all;
    }
    /// The rule-based circuit, written to files and loaded from there.
    Circuit write_and_load(const json& document) const {
        write_circuit(load(save(document)), grid, folder_.path() / "out", mpi::Communicator::self());
        return load(folder_.path() / "out" / "circuit_config.json");
    }
    Folder folder_;
};

json rule_circuit() {
    return json::parse(R"({
      "run": {"tstop": 10, "dt": 0.1, "random_seed": 17},
      "networks": {
        "nodes": [{"populations": {
          "E": {"size": 400, "model_type": "point_neuron", "model_template": "nest:iaf_psc_exp",
                "dynamics_params": {"C_m": 250.5, "tau_m": 0.1, "V_m": {"normal": {"mean": -58, "std": 10}}}},
          "I": {"size": 100, "model_template": "nest:iaf_psc_exp"},
          "noise": {"size": 100, "model_type": "virtual"}}}],
        "edges": [{"populations": {
          "E_I": {"source": "E", "target": "I", "rule": {"fixed_total_number": {"count": 20000}},
                  "syn_weight": {"normal": {"mean": 87.8, "std": 8.78, "min": 0}},
                  "delay": {"normal": {"mean": 1.5, "std": 0.75, "min": 0.1}}},
          "I_E": {"source": "I", "target": "E", "rule": {"pairwise_bernoulli": {"p": 0.1}},
                  "syn_weight": {"lognormal": {"mean": 1, "std": 0.5}}, "delay": 0.3, "receptor_type": 1},
          "E_E": {"source": "E", "target": "E",
                  "rule": {"fixed_indegree": {"indegree": 30, "allow_autapses": false, "allow_multapses": false}},
                  "syn_weight": 2.5, "delay": {"uniform": {"min": 0.5, "max": 0.9}}},
          "noise_I": {"source": "noise", "target": "I", "rule": "one_to_one", "syn_weight": 1, "delay": 1}}}]}})");
}

EdgeBatch all_edges(const Circuit& circuit, const Projection& projection) {
    EdgeBatch all;
    if (const auto* file = dynamic_cast<const FileProjection*>(&projection)) {
        file->read(0, file->edge_count(), EdgeDetail::all, all);
        return all;
    }
    const auto& rule = dynamic_cast<const DrawnProjection&>(projection);
    const std::uint64_t targets = circuit.populations()[rule.target()]->size();
    const auto degrees = rule.in_degrees(Selection(0, targets));
    for (std::uint64_t row = 0; row < targets; ++row)
        rule.edges(row, degrees[row], 0, degrees[row], EdgeDetail::all, all);
    return all;
}

/// None stand for zeros.
std::vector<std::int32_t> receptors_of(const EdgeBatch& edges) {
    return edges.receptor.empty() ? std::vector<std::int32_t>(edges.size()) : edges.receptor;
}

TEST_F(Written, EdgesAndNodesOfFilesAreThoseOfTheRules) {
    const Circuit drawn = load(save(rule_circuit()));
    const Circuit read = write_and_load(rule_circuit());
    ASSERT_EQ(read.projections().size(), 4U);
    ASSERT_EQ(drawn.projections().size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const Projection& a = *drawn.projections()[i];
        const Projection& b = *read.projections()[i];
        EXPECT_EQ(a.name(), b.name());
        EXPECT_EQ(a.source(), b.source());
        EXPECT_EQ(a.target(), b.target());
        EXPECT_EQ(a.synapse_model(), b.synapse_model());
        EXPECT_EQ(a.edge_count(), b.edge_count());
        const auto edges = all_edges(drawn, a);
        const auto found = all_edges(read, b);
        EXPECT_EQ(edges.source_row, found.source_row) << a.name();
        EXPECT_EQ(edges.target_row, found.target_row) << a.name();
        EXPECT_EQ(edges.weight, found.weight) << a.name();
        EXPECT_EQ(edges.delay, found.delay) << a.name();
        EXPECT_EQ(receptors_of(edges), receptors_of(found)) << a.name();
    }
    ASSERT_EQ(read.populations().size(), 3U);
    for (std::size_t p = 0; p < 3; ++p) {
        const Population& a = *drawn.populations()[p];
        const Population& b = *read.populations()[p];
        EXPECT_EQ(a.name(), b.name());
        EXPECT_EQ(a.size(), b.size());
        EXPECT_EQ(b.attributes().name(), b.name());
        ASSERT_EQ(b.groups().size(), 1U);
        EXPECT_EQ(a.groups()[0].model, b.groups()[0].model);
        EXPECT_EQ(a.groups()[0].constants, b.groups()[0].constants);
        EXPECT_EQ(a.groups()[0].columns, b.groups()[0].columns);
        EXPECT_EQ(a.groups()[0].rows, b.groups()[0].rows);
    }
    const auto& e = *read.populations()[0];
    EXPECT_EQ(e.column(e.groups()[0], "V_m", Selection(3, 90)),
              drawn.populations()[0]->column(drawn.populations()[0]->groups()[0], "V_m", Selection(3, 90)));
}

TEST_F(Written, ScanOfFilesIsThatOfTheRules) {
    const auto self = mpi::Communicator::self();
    const Scan a = scan(load(save(rule_circuit())), self);
    const Scan b = scan(write_and_load(rule_circuit()), self);
    EXPECT_EQ(a.in_degrees, b.in_degrees);
    EXPECT_EQ(a.edges, b.edges);
    EXPECT_LE(a.least_delay, b.least_delay);
    EXPECT_GE(a.largest_delay, b.largest_delay);
}

TEST_F(Written, FingerprintOfFilesFollowsContentsNotPlaces) {
    const auto self = mpi::Communicator::self();
    const auto first = scan(write_and_load(rule_circuit()), self).fingerprint;
    std::filesystem::rename(folder_.path() / "out", folder_.path() / "moved");
    EXPECT_EQ(scan(load(folder_.path() / "moved" / "circuit_config.json"), self).fingerprint, first);
    auto changed = rule_circuit();
    changed["networks"]["nodes"][0]["populations"]["E"]["dynamics_params"]["V_m"]["normal"]["mean"] = -57;
    EXPECT_NE(scan(write_and_load(changed), self).fingerprint, first) << "a column differs";
    changed = rule_circuit();
    changed["networks"]["nodes"][0]["populations"]["E"]["dynamics_params"]["C_m"] = 251;
    EXPECT_NE(scan(write_and_load(changed), self).fingerprint, first) << "a constant differs";
    changed = rule_circuit();
    changed["run"]["random_seed"] = 4711;
    EXPECT_NE(scan(write_and_load(changed), self).fingerprint, first) << "edges lie elsewhere";
}

TEST_F(Written, IndexByTargetIsThatOfTheEdges) {
    write_and_load(rule_circuit());
    const auto file = io::Hdf5File::open((folder_.path() / "out" / "I_E_edges.h5").string());
    const auto place = file.root().group("edges/I_E");
    const auto targets = place.dataset("target_node_id").read<std::uint64_t>();
    const auto ranges = place.dataset("indices/target_to_source/node_id_to_ranges").read<std::uint64_t>();
    const auto edges = place.dataset("indices/target_to_source/range_to_edge_id").read<std::uint64_t>();
    ASSERT_EQ(ranges.size(), 800U);
    std::vector<std::uint64_t> by_index;
    for (std::size_t node = 0; node < 400; ++node) {
        for (std::uint64_t r = ranges[2 * node]; r < ranges[2 * node + 1]; ++r) {
            by_index.insert(by_index.end(), edges[2 * r + 1] - edges[2 * r], node);
        }
    }
    EXPECT_EQ(by_index, targets);
}

TEST_F(Written, RulesAndFilesMix) {
    write_and_load(rule_circuit());
    const auto out = (folder_.path() / "out").string();
    const json mixed{
        {"run", {{"tstop", 10}, {"dt", 0.1}}},
        {"components", {{"point_neuron_models_dir", out + "/components/point_neuron_models"}}},
        {"networks",
         {{"nodes",
           json::array(
               {{{"nodes_file", out + "/E_nodes.h5"}, {"node_types_file", out + "/E_node_types.csv"}},
                {{"populations", {{"X", {{"size", 5}, {"model_template", "nest:parrot_neuron"}}}}}}})},
          {"edges", json::array({{{"edges_file", out + "/E_E_edges.h5"},
                                  {"edge_types_file", out + "/E_E_edge_types.csv"}},
                                 {{"populations",
                                   {{"X_E",
                                     {{"source", "X"},
                                      {"target", "E"},
                                      {"rule", "all_to_all"},
                                      {"syn_weight", 1},
                                      {"delay", 1}}}}}},
                                 {{"enabled", false}, {"edges_file", out + "/nowhere.h5"}}})}}}};
    const Circuit circuit = load(save(mixed, "mixed.json"));
    EXPECT_EQ(circuit.node_count(), 405U);
    ASSERT_EQ(circuit.projections().size(), 2U);
    const Scan scanned = scan(circuit, mpi::Communicator::self());
    EXPECT_EQ(scanned.in_degrees.total(7), 35U);
    auto twice = mixed;
    twice["networks"]["nodes"].push_back(twice["networks"]["nodes"][0]);
    EXPECT_NE(problems_of(twice).find("\"E\""), std::string::npos) << problems_of(twice);
}

TEST_F(Written, ProblemsAreToldTogether) {
    auto broken = rule_circuit();
    broken["networks"]["edges"][0]["populations"]["E_I"]["source"] = "EE";
    broken["networks"]["edges"][0]["populations"]["E_E"]["delay"] = 0.01;
    const auto told = problems_of(broken);
    EXPECT_NE(told.find("there is no node population \"EE\""), std::string::npos) << told;
    EXPECT_NE(told.find("E_E.delay"), std::string::npos) << told;
    auto nodes = rule_circuit();
    nodes["networks"]["nodes"][0]["populations"]["E"]["size"] = 0;
    EXPECT_NE(problems_of(nodes).find("nodes[0].populations.E.size: found 0"), std::string::npos)
        << problems_of(nodes);
}

TEST_F(Written, ANodeSetMustCoverAllNeurons) {
    auto part = rule_circuit();
    part["node_set"] = json{{"population", "E"}};
    EXPECT_NE(problems_of(part).find("leaves out 100 neurons of population \"I\""), std::string::npos)
        << problems_of(part);
    part["node_set"] = json{{"model_type", "point_neuron"}};
    EXPECT_EQ(problems_of(part), "");
}

/// Writes one value into a dataset of an edges file.
template <class T>
void poke(const std::filesystem::path& path, const std::string& population, const std::string& dataset,
          std::size_t edge, T value) {
    // Rewrites the file, since io opens files for reading or from scratch.
    std::vector<std::uint64_t> source;
    std::vector<std::uint64_t> target;
    std::vector<double> weight;
    std::vector<double> delay;
    std::string from;
    std::string to;
    {
        const auto file = io::Hdf5File::open(path.string());
        const auto place = file.root().group("edges/" + population);
        from = place.dataset("source_node_id").string_attribute("node_population").value();
        to = place.dataset("target_node_id").string_attribute("node_population").value();
        source = place.dataset("source_node_id").read<std::uint64_t>();
        target = place.dataset("target_node_id").read<std::uint64_t>();
        weight = place.dataset("0/syn_weight").read<double>();
        delay = place.dataset("0/delay").read<double>();
    }
    if (dataset == "source_node_id") source[edge] = static_cast<std::uint64_t>(value);
    if (dataset == "target_node_id") target[edge] = static_cast<std::uint64_t>(value);
    if (dataset == "syn_weight") weight[edge] = static_cast<double>(value);
    if (dataset == "delay") delay[edge] = static_cast<double>(value);
    auto file = io::Hdf5File::create(path.string());
    {
        const auto place = file.root().create_group("edges").create_group(population);
        place.write("source_node_id", source).write_attribute("node_population", from);
        place.write("target_node_id", target).write_attribute("node_population", to);
        place.write("edge_type_id", std::vector<std::uint32_t>(source.size()));
        const auto values = place.create_group("0");
        values.write("syn_weight", weight);
        values.write("delay", delay);
    }
    file.close();
}

TEST_F(Written, OneMovedEdgeIsAnotherCircuit) {
    const auto fingerprint_with = [&](const std::string& dataset, std::size_t edge, auto value) {
        write_and_load(rule_circuit());
        poke(folder_.path() / "out" / "E_I_edges.h5", "E_I", dataset, edge, value);
        const Circuit circuit = load(folder_.path() / "out" / "circuit_config.json");
        return scan(circuit, mpi::Communicator::self()).fingerprint;
    };
    const auto as_it_is = fingerprint_with("none", 0, 0);
    EXPECT_EQ(fingerprint_with("none", 0, 0), as_it_is);
    const auto file = [&] {
        write_and_load(rule_circuit());
        return io::Hdf5File::open((folder_.path() / "out" / "E_I_edges.h5").string());
    }();
    const auto place = file.root().group("edges/E_I");
    const auto source = place.dataset("source_node_id").read<std::uint64_t>()[123];
    const auto target = place.dataset("target_node_id").read<std::uint64_t>()[123];
    EXPECT_NE(fingerprint_with("source_node_id", 123, source == 0 ? 1 : source - 1), as_it_is);
    EXPECT_NE(fingerprint_with("target_node_id", 123, target == 0 ? 1 : target - 1), as_it_is);
    EXPECT_NE(fingerprint_with("syn_weight", 123, 4711.5), as_it_is);
    EXPECT_NE(fingerprint_with("delay", 123, 7.7), as_it_is);
}

TEST_F(Written, FaultyEdgesAreNamed) {
    const auto fault = [&](const std::string& dataset, std::size_t edge, double value) {
        write_and_load(rule_circuit());
        poke(folder_.path() / "out" / "E_I_edges.h5", "E_I", dataset, edge, value);
        const Circuit circuit = load(folder_.path() / "out" / "circuit_config.json");
        return data_error_of([&] {
            for (const auto& projection : circuit.projections()) all_edges(circuit, *projection);
        });
    };
    const auto node = fault("target_node_id", 19'999, 100);
    EXPECT_NE(node.find("E_I_edges.h5"), std::string::npos) << node;
    EXPECT_NE(node.find("target_node_id: edge 19999 names node 100"), std::string::npos) << node;
    EXPECT_NE(fault("source_node_id", 5, 400).find("source_node_id: edge 5 names node 400"),
              std::string::npos);
    EXPECT_NE(fault("syn_weight", 7, NAN).find("edge 7 has the weight nan"), std::string::npos);
    EXPECT_NE(fault("delay", 8, 0.04).find("edge 8 has a delay of 0.04 ms"), std::string::npos);
    EXPECT_NE(fault("delay", 9, 1e30).find("edge 9 has a delay"), std::string::npos);
    EXPECT_EQ(fault("delay", 9, 0.34), "") << "rounded to the grid";
}

TEST_F(Written, AnUnwritableFolderIsToldAndNothingIsLost) {
    const Circuit circuit = load(save(rule_circuit()));
    std::ofstream(folder_.path() / "file") << "here";
    EXPECT_THROW(write_circuit(circuit, grid, folder_.path() / "file", mpi::Communicator::self()),
                 mpi::AgreedError);
    std::string text;
    std::ifstream(folder_.path() / "file") >> text;
    EXPECT_EQ(text, "here");
}

}  // namespace
}  // namespace simdrive::circuit
