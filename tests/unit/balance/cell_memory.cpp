#include "balance/cell_memory.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "balance/line_file.hpp"
#include "base/error.hpp"
#include "unit/balance/lines.hpp"
#include "unit/balance/temporary_folder.hpp"
#include "unit/balance/weights.hpp"

namespace simdrive::balance {
namespace {

CellMemory example_memory() {
    CellMemory memory;
    memory.fingerprint = "00ff";
    memory.threads = 2;
    memory.overheads = R"({"per_rank":100})";
    memory.populations = {{{"big", Selection(0, 6)},
                           {{"iaf_psc_exp", 6, 80, 16}},
                           {96, 80, 80, 80, 112, 112},
                           {5, 5, 5, 5, 9, 9}},
                          {{"empty", {}}, {}, {}, {}},
                          {{"small", Selection::of_ids(std::vector<std::uint64_t>{100, 200})},
                           {{"virtual", 2, 8, 0}},
                           {8, 8},
                           {0, 0}}};
    return memory;
}

std::string reason(const std::filesystem::path& folder, const std::string& fingerprint = "00ff",
                   const std::vector<PopulationIds>& populations = example_memory().population_ids()) {
    const auto found = find_cell_memory(folder, fingerprint, populations);
    return std::holds_alternative<std::string>(found) ? std::get<std::string>(found) : "found";
}

class CellMemoryFile : public testing::Test {
  protected:
    CellMemoryFile() { write_cell_memory(path, example_memory()); }
    TemporaryFolder folder;
    std::filesystem::path path = folder.path() / cell_memory_file_name;
};

TEST_F(CellMemoryFile, ReadsWhatItWrote) {
    EXPECT_EQ(read_cell_memory(path), example_memory());
    const auto found = find_cell_memory(folder.path(), "00ff", example_memory().population_ids());
    ASSERT_TRUE(std::holds_alternative<CellMemory>(found)) << std::get<std::string>(found);
    EXPECT_EQ(std::get<CellMemory>(found), example_memory());
    EXPECT_EQ(example_memory().bytes(), (std::vector<std::uint64_t>{96, 80, 80, 80, 112, 112, 8, 8}));
}

TEST_F(CellMemoryFile, WritesEqualNeighboursOnce) {
    const auto lines = read_lines(path);
    ASSERT_EQ(lines.size(), 4U);
    const auto header = nlohmann::json::parse(lines[0]);
    EXPECT_EQ(header["format"], "simdrive-cell-memory");
    EXPECT_EQ(header["overheads"]["per_rank"], 100);
    EXPECT_EQ(header["populations"][0]["groups"][0]["bytes_per_synapse"], 16);
    EXPECT_EQ(lines[1],
              R"({"population":"big","node_ids":[[0,6]],"runs":[96,[80,3],[112,2]],"work":[[5,4],[9,2]]})");
    EXPECT_EQ(lines[2],
              R"({"population":"small","node_ids":[[100,101],[200,201]],"runs":[[8,2]],"work":[[0,2]]})");
    EXPECT_EQ(lines[3], R"({"end":true,"nodes":8})");
    const std::string bytes = bytes_of(path);
    write_cell_memory(path, example_memory());
    EXPECT_EQ(bytes_of(path), bytes);
}

TEST_F(CellMemoryFile, CutsLargePopulationsIntoLines) {
    CellMemory memory = example_memory();
    const std::size_t nodes = 2 * LineWriter::longest_list + 77;
    memory.populations[0].bytes = lognormal_weights(nodes, 1000, 1);
    memory.populations[0].work = lognormal_weights(nodes, 500, 1);
    Selection ids(5, 100);
    for (std::uint64_t id = 200; ids.size() < nodes / 2; id += 3) ids.append(id);
    ids.append(Range{1'000'000, 1'000'000 + nodes - ids.size()});
    memory.populations[0].population.ids = ids;
    write_cell_memory(path, memory);
    EXPECT_EQ(read_lines(path).size(), 1U + 3 + 1 + 1);
    EXPECT_EQ(read_cell_memory(path), memory);
}

TEST_F(CellMemoryFile, TellsWhyItDoesNotFit) {
    EXPECT_EQ(reason(folder.path()), "found");
    EXPECT_NE(reason(folder.path(), "0100").find("of another circuit, or the circuit has changed"),
              std::string::npos);
    auto populations = example_memory().population_ids();
    populations[0].ids = Selection(1, 7);
    EXPECT_NE(reason(folder.path(), "00ff", populations).find("differ from those of the circuit"),
              std::string::npos);
    populations.pop_back();
    EXPECT_NE(reason(folder.path(), "00ff", populations).find("differ from those of the circuit"),
              std::string::npos);
    std::filesystem::remove(path);
    EXPECT_EQ(reason(folder.path()), "no file cell_memory_usage.json.gz in " + folder.path().string());
}

TEST_F(CellMemoryFile, AnyFlippedByteIsNoticedOrHarmless) {
    const std::string good = bytes_of(path);
    for (std::size_t byte = 0; byte < good.size(); ++byte) {
        std::string bad = good;
        bad[byte] = static_cast<char>(bad[byte] ^ (1 << (byte % 8)));
        write_bytes(path, bad);
        const auto found = find_cell_memory(folder.path(), "00ff", example_memory().population_ids());
        if (std::holds_alternative<CellMemory>(found)) {
            EXPECT_EQ(std::get<CellMemory>(found), example_memory()) << "byte " << byte;
        }
    }
    write_bytes(path, good.substr(0, good.size() - 1));
    EXPECT_EQ(reason(folder.path()).find("corrupt: "), 0U);
}

TEST_F(CellMemoryFile, RefusesOverheadsThatAreNoObject) {
    CellMemory memory = example_memory();
    memory.overheads = "[1";
    EXPECT_THROW(write_cell_memory(path, memory), DataError);
    EXPECT_EQ(reason(folder.path()), "found") << "what was there is kept";
}

struct Damage {
    const char* name;
    std::size_t line;
    const char* from;
    const char* to;
    const char* words;
};

class CellMemoryDamage : public testing::TestWithParam<Damage> {};

TEST_P(CellMemoryDamage, IsToldWithItsLine) {
    const TemporaryFolder folder;
    const auto path = folder.path() / cell_memory_file_name;
    write_cell_memory(path, example_memory());
    auto lines = read_lines(path);
    replace(lines.at(GetParam().line), GetParam().from, GetParam().to);
    write_lines(path, lines);
    const std::string words = reason(folder.path());
    EXPECT_EQ(words.find("corrupt: " + path.string() + ": line "), 0U) << words;
    EXPECT_NE(words.find(GetParam().words), std::string::npos) << words;
}

INSTANTIATE_TEST_SUITE_P(
    All, CellMemoryDamage,
    testing::Values(
        Damage{"future", 0, "\"version\":2", "\"version\":9", "written by a newer program"},
        Damage{"past", 0, "\"version\":2", "\"version\":1", "a dry run writes it anew"},
        Damage{"no_work", 1, "\"work\"", "\"wirk\"", "\"work\""},
        Damage{"endless_work", 1, "[9,2]", "[9,18446744073709551615]", "\"work\" is of more nodes"},
        Damage{"overheads", 0, "{\"per_rank\":100}", "7", "\"overheads\" has 7; expected an object"},
        Damage{"groups", 0, "\"groups\":[{", "\"groups\":[1,{", "\"groups\" holds something else"},
        Damage{"model", 0, "\"iaf_psc_exp\"", "5", "\"model\" has 5; expected a text"},
        Damage{"too_many_runs", 1, "[112,2]", "[112,3]", "of more nodes than \"node_ids\""},
        Damage{"endless_run", 1, "[112,2]", "[112,18446744073709551615]", "of more nodes than \"node_ids\""},
        Damage{"too_few_runs", 1, ",[112,2]", "", "\"runs\" lacks 2 nodes"},
        Damage{"odd_run", 1, "[112,2]", "\"112\"", "something else than numbers"},
        Damage{"negative_bytes", 1, "96", "-96", "something else than numbers"},
        Damage{"overflow", 1, "96,[80,3]", "18446744073709551615,[80,3]", "more than 2^64"},
        Damage{"more_nodes", 1, "[[0,6]]", "[[0,7]]", "7 nodes behind 0 of population \"big\""},
        Damage{"bomb", 1, "[[0,6]]", "[[0,9000000000000000000]]", "nodes behind 0 of population \"big\""},
        Damage{"other_ids", 1, "[[0,6]]", "[[1,7]]", "differ from those of the circuit"},
        Damage{"population", 2, "small", "empty",
               "2 nodes behind 0 of population \"empty\"; expected at most 65536 a line and 0 in all"},
        Damage{"unknown", 2, "small", "smell", "\"smell\" is not named in the header"},
        Damage{"end", 3, "8", "9", "the file has 8 nodes; its end tells 9"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace simdrive::balance
