#include "sonata/spike_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "io/hdf5_file.hpp"
#include "mpi/agreement.hpp"
#include "support/shared_folder.hpp"

namespace simdrive::sonata {
namespace {

const mpi::Communicator& world() {
    static const auto comm = mpi::Communicator::world();
    return comm;
}

constexpr std::uint64_t spikes_of_a = 100'003;

NodeId id_of(std::uint64_t i) {
    return i * 7919 % 1000;
}

double time_of(std::uint64_t i) {
    return 0.1 * static_cast<double>(i / 3);
}

/// This rank's part of the spikes of a: uneven, and nothing on rank 1.
SpikeTrain my_spikes() {
    std::vector<std::uint64_t> shares(static_cast<std::size_t>(world().size()));
    for (std::size_t r = 0; r < shares.size(); ++r) shares[r] = r == 1 ? 0 : r + 1;
    std::uint64_t total = 0;
    for (const auto share : shares) total += share;
    std::uint64_t before = 0;
    for (int r = 0; r < world().rank(); ++r) before += shares[static_cast<std::size_t>(r)];
    const std::uint64_t past = before + shares[static_cast<std::size_t>(world().rank())];
    SpikeTrain mine;
    for (std::uint64_t i = spikes_of_a * before / total; i < spikes_of_a * past / total; ++i) {
        mine.node_ids.push_back(id_of(i));
        mine.times_ms.push_back(time_of(i));
    }
    return mine;
}

void write(const std::string& path) {
    const SpikeTrain mine = my_spikes();
    const std::vector<SpikeSlice> slices = {{"a", mine.node_ids, mine.times_ms}, {"silent", {}, {}}};
    write_spikes(path, slices, world(), SpikeSorting::by_time);
}

std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(SpikeFile, WrittenByAllRanksReadByEach) {
    const test::SharedFolder folder(world());
    write(folder.path("spikes.h5"));
    const auto trains = read_spikes(folder.path("spikes.h5"), "unused");
    ASSERT_EQ(trains.size(), 2U);
    EXPECT_TRUE(trains.at("silent").node_ids.empty());
    const SpikeTrain& a = trains.at("a");
    ASSERT_EQ(a.node_ids.size(), spikes_of_a);
    ASSERT_EQ(a.times_ms.size(), spikes_of_a);
    for (std::uint64_t i = 0; i < spikes_of_a; ++i) {
        ASSERT_EQ(a.node_ids[i], id_of(i)) << i;
        ASSERT_EQ(a.times_ms[i], time_of(i)) << i;
    }
}

TEST(SpikeFile, AttributesOfSonata) {
    const test::SharedFolder folder(world());
    write(folder.path("spikes.h5"));
    const io::Group root = io::Hdf5File::open(folder.path("spikes.h5")).root();
    EXPECT_EQ(root.number_attribute("magic"), std::vector<double>{0x0A7A});
    EXPECT_EQ(root.number_attribute("version"), (std::vector<double>{0, 1}));
    for (const char* population : {"a", "silent"}) {
        const io::Group group = root.group("spikes").group(population);
        EXPECT_EQ(group.number_attribute("sorting"), std::vector<double>{2});
        EXPECT_EQ(group.dataset("timestamps").string_attribute("units"), "ms");
    }
}

TEST(SpikeFile, BytesDoNotDependOnTheRanks) {
    const test::SharedFolder folder(world());
    write(folder.path("all.h5"));
    if (world().is_root()) {
        SpikeTrain whole;
        for (std::uint64_t i = 0; i < spikes_of_a; ++i) {
            whole.node_ids.push_back(id_of(i));
            whole.times_ms.push_back(time_of(i));
        }
        const std::vector<SpikeSlice> slices = {{"a", whole.node_ids, whole.times_ms}, {"silent", {}, {}}};
        write_spikes(folder.path("one.h5"), slices, mpi::Communicator::self(), SpikeSorting::by_time);
        EXPECT_EQ(bytes_of(folder.path("all.h5")), bytes_of(folder.path("one.h5")));
    }
}

TEST(SpikeFile, ReplacesWhatWasThere) {
    const test::SharedFolder folder(world());
    write(folder.path("spikes.h5"));
    const std::string first = bytes_of(folder.path("spikes.h5"));
    world().barrier();
    write(folder.path("spikes.h5"));
    EXPECT_EQ(bytes_of(folder.path("spikes.h5")), first);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(SpikeFile, AllRanksAgreeOnFaults) {
    const test::SharedFolder folder(world());
    EXPECT_THROW(write(folder.path("no/folder/spikes.h5")), mpi::AgreedError);
}

}  // namespace
}  // namespace simdrive::sonata
