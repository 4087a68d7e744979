#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>

#include "io/hdf5_file.hpp"
#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::io {
namespace {

/// A file with a dataset "numbers" of `chunks` compressed chunks of `rows` rows; all numbers are 7. HDF5
/// itself writes it, since nothing of ours writes such datasets.
Dataset compressed(const test::TemporaryFolder& folder, std::uint64_t chunks, std::uint64_t rows) {
    const std::string path = folder.path("chunks.h5");
    const std::uint64_t size = chunks * rows;
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, reinterpret_cast<const hsize_t*>(&size), nullptr);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 1, reinterpret_cast<const hsize_t*>(&rows));
    H5Pset_deflate(creation, 1);
    const hid_t dataset =
        H5Dcreate2(file, "numbers", H5T_STD_U64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    // The first chunk is compressed once and stored as all of them.
    const std::vector<std::uint64_t> values(rows, 7);
    const hid_t memory = H5Screate_simple(1, reinterpret_cast<const hsize_t*>(&rows), nullptr);
    const hsize_t start = 0;
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, reinterpret_cast<const hsize_t*>(&rows),
                        nullptr);
    H5Dwrite(dataset, H5T_NATIVE_UINT64, memory, space, H5P_DEFAULT, values.data());
    H5Dflush(dataset);
    hsize_t bytes = 0;
    H5Dget_chunk_storage_size(dataset, &start, &bytes);
    std::vector<char> stored(bytes);
    std::uint32_t filters = 0;
    H5Dread_chunk(dataset, H5P_DEFAULT, &start, &filters, stored.data());
    for (hsize_t at = rows; at < size; at += rows)
        H5Dwrite_chunk(dataset, H5P_DEFAULT, filters, &at, stored.size(), stored.data());
    H5Sclose(memory);
    H5Dclose(dataset);
    H5Pclose(creation);
    H5Sclose(space);
    H5Fclose(file);
    return Hdf5File::open(path).root().dataset("numbers");
}

/// Bytes of this process in memory.
std::uint64_t resident() {
    std::ifstream in("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    in >> size >> resident;
    return resident * 4096;
}

TEST(Hdf5Chunks, DoNotStayInMemoryWhenTheyAreReadInPart) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer keeps 256 MB of what was freed";
#endif
    test::TemporaryFolder folder;
    constexpr std::uint64_t chunks = 40;
    constexpr std::uint64_t rows = 1 << 20;
    const Dataset numbers = compressed(folder, chunks, rows);
    EXPECT_EQ(numbers.rows_together(), rows);
    const std::uint64_t before = resident();
    // As one of two ranks reads that take turns.
    constexpr std::uint64_t piece = rows / 4;
    std::vector<std::uint64_t> values(piece);
    for (std::uint64_t first = 0; first < chunks * rows; first += 2 * piece) {
        numbers.read<std::uint64_t>({first, first + piece}, values);
        ASSERT_EQ(values.front(), 7U);
        ASSERT_EQ(values.back(), 7U);
    }
    // 336 MB pass by. The cache holds two chunks of 8 MB; a third one is on its way.
    EXPECT_LT(resident(), before + (std::uint64_t{80} << 20));
}

TEST(Hdf5Chunks, ThatWouldTakeMemoryWithoutBoundAreRefused) {
    test::TemporaryFolder folder;
    EXPECT_DATA_ERROR(
        compressed(folder, 1, (std::uint64_t{64} << 20) / 8 + 1),
        "chunks.h5: /numbers: compressed in chunks of 67108872 bytes; expected at most 67108864");
}

TEST(Hdf5Chunks, AreOneRowEachWhereNothingIsCompressed) {
    test::TemporaryFolder folder;
    Hdf5File file = Hdf5File::create(folder.path("plain.h5"));
    file.root().write("numbers", std::vector<double>{1, 2, 3});
    file.close();
    EXPECT_EQ(Hdf5File::open(folder.path("plain.h5")).root().dataset("numbers").rows_together(), 1U);
}

}  // namespace
}  // namespace simdrive::io
