#include <gtest/gtest.h>

#include <limits>

#include "sonata/spike_file.hpp"
#include "support/data_error.hpp"
#include "support/sonata_files.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::sonata {
namespace {

using Ids = std::vector<NodeId>;
using Times = std::vector<double>;

class SpikeReader : public testing::Test {
  protected:
    std::map<std::string, SpikeTrain> read(const test::FillGroup& fill) {
        test::write_hdf5(folder_.path("s.h5"),
                         [&](const io::Group& root) { fill(root.create_group("spikes")); });
        return read_spikes(folder_.path("s.h5"), "implied");
    }
    std::map<std::string, SpikeTrain> read_text(const std::string& name, const std::string& text) {
        return read_spikes(folder_.write(name, text), "implied");
    }
    test::TemporaryFolder folder_;
};

TEST_F(SpikeReader, GroupsOfPopulations) {
    const auto trains = read([](const io::Group& spikes) {
        const io::Group a = spikes.create_group("a");
        a.write<std::int16_t>("node_ids", {3, 1});
        a.write<float>("timestamps", {0.5, 0.25}).write_attribute("units", std::string("milliseconds"));
        a.write_attribute("sorting", std::string("by_time"));  // wrong, and not trusted
        spikes.create_group("empty");
    });
    ASSERT_EQ(trains.size(), 2U);
    EXPECT_EQ(trains.at("a").node_ids, (Ids{3, 1}));
    EXPECT_EQ(trains.at("a").times_ms, (Times{0.5, 0.25}));
    EXPECT_TRUE(trains.at("empty").node_ids.empty());
}

TEST_F(SpikeReader, OldLayout) {
    const auto trains = read([](const io::Group& spikes) {
        spikes.write<std::uint32_t>("gids", {7, 8});
        spikes.write<double>("timestamps", {1, 2});
    });
    ASSERT_EQ(trains.size(), 1U);
    EXPECT_EQ(trains.at("implied").node_ids, (Ids{7, 8}));
}

TEST_F(SpikeReader, TextFiles) {
    auto trains = read_text("s.csv", "timestamps population node_ids\n1.5 v1 3\n0.5 lgn 4\n2.5 v1 3\n");
    EXPECT_EQ(trains.at("v1").times_ms, (Times{1.5, 2.5}));
    EXPECT_EQ(trains.at("lgn").node_ids, Ids{4});
    trains = read_text("s.csv", "node_ids timestamps\n3 1.5\n");
    EXPECT_EQ(trains.at("implied").node_ids, Ids{3});
    EXPECT_EQ(read_text("s.csv", "1.5 v1 3\n").at("v1").node_ids, Ids{3});
    EXPECT_EQ(read_text("s.csv", "1.5 3\n").at("implied").times_ms, Times{1.5});
    trains = read_text(
        "s.dat",
        "# NEST version: 3\n# RecordingBackendASCII version: 2\nsender\ttime_ms\n5\t1.100\n6\t1.2\n");
    EXPECT_EQ(trains.at("implied").node_ids, (Ids{5, 6}));
    EXPECT_EQ(trains.at("implied").times_ms, (Times{1.1, 1.2}));
    EXPECT_EQ(read_text("s.gdf", "12\t0.5\n").at("implied").node_ids, Ids{12});
    EXPECT_TRUE(read_text("s.csv", "timestamps population node_ids\n").empty());
}

TEST_F(SpikeReader, Faults) {
    const auto columns = [&](const std::vector<std::int64_t>& ids, const Times& times,
                             const std::string& units) {
        return read([&](const io::Group& spikes) {
            const io::Group a = spikes.create_group("a");
            a.write("node_ids", ids);
            a.write("timestamps", times).write_attribute("units", units);
        });
    };
    EXPECT_DATA_ERROR(columns({1}, {1, 2}, "ms"), "/spikes/a/timestamps: 2 rows; expected 1");
    EXPECT_DATA_ERROR(columns({-1}, {1}, "ms"), "/spikes/a/node_ids: row 0 is -1");
    EXPECT_DATA_ERROR(columns({1}, {1}, "s"), "units \"s\"; expected \"ms\"");
    EXPECT_DATA_ERROR(columns({1}, {std::numeric_limits<double>::quiet_NaN()}, "ms"),
                      "row 0: nan is no time");
    EXPECT_DATA_ERROR(read_spikes(folder_.path("none.h5"), ""), "none.h5: no such file");
    EXPECT_DATA_ERROR(read_text("text.h5", "1 2\n"), "not an HDF5 file");
    EXPECT_DATA_ERROR(read_text("s.csv", "timestamps node_ids\n1.5 x\n"),
                      "s.csv: line 2: \"x\" is no node id");
    EXPECT_DATA_ERROR(read_text("s.csv", "timestamps node_ids\nNaN 1\n"), "line 2: \"\" is no time");
    EXPECT_DATA_ERROR(read_text("s.csv", "timestamps amps\n1 2\n"), "expected the columns");
    EXPECT_DATA_ERROR(read_text("s.dat", "sender\ttime_step\ttime_offset\n1\t2\t0\n"), "times as steps");
    EXPECT_DATA_ERROR(read_text("s.nwb", ""), "NWB");
}

}  // namespace
}  // namespace simdrive::sonata
