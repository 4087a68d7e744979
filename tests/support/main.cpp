#include <gtest/gtest.h>

#include <optional>

#include "mpi/communicator.hpp"
#include "mpi/environment.hpp"

namespace {

/// Keeps the output of the ranks above 0 readable: they print failures only.
class FailuresOnly : public testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (!result.failed()) return;
        const auto rank = simdrive::mpi::Communicator::world().rank();
        std::fprintf(stderr, "[rank %d] %s:%d: %s\n", rank, result.file_name(), result.line_number(),
                     result.message());
    }
};

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (GTEST_FLAG_GET(list_tests))
        return RUN_ALL_TESTS();  // ctest asks at each start: MPI would take half a second
    std::optional<simdrive::mpi::Environment> environment;
    if (SIMDRIVE_TEST_STARTS_MPI) environment.emplace(argc, argv);
    const auto world = simdrive::mpi::Communicator::world();
    if (!world.is_root()) {
        auto& listeners = testing::UnitTest::GetInstance()->listeners();
        delete listeners.Release(listeners.default_result_printer());
        listeners.Append(new FailuresOnly);
    }
    const int result = RUN_ALL_TESTS();
    return static_cast<int>(world.max(static_cast<std::uint64_t>(result)));
}
