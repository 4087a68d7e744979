#include <gtest/gtest.h>

#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::io {
namespace {

void write_something(const std::string& path) {
    Hdf5File file = Hdf5File::create(path);
    {
        const Group group = file.root().create_group("g");
        group.write<double>("d", {1, 2, 3});
        group.write_strings("s", {"x", "yy"});
        group.write_attribute("text", std::string("some text"));
    }
    file.close();
}

TEST(Hdf5Write, SameContentIsSameBytes) {
    test::TemporaryFolder folder;
    write_something(folder.path("a.h5"));
    write_something(folder.path("b.h5"));
    ASSERT_FALSE(folder.content("a.h5").empty());
    EXPECT_EQ(folder.content("a.h5"), folder.content("b.h5"));
}

TEST(Hdf5Write, SlicesMakeTheWhole) {
    test::TemporaryFolder folder;
    Hdf5File file = Hdf5File::create(folder.path("a.h5"));
    {
        const Dataset dataset = file.root().create_dataset<std::uint64_t>("ids", 5);
        dataset.write(3, std::span<const std::uint64_t>(std::vector<std::uint64_t>{40, 50}));
        dataset.write(0, std::span<const std::uint64_t>(std::vector<std::uint64_t>{10, 20, 30}));
        dataset.write(5, std::span<const std::uint64_t>());
        EXPECT_THROW(dataset.write(4, std::span<const std::uint64_t>(std::vector<std::uint64_t>{1, 2})),
                     std::logic_error);
        EXPECT_THROW(file.close(), std::logic_error);
    }
    file.close();
    const Dataset dataset = Hdf5File::open(folder.path("a.h5")).root().dataset("ids");
    EXPECT_EQ(dataset.read<std::uint64_t>(), (std::vector<std::uint64_t>{10, 20, 30, 40, 50}));
}

TEST(Hdf5Write, EmptyDatasets) {
    test::TemporaryFolder folder;
    {
        Hdf5File file = Hdf5File::create(folder.path("a.h5"));
        file.root().write("none", std::vector<double>());
        file.root().write_strings("no_names", {});
        file.close();
    }
    const Group root = Hdf5File::open(folder.path("a.h5")).root();
    EXPECT_EQ(root.dataset("none").size(), 0U);
    EXPECT_TRUE(root.dataset("none").read<double>().empty());
    EXPECT_TRUE(root.dataset("no_names").read_strings().empty());
}

TEST(Hdf5Write, ThroughAnAtomicFile) {
    test::TemporaryFolder folder;
    folder.write("out.h5", "old");
    {
        AtomicFile abandoned(folder.path("out.h5"));
        write_something(abandoned.temporary().string());
        EXPECT_EQ(folder.content("out.h5"), "old");
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    AtomicFile kept(folder.path("out.h5"));
    write_something(kept.temporary().string());
    kept.commit();
    EXPECT_TRUE(is_hdf5(folder.path("out.h5")));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace simdrive::io
