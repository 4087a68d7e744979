#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "io/gzip_file.hpp"
#include "io/json_file.hpp"
#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::io {
namespace {

std::string gzip_of(const test::TemporaryFolder& folder, const std::vector<std::string>& lines) {
    GzipWriter writer(folder.path("lines.gz"));
    for (const std::string& line : lines) writer.write_line(line);
    writer.close();
    return folder.content("lines.gz");
}

std::vector<std::string> lines_of(const std::string& path, std::size_t longest = 1 << 20) {
    GzipReader reader(path, longest);
    std::vector<std::string> lines;
    while (const auto line = reader.line()) lines.emplace_back(*line);
    return lines;
}

TEST(Gzip, GivesBackWhatWasWritten) {
    test::TemporaryFolder folder;
    const std::vector<std::string> lines = {"one", "", std::string(300'000, 'x'), "last"};
    gzip_of(folder, lines);
    EXPECT_EQ(lines_of(folder.path("lines.gz")), lines);
}

TEST(Gzip, SameTextIsSameBytes) {
    test::TemporaryFolder folder;
    const std::string bytes = gzip_of(folder, {"a", "b"});
    ASSERT_GT(bytes.size(), 10U);
    EXPECT_EQ(bytes.substr(3, 5), std::string(5, '\0'));  // no flags (no name), no time
    EXPECT_EQ(bytes, gzip_of(folder, {"a", "b"}));
}

TEST(Gzip, EveryTruncationIsSeen) {
    test::TemporaryFolder folder;
    const std::string bytes = gzip_of(folder, {"one", "two", "three"});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::string cut = folder.write("cut.gz", bytes.substr(0, size));
        EXPECT_DATA_ERROR(lines_of(cut), "cut.gz") << size;
    }
}

TEST(Gzip, FlippedBitsNeverChangeTheText) {
    test::TemporaryFolder folder;
    const std::vector<std::string> lines = {"one", "two", "three"};
    const std::string bytes = gzip_of(folder, lines);
    int refused = 0;
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        std::string flipped = bytes;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        const std::string path = folder.write("flipped.gz", flipped);
        // A few bits mean nothing: the header's time, the filling of the last byte of data.
        try {
            EXPECT_EQ(lines_of(path), lines) << bit;
        } catch (const DataError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, static_cast<int>(bytes.size()) * 4);
}

TEST(Gzip, OtherFaults) {
    test::TemporaryFolder folder;
    const std::string bytes = gzip_of(folder, {std::string(1000, 'x')});
    EXPECT_DATA_ERROR(lines_of(folder.write("more.gz", bytes + "x")), "behind the end");
    EXPECT_DATA_ERROR(lines_of(folder.write("text.gz", "{\"format\"}\n")), "text.gz");
    EXPECT_DATA_ERROR(lines_of(folder.path("lines.gz"), 999), "lines.gz");
    EXPECT_EQ(lines_of(folder.path("lines.gz"), 1000).size(), 1U);
    EXPECT_DATA_ERROR(GzipReader(folder.path("none.gz")), "none.gz");
    EXPECT_DATA_ERROR(GzipWriter(folder.path("no/folder.gz")), "folder.gz");
}

TEST(Json, NamesFileAndLine) {
    test::TemporaryFolder folder;
    EXPECT_DATA_ERROR(read_json(folder.write("bad.json", "{\n  \"a\": 1,\n  \"b\" 2\n}\n")),
                      "bad.json: line 3");
    EXPECT_DATA_ERROR(read_json(folder.path("none.json")), "none.json");
    EXPECT_DATA_ERROR(read_json(folder.write("empty.json", "")), "empty.json");
    EXPECT_DATA_ERROR(read_json(folder.write("huge.json", R"({"dt": 1e318})")), "1e318");
    EXPECT_DATA_ERROR(read_json(folder.write("twice.json", R"({"a": {"dt": 1, "dt": 2}})")),
                      "\"dt\" occurs twice");
    EXPECT_EQ(read_json(folder.write("same.json", R"([{"dt": 1}, {"dt": {"dt": 2}}])")).size(), 2U);
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    EXPECT_DATA_ERROR(read_json(folder.write("deep.json", deep)), "deep.json: nested");
}

TEST(Json, ReplacesInOneStep) {
    test::TemporaryFolder folder;
    folder.write("a.json", "old");
    write_json(folder.path("a.json"), {{"b", 1.5}, {"a", {1, 2}}});
    EXPECT_EQ(read_json(folder.path("a.json")), (nlohmann::json{{"a", {1, 2}}, {"b", 1.5}}));
    EXPECT_DATA_ERROR(write_json(folder.path("no/a.json"), 1), "a.json");
}

TEST(AtomicFile, TargetStaysUntilCommit) {
    test::TemporaryFolder folder;
    folder.write("target", "old");
    {
        AtomicFile file(folder.path("target"));
        AtomicFile other(folder.path("target"));
        EXPECT_NE(file.temporary(), other.temporary());
        EXPECT_EQ(file.temporary().parent_path(), folder.path());
        EXPECT_DATA_ERROR(file.commit(), "target");  // nothing was written
    }
    EXPECT_EQ(folder.content("target"), "old");
    EXPECT_DATA_ERROR(AtomicFile(folder.path("none/target")), "none");
}

}  // namespace
}  // namespace simdrive::io
