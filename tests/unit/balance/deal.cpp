#include "balance/deal.hpp"

#include <gtest/gtest.h>

#include "balance/allocation_file.hpp"
#include "base/error.hpp"
#include "unit/balance/temporary_folder.hpp"
#include "unit/balance/weights.hpp"

namespace simdrive::balance {
namespace {

CellMemory lognormal_memory() {
    CellMemory memory;
    memory.fingerprint = "00ff";
    memory.threads = 2;
    memory.populations = {
        {{"a", Selection(10, 5010)}, {}, lognormal_weights(5000, 3000, 1), lognormal_weights(5000, 500, 1)},
        {{"b", Selection(0, 100)},
         {},
         std::vector<std::uint64_t>(100, 50),
         std::vector<std::uint64_t>(100, 0)}};
    return memory;
}

TEST(Deal, GivesEveryNodeToOneBucket) {
    for (const char* mode : {"RoundRobin", "Memory", "Compute"}) {
        for (const std::uint32_t ranks : {1U, 3U, 200U, 10'000U}) {
            const auto allocation = deal(lognormal_memory(), mode, ranks, 2);
            EXPECT_EQ(allocation.fault(), "") << mode << ranks;
            EXPECT_EQ(allocation.mode, mode);
            EXPECT_EQ(allocation.threads, 2U);
            EXPECT_EQ(allocation.fingerprint, "00ff");
        }
    }
}

TEST(Deal, ComesToTheSameFromTheFile) {
    const TemporaryFolder folder;
    const auto path = folder.path() / cell_memory_file_name;
    write_cell_memory(path, lognormal_memory());
    write_allocation(folder.path() / "a", deal(lognormal_memory(), "Memory", 7, 3));
    write_allocation(folder.path() / "b", deal(read_cell_memory(path), "Memory", 7, 3));
    EXPECT_EQ(bytes_of(folder.path() / "a"), bytes_of(folder.path() / "b"));
}

TEST(Deal, RefusesNonsense) {
    EXPECT_THROW(deal(lognormal_memory(), "Memory", 0, 1), UsageError);
    EXPECT_THROW(deal(lognormal_memory(), "Memory", 1U << 16U, 1U << 16U), UsageError);
    try {
        deal(lognormal_memory(), "Memry", 1, 1);
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(),
                     "--lb-mode=Memry: there is no such mode; expected one of Compute, Memory, RoundRobin; "
                     "did you mean "
                     "\"Memory\"?");
    }
}

}  // namespace
}  // namespace simdrive::balance
