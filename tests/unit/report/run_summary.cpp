#include "report/run_summary.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "io/json_file.hpp"

namespace simdrive::report {
namespace {

RunSummary summary() {
    RunSummary summary;
    summary.provenance = this_build();
    summary.provenance.mpi = "Open MPI 4.1.4";
    summary.command_line = {"simdrive", "a.json"};
    summary.hosts = {"n1", "n1", "n2", "n1"};
    summary.circuit_fingerprint = "0123";
    summary.configuration = {{"run", {{"tstop", 100.0}}}};
    summary.allocation = {"Memory", "", "computed", "no file allocation_r4_c1.json.gz in ."};
    summary.estimate.ranks = 4;
    summary.estimate.needs = {{1, 1, 1, 2}, {1, 1, 2, 3}, {1, 1, 3, 4}, {1, 1, 4, 5}};
    summary.memory = {{1, 1, 1, 9, 9}, {2, 2, 2, 9, 8}, {3, 3, 3, 9, 7}, {4, 4, 4, 9, 6}};
    summary.resident_peak = {12, 11, 10, 9};
    summary.policies = {{"off", "1", "default", "local", ""},
                        {"off", "1", "default", "local", ""},
                        {"off", "1", "default", "default", "Operation not permitted"},
                        {"off", "1", "default", "local", ""}};
    summary.phases = {{"build", {1, 1, 1}}};
    summary.rates = {100, 2, 1000, 10, 5, 4};
    summary.outputs = {"output/spikes.h5"};
    return summary;
}

TEST(RunSummary, SaysWhatTheTablesSay) {
    const auto json = to_json(summary());
    EXPECT_EQ(json["format"], "simdrive-run-summary");
    EXPECT_EQ(json["version"], 1);
    EXPECT_EQ(json["provenance"]["mpi"], "Open MPI 4.1.4");
    EXPECT_EQ(json["command_line"][1], "a.json");
    EXPECT_EQ(json["ranks"], 4);
    EXPECT_EQ(json["configuration"]["run"]["tstop"], 100.0);
    EXPECT_EQ(json["allocation"]["reason"], "no file allocation_r4_c1.json.gz in .");
    EXPECT_EQ(json["memory"]["ranks"].size(), 4U);
    EXPECT_EQ(json["memory"]["per_rank"][0]["largest"], 4);
    EXPECT_EQ(json["memory"]["resident_peak_bytes"], (std::vector<std::uint64_t>{12, 11, 10, 9}));
    EXPECT_EQ(json["phases"][0]["phase"], "build");
    EXPECT_EQ(json["rates"]["real_time_factor"], 20.0);
    EXPECT_EQ(json["outputs"][0], "output/spikes.h5");
}

TEST(RunSummary, PutsRanksTogetherThatSayTheSame) {
    const auto json = to_json(summary());
    ASSERT_EQ(json["hosts"].size(), 2U);
    EXPECT_EQ(json["hosts"][0], (nlohmann::json{{"name", "n1"}, {"ranks", "0-1,3"}}));
    EXPECT_EQ(json["hosts"][1], (nlohmann::json{{"name", "n2"}, {"ranks", "2"}}));
    ASSERT_EQ(json["numa_policy"].size(), 2U);
    EXPECT_EQ(json["numa_policy"][0]["ranks"], "0-1,3");
    EXPECT_EQ(json["numa_policy"][1]["reason"], "Operation not permitted");
}

TEST(RunSummary, IsWrittenWhateverTheCommandLineHolds) {
    const auto path =
        std::filesystem::temp_directory_path() / fmt::format("simdrive-summary-{}.json", getpid());
    RunSummary odd = summary();
    odd.command_line[1] = "\xff.json";
    write_run_summary(path, odd);
    const auto json = io::read_json(path);
    std::filesystem::remove(path);
    EXPECT_EQ(json["command_line"][1], "\xEF\xBF\xBD.json");
    EXPECT_EQ(json["rates"], to_json(summary())["rates"]);
}

TEST(Provenance, TellsWhatTheProgramIsMadeOf) {
    const std::string text = version_text(summary().provenance);
    EXPECT_EQ(text.find("simdrive "), 0U);
    for (const char* line :
         {"\n  revision ", "\n  compiler ", "\n  flags ", "\n  MPI             Open MPI 4.1.4\n"}) {
        EXPECT_NE(text.find(line), std::string::npos) << line << " in\n" << text;
    }
    EXPECT_EQ(text.find("HDF5"), std::string::npos) << "nothing is said of what is not known";
    EXPECT_TRUE(to_json(summary().provenance).contains("build_type"));
}

}  // namespace
}  // namespace simdrive::report
