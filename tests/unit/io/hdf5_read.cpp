#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/hdf5_file.hpp"
#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::io {
namespace {

/// A file with what `fill` writes into its root; open for reading.
template <class F>
Group written(const test::TemporaryFolder& folder, F fill) {
    Hdf5File file = Hdf5File::create(folder.path("test.h5"));
    fill(file.root());
    file.close();
    return Hdf5File::open(folder.path("test.h5")).root();
}

template <class T>
class NumbersOfType : public testing::Test {};
using AllTypes = testing::Types<double, float, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(NumbersOfType, AllTypes);

TYPED_TEST(NumbersOfType, AreReadAsAnyOther) {
    test::TemporaryFolder folder;
    const std::vector<TypeParam> values = {0, 1, 2, 100, 127};
    const Dataset dataset = written(folder, [&](const Group& root) { root.write("a", values); }).dataset("a");
    EXPECT_TRUE(dataset.is_number());
    EXPECT_EQ(dataset.size(), 5U);
    EXPECT_EQ(dataset.read<TypeParam>(), values);
    EXPECT_EQ(dataset.read<double>(), (std::vector<double>{0, 1, 2, 100, 127}));
    EXPECT_EQ(dataset.read<std::uint64_t>({3, 5}), (std::vector<std::uint64_t>{100, 127}));
    EXPECT_EQ(dataset.read<std::int64_t>({0, 2}), (std::vector<std::int64_t>{0, 1}));
    EXPECT_EQ(dataset.read<std::int8_t>({4, 5}), (std::vector<std::int8_t>{127}));
    EXPECT_TRUE(dataset.read<std::uint32_t>({2, 2}).empty());
}

TYPED_TEST(NumbersOfType, NegativeOnesAreNoIds) {
    if constexpr (std::is_signed_v<TypeParam>) {
        test::TemporaryFolder folder;
        const std::vector<TypeParam> values = {3, -1};
        const Dataset dataset =
            written(folder, [&](const Group& root) { root.write("ids", values); }).dataset("ids");
        EXPECT_EQ(dataset.read<std::int64_t>(), (std::vector<std::int64_t>{3, -1}));
        EXPECT_EQ(dataset.read<std::uint64_t>({0, 1}), (std::vector<std::uint64_t>{3}));
        EXPECT_DATA_ERROR(dataset.read<std::uint64_t>(), "test.h5: /ids: row 1 is -1");
        EXPECT_DATA_ERROR(dataset.read<std::uint32_t>(), "row 1 is -1");
    }
}

TEST(Hdf5Read, LimitsOfIntegers) {
    test::TemporaryFolder folder;
    constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    const Group root = written(folder, [&](const Group& group) {
        group.write<std::uint64_t>("u64", {largest, 0});
        group.write<std::int64_t>("i64", {least, std::int64_t{1} << 31});
        group.write<double>("f64", {0x1p63, 0.5, std::nan(""), -0x1p63});
    });
    EXPECT_EQ(root.dataset("u64").read<std::uint64_t>()[0], largest);
    EXPECT_DATA_ERROR(root.dataset("u64").read<std::int64_t>(), "18446744073709551615");
    EXPECT_EQ(root.dataset("i64").read<std::int64_t>()[0], least);
    EXPECT_DATA_ERROR(root.dataset("i64").read<std::int32_t>({1, 2}), "2147483648");
    EXPECT_EQ(root.dataset("f64").read<std::uint64_t>({0, 1})[0], std::uint64_t{1} << 63);
    EXPECT_EQ(root.dataset("f64").read<std::int64_t>({3, 4})[0], least);
    EXPECT_DATA_ERROR(root.dataset("f64").read<std::int64_t>({0, 1}), "row 0 is 9.2");
    EXPECT_DATA_ERROR(root.dataset("f64").read<std::int64_t>({1, 2}), "row 1 is 0.5");
    EXPECT_DATA_ERROR(root.dataset("f64").read<std::int64_t>({2, 3}), "row 2 is nan");
}

TEST(Hdf5Read, RowsOfTwoDimensions) {
    test::TemporaryFolder folder;
    const Group root = written(folder, [&](const Group& group) {
        group.write_rows<std::int64_t>("ranges", 2, {0, 3, 3, 7, -1, -1});
    });
    const Dataset ranges = root.dataset("ranges");
    EXPECT_EQ(ranges.shape(), (std::vector<std::uint64_t>{3, 2}));
    EXPECT_EQ(ranges.size(), 3U);
    EXPECT_EQ(ranges.row_size(), 2U);
    EXPECT_EQ(ranges.read<std::int64_t>({1, 3}), (std::vector<std::int64_t>{3, 7, -1, -1}));
    EXPECT_EQ(ranges.read<std::uint64_t>({0, 2}), (std::vector<std::uint64_t>{0, 3, 3, 7}));
    EXPECT_DATA_ERROR(ranges.read<std::uint64_t>(), "row 2 is -1");
    EXPECT_DATA_ERROR(ranges.read<std::int64_t>({2, 4}), "rows 2 to 4 were asked for, but there are 3");
}

TEST(Hdf5Read, StringsAndAttributes) {
    test::TemporaryFolder folder;
    const Group root = written(folder, [&](const Group& group) {
        group.write_strings("names", {"a", "", "Größe"});
        const Dataset data = group.write<double>("data", {1.0});
        data.write_attribute("units", std::string("ms"));
        group.write_attribute("magic", 0x0A7AU);
        group.write_attribute("version", std::vector<std::uint32_t>{0, 1});
        const std::pair<const char*, std::uint8_t> members[] = {{"none", 0}, {"by_time", 2}};
        group.write_enum_attribute("sorting", members, 2);
    });
    EXPECT_EQ(root.dataset("names").read_strings(), (std::vector<std::string>{"a", "", "Größe"}));
    EXPECT_EQ(root.dataset("names").read_strings({2, 3}), (std::vector<std::string>{"Größe"}));
    EXPECT_EQ(root.dataset("data").string_attribute("units"), "ms");
    EXPECT_EQ(root.dataset("data").string_attribute("unit"), std::nullopt);
    EXPECT_EQ(root.number_attribute("magic"), std::vector<double>{0x0A7A});
    EXPECT_EQ(root.number_attribute("version"), (std::vector<double>{0, 1}));
    EXPECT_EQ(root.number_attribute("sorting"), std::vector<double>{2});
    EXPECT_DATA_ERROR(root.string_attribute("magic"), "attribute \"magic\": expected a string");
    EXPECT_DATA_ERROR(root.dataset("data").number_attribute("units"), "expected a number");
    EXPECT_DATA_ERROR(root.dataset("data").read_strings(), "/data: expected strings");
    EXPECT_DATA_ERROR(root.dataset("names").read<double>(), "/names: expected numbers");
}

TEST(Hdf5Read, FindsItsWay) {
    test::TemporaryFolder folder;
    const Group root = written(folder, [&](const Group& group) {
        const Group edges = group.create_group("edges").create_group("a_to_b");
        edges.create_group("0").write<double>("syn_weight", {1.0});
    });
    EXPECT_EQ(root.group("edges").children(), std::vector<std::string>{"a_to_b"});
    EXPECT_TRUE(root.has_group("edges/a_to_b/0"));
    EXPECT_TRUE(root.has_dataset("edges/a_to_b/0/syn_weight"));
    EXPECT_FALSE(root.has_dataset("edges/a_to_b/0"));
    EXPECT_FALSE(root.has_group("edges/none/0"));
    EXPECT_EQ(root.group("edges").dataset("a_to_b/0/syn_weight").path(), "/edges/a_to_b/0/syn_weight");
    EXPECT_DATA_ERROR(root.group("edges/a_to_b/0").dataset("syn_weigth"), "did you mean \"syn_weight\"?");
    EXPECT_DATA_ERROR(root.group("nodes"), "test.h5: /: no group \"nodes\"");
}

TEST(Hdf5Read, BrokenFiles) {
    test::TemporaryFolder folder;
    EXPECT_DATA_ERROR(Hdf5File::open(folder.path("none.h5")), "none.h5: no such file");
    EXPECT_DATA_ERROR(Hdf5File::open(folder.path().string()), "not a file");
    EXPECT_DATA_ERROR(Hdf5File::open(folder.write("text.h5", "timestamps\n")), "text.h5: not an HDF5 file");
    EXPECT_FALSE(is_hdf5(folder.path("text.h5")));
    written(folder, [](const Group& root) { root.write("a", std::vector<double>(10000, 1.0)); });
    const std::string whole = folder.content("test.h5");
    EXPECT_TRUE(is_hdf5(folder.path("test.h5")));
    EXPECT_DATA_ERROR(Hdf5File::open(folder.write("cut.h5", whole.substr(0, whole.size() / 2))),
                      "cut.h5: cannot open");
}

TEST(Hdf5Read, FilesOfOthers) {
    const std::string path = SIMDRIVE_SHARED_DIR "/data/sonata-examples/libsonata/tests/data/nodes1.h5";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is absent";
    const Group group = Hdf5File::open(path).root().group("nodes/nodes-A/0");
    EXPECT_EQ(group.dataset("attr-Z").read_strings(),
              (std::vector<std::string>{"aa", "bb", "cc", "dd", "ee", "ff"}));
    EXPECT_EQ(group.dataset("A-enum").read<std::int32_t>(), (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(group.dataset("A-double").size(), 0U);  // null dataspace
    EXPECT_TRUE(group.dataset("A-double").read<double>().empty());
    EXPECT_TRUE(group.dataset("A-string").read_strings().empty());
}

}  // namespace
}  // namespace simdrive::io
