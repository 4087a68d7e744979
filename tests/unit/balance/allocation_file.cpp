#include "balance/allocation_file.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "balance/line_file.hpp"
#include "base/error.hpp"
#include "unit/balance/example.hpp"
#include "unit/balance/lines.hpp"
#include "unit/balance/temporary_folder.hpp"

namespace simdrive::balance {
namespace {

constexpr const char* name = "allocation_r3_c2.json.gz";

std::string message_of(const std::function<void()>& f) {
    try {
        f();
    } catch (const DataError& error) {
        return error.what();
    }
    return "no DataError";
}

/// The reason why find_allocation does not find the example, or "found".
std::string reason(const std::filesystem::path& folder, const Target& wanted = example()) {
    const auto found = find_allocation(folder, wanted, example_populations());
    return std::holds_alternative<std::string>(found) ? std::get<std::string>(found) : "found";
}

class AllocationFile : public testing::Test {
  protected:
    AllocationFile() { write_allocation(path, example()); }
    TemporaryFolder folder;
    std::filesystem::path path = folder.path() / name;
};

TEST_F(AllocationFile, ReadsWhatItWrote) {
    EXPECT_EQ(read_allocation(path), example());
    EXPECT_EQ(allocation_file_name(3, 2), name);
    const auto found = find_allocation(folder.path(), example(), example_populations());
    ASSERT_TRUE(std::holds_alternative<Allocation>(found)) << std::get<std::string>(found);
    EXPECT_EQ(std::get<Allocation>(found), example());
}

TEST_F(AllocationFile, SaysWhatItIsOnItsFirstLine) {
    const auto lines = read_lines(path);
    ASSERT_EQ(lines.size(), 1U + 5 + 3 + 1);
    const auto header = nlohmann::json::parse(lines[0]);
    EXPECT_EQ(header["format"], "simdrive-allocation");
    EXPECT_EQ(header["version"], 1);
    EXPECT_EQ(header["ranks"], 3);
    EXPECT_EQ(header["cycles"], 2);
    EXPECT_EQ(header["threads"], 4);
    EXPECT_EQ(header["fingerprint"], example().fingerprint);
    EXPECT_EQ(header["populations"],
              nlohmann::json::parse(R"([{"name":"big","nodes":6},{"name":"small","nodes":2}])"));
    EXPECT_EQ(header["bytes"], nlohmann::json::parse(R"({"total":153,"largest":82,"mean":51.0})"));
    EXPECT_EQ(lines[3], R"({"population":"big","rank":1,"cycle":1,"bytes":80,"node_ids":[[2,4],[5,6]]})");
    EXPECT_EQ(lines[6], R"({"rank":0,"bytes":71})");
    EXPECT_EQ(lines.back(), R"({"end":true,"nodes":8})");
}

TEST_F(AllocationFile, IsTheSameBytesEachTime) {
    const std::string first = bytes_of(path);
    write_allocation(path, example());
    EXPECT_EQ(bytes_of(path), first);
}

TEST_F(AllocationFile, KeepsNamesThatJsonMustQuote) {
    Allocation allocation = example();
    allocation.populations[0].name = "a \"b\"\\\n µ";
    write_allocation(path, allocation);
    EXPECT_EQ(read_allocation(path), allocation);
}

TEST_F(AllocationFile, RefusesNamesThatAreNotUtf8AndKeepsWhatWasThere) {
    Allocation allocation = example();
    allocation.populations[1].name = "\xff";
    EXPECT_THROW(write_allocation(path, allocation), DataError);
    EXPECT_EQ(read_allocation(path), example());
}

TEST_F(AllocationFile, SpreadsALongShareOverLines) {
    Selection odd;
    const std::uint64_t nodes = 3 * LineWriter::longest_list + 5;
    for (std::uint64_t i = 0; i < nodes; ++i) odd.append(2 * i + 1);
    const std::vector<std::uint64_t> bytes(nodes, 3);
    const auto allocation =
        make_allocation({1, 1, 1, "f", "Memory"}, {{"p", odd}}, std::vector<std::uint32_t>(nodes, 0), bytes);
    const auto long_path = folder.path() / "allocation_r1_c1.json.gz";
    write_allocation(long_path, allocation);
    EXPECT_EQ(read_lines(long_path).size(), 1U + 4 + 1 + 1);
    EXPECT_EQ(read_allocation(long_path), allocation);
}

TEST_F(AllocationFile, AnyFlippedByteOrLostEndIsNoticedOrHarmless) {
    const std::string good = bytes_of(path);
    std::size_t refused = 0;
    for (std::size_t byte = 0; byte < good.size(); ++byte) {
        std::string bad = good;
        bad[byte] = static_cast<char>(bad[byte] ^ (1 << (byte % 8)));
        write_bytes(path, bad);
        const auto found = find_allocation(folder.path(), example(), example_populations());
        if (std::holds_alternative<std::string>(found)) {
            ++refused;
        } else {
            EXPECT_EQ(std::get<Allocation>(found), example()) << "byte " << byte;
        }
    }
    // All but gzip's header of 10 bytes and the padding of its last byte are protected.
    EXPECT_GE(refused, good.size() - 11);
    for (std::size_t size = 0; size < good.size(); ++size) {
        write_bytes(path, good.substr(0, size));
        EXPECT_EQ(reason(folder.path()).find("corrupt: "), 0U) << size;
    }
}

TEST_F(AllocationFile, TellsWhyNoneFits) {
    const auto missing = reason(folder.path(), {3, 1, 4, example().fingerprint, ""});
    EXPECT_EQ(missing, "no file allocation_r3_c1.json.gz in " + folder.path().string());

    const auto stale = reason(folder.path(), {3, 2, 4, "other", "Memory"});
    EXPECT_NE(stale.find("of another circuit, or the circuit has changed"), std::string::npos) << stale;
    EXPECT_NE(stale.find("the circuit has other"), std::string::npos) << stale;

    std::filesystem::copy_file(path, folder.path() / "allocation_r4_c2.json.gz");
    const auto renamed = reason(folder.path(), {4, 2, 4, example().fingerprint, ""});
    EXPECT_NE(
        renamed.find("the file is for 3 ranks and 2 cycles; such a file is called allocation_r3_c2.json.gz"),
        std::string::npos)
        << renamed;
    std::filesystem::copy_file(path, folder.path() / "kept.json.gz");
    EXPECT_EQ(read_allocation(folder.path() / "kept.json.gz"), example()) << "other names may be read";

    std::filesystem::create_directory(folder.path() / "allocation_r1_c1.json.gz");
    EXPECT_EQ(reason(folder.path(), {1, 1, 1, "", ""}).find("corrupt: "), 0U);
    EXPECT_EQ(reason(folder.path() / "nowhere").find("no file"), 0U);
    EXPECT_EQ(reason(folder.path(), {3, 2, 1, example().fingerprint, ""}), "found") << "threads may differ";
    const auto other_mode = reason(folder.path(), {3, 2, 4, example().fingerprint, "Compute"});
    EXPECT_NE(other_mode.find("was dealt with --lb-mode=Memory; wanted is Compute"), std::string::npos)
        << other_mode;
}

TEST_F(AllocationFile, TellsPopulationsThatAreNotThoseOfTheCircuit) {
    const auto words = [&](const std::vector<PopulationIds>& populations) {
        const auto found = find_allocation(folder.path(), example(), populations);
        return std::holds_alternative<std::string>(found) ? std::get<std::string>(found) : "found";
    };
    auto populations = example_populations();
    populations[0].name = "gone";
    EXPECT_NE(words(populations).find(R"(population number 0 is "big"; expected "gone")"), std::string::npos);
    populations = example_populations();
    populations.push_back({"new", Selection(0, 1)});
    EXPECT_NE(words(populations).find(R"(population number 2 is none; expected "new")"), std::string::npos);
    populations.resize(1);
    EXPECT_NE(words(populations).find(R"(population number 1 is "small"; expected none)"), std::string::npos);
    populations = example_populations();
    populations[0].ids = Selection(0, 7);
    EXPECT_NE(words(populations).find(R"(population "big" has 6 nodes; expected 7)"), std::string::npos);
    populations[0].ids = Selection(1, 7);
    EXPECT_NE(words(populations).find(R"(1 of 6 nodes of population "big" are missing, the first is node 6)"),
              std::string::npos);
}

struct Damage {
    const char* name;
    std::function<void(std::vector<std::string>&)> spoil;
    const char* words;
};

class AllocationDamage : public testing::TestWithParam<Damage> {};

TEST_P(AllocationDamage, IsToldWithItsLine) {
    const TemporaryFolder folder;
    const auto path = folder.path() / name;
    write_allocation(path, example());
    auto lines = read_lines(path);
    GetParam().spoil(lines);
    write_lines(path, lines);
    const auto message = message_of([&] { read_allocation(path); });
    EXPECT_EQ(message.find(path.string() + ": "), 0U) << message;
    EXPECT_NE(message.find("line "), std::string::npos) << message;
    EXPECT_NE(message.find(GetParam().words), std::string::npos) << message;
    EXPECT_EQ(reason(folder.path()).find("corrupt: "), 0U) << reason(folder.path());
}

/// Replaces a text on a line.
auto edit(std::size_t line, const char* from, const char* to) {
    return [=](std::vector<std::string>& lines) { replace(lines.at(line), from, to); };
}
auto insert(std::size_t before, const char* text) {
    return [=](std::vector<std::string>& lines) {
        lines.insert(lines.begin() + static_cast<long>(before), text);
    };
}
auto remove(std::size_t line) {
    return [=](std::vector<std::string>& lines) { lines.erase(lines.begin() + static_cast<long>(line)); };
}

INSTANTIATE_TEST_SUITE_P(
    All, AllocationDamage,
    testing::Values(
        Damage{"empty", [](auto& lines) { lines.clear(); },
               "line 0: the file ends here; expected the header"},
        Damage{"other_format", edit(0, "simdrive-allocation", "simdrive-cell-memory"),
               "line 1: \"format\" is \"simdrive-cell-memory\"; expected \"simdrive-allocation\""},
        Damage{"future_version", edit(0, "\"version\":1", "\"version\":2"),
               "version 2 of its format, this program knows 1: it was written by a newer program"},
        Damage{"no_version", edit(0, "\"version\":1", "\"version\":0"), "\"version\" is 0"},
        Damage{"fingerprint_missing", edit(0, "fingerprint", "fingerprunt"),
               "\"fingerprint\" is missing; expected a text"},
        Damage{"ranks_text", edit(0, "\"ranks\":3", "\"ranks\":\"3\""),
               "\"ranks\" has \"3\"; expected a whole number"},
        Damage{"ranks_negative", edit(0, "\"ranks\":3", "\"ranks\":-3"),
               "\"ranks\" has -3; expected a whole number"},
        Damage{"ranks_fraction", edit(0, "\"ranks\":3", "\"ranks\":3.0"),
               "\"ranks\" has 3.0; expected a whole number"},
        Damage{"ranks_huge", edit(0, "\"ranks\":3", "\"ranks\":99999999999999999999999"), "\"ranks\" has"},
        Damage{"no_ranks", edit(0, "\"ranks\":3", "\"ranks\":0"), "0 ranks and 2 cycles"},
        Damage{"too_many_buckets", edit(0, "\"ranks\":3", "\"ranks\":1073741824"),
               "1073741824 ranks and 2 cycles"},
        Damage{"populations", edit(0, "[{\"name\"", "[7,{\"name\""), "\"populations\" holds something else"},
        Damage{"fewer_nodes", edit(0, "\"nodes\":6", "\"nodes\":5"),
               "line 4: population \"big\" has more nodes than the 5 of the header"},
        Damage{"more_nodes", edit(0, "\"nodes\":6", "\"nodes\":9"),
               "population \"big\" has 6 nodes; the header tells 9"},
        Damage{"total", edit(0, "\"total\":153", "\"total\":154"), "\"total\" or \"largest\""},
        Damage{"not_json", edit(2, "\"rank\"", "rank"), "line 3: not valid JSON"},
        Damage{"not_an_object", [](auto& lines) { lines[2] = "[1,2]"; },
               "line 3: found [1,2]; expected one JSON object"},
        Damage{"unknown_population", edit(2, "big", "bog"),
               "line 3: population \"bog\" is not named in the header"},
        Damage{"population_order", [](auto& lines) { std::swap(lines[3], lines[4]); },
               "line 5: population \"big\" is not named in the header, or is out of order"},
        Damage{"share_order", [](auto& lines) { std::swap(lines[1], lines[2]); },
               "line 3: the share is out of order"},
        Damage{"rank_out_of_range", edit(3, "\"rank\":1", "\"rank\":3"),
               "line 4: \"rank\" has 3; expected a whole number from 0 to 2"},
        Damage{"cycle_out_of_range", edit(3, "\"cycle\":1", "\"cycle\":2"),
               "line 4: \"cycle\" has 2; expected a whole number from 0 to 1"},
        Damage{"empty_range", edit(3, "[2,4]", "[4,4]"),
               "line 4: \"node_ids\" has [4,4]; expected first below past"},
        Damage{"reversed_range", edit(3, "[2,4]", "[4,2]"), "expected first below past"},
        Damage{"overlapping_ranges", edit(3, "[5,6]", "[3,6]"),
               "line 4: \"node_ids\" has [3,6]; expected ranges that ascend"},
        Damage{"endless_range", edit(3, "[5,6]", "[5,18446744073709551615]"), "expected first below past"},
        Damage{"huge_range", edit(3, "[5,6]", "[5,9223372036854775807]"),
               "line 4: population \"big\" has more nodes"},
        Damage{"negative_id", edit(3, "[2,4]", "[-2,4]"),
               "\"node_ids\" has [-2,4]; expected ranges [first, past]"},
        Damage{"triple", edit(3, "[2,4]", "[2,3,4]"), "expected ranges [first, past]"},
        Damage{"ids_not_a_list", edit(5, "[[200,201]]", "200"), "\"node_ids\" has 200; expected a list"},
        Damage{"duplicate_id", edit(3, "[5,6]", "[4,5]"),
               "node 4 of population \"big\" occurs more than once"},
        Damage{"share_lost", remove(3), "the file deals 5 nodes; its end tells 8"},
        Damage{"share_repeated",
               insert(2, R"({"population":"big","rank":0,"cycle":0,"bytes":30,"node_ids":[[0,2]]})"),
               "line 3: \"node_ids\" has [0,2]; expected ranges that ascend"},
        Damage{"bytes_overflow",
               [](auto& lines) {
                   lines.insert(lines.begin() + 2, lines[1]);
                   lines.insert(lines.begin() + 3, lines[1]);
                   for (std::size_t i = 1; i <= 3; ++i) {
                       replace(lines[i], "\"bytes\":30", "\"bytes\":9223372036854775807");
                       replace(lines[i], "[0,2]", std::vector{"[0,1]", "[1,2]", "[2,3]"}[i - 1]);
                   }
               },
               "line 4: \"bytes\" of a share add up to more than 2^64"},
        Damage{"rank_lost", remove(7), "line 8: \"rank\" is 2; expected 1"},
        Damage{"last_rank_lost", remove(8), "bytes of 2 ranks; expected 3"},
        Damage{"rank_repeated", insert(7, R"({"rank":0,"bytes":71})"), "\"rank\" is 0; expected 1"},
        Damage{"share_behind_ranks",
               insert(8, R"({"population":"small","rank":1,"cycle":1,"bytes":0,"node_ids":[[7,8]]})"),
               "a share follows the bytes of ranks"},
        Damage{"no_end", [](auto& lines) { lines.pop_back(); },
               "the file ends here; expected a share, a rank or the end"},
        Damage{"end_count", edit(9, "\"nodes\":8", "\"nodes\":7"), "the file deals 8 nodes; its end tells 7"},
        Damage{"behind_end", [](auto& lines) { lines.push_back("{}"); },
               "found a line behind the one that ends the file"},
        Damage{"long_line",
               [](auto& lines) { lines.insert(lines.begin() + 1, std::string(40U << 20U, ' ')); },
               "a line is longer than"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace simdrive::balance
