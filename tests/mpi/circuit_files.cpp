#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "circuit/scan.hpp"
#include "circuit/write.hpp"
#include "mpi/agreement.hpp"
#include "sonata/configuration.hpp"
#include "unit/circuit/parts.hpp"

namespace simdrive::circuit {
namespace {

const TimeGrid grid(0.1);

const mpi::Communicator& world() {
    static const auto comm = mpi::Communicator::world();
    return comm;
}

/// A folder that all ranks see, there for one test.
class SharedFolder {
  public:
    SharedFolder() {
        const auto name = "simdrive_circuit_files_" + std::to_string(getpid());
        path_ = std::filesystem::temp_directory_path() / world().broadcast(name);
        if (world().is_root()) std::filesystem::create_directories(path_);
        world().barrier();
    }
    ~SharedFolder() {
        world().barrier();
        if (world().is_root()) std::filesystem::remove_all(path_);
    }
    SharedFolder(const SharedFolder&) = delete;
    SharedFolder& operator=(const SharedFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

Circuit rules() {
    Circuit circuit = two_populations(2000, 500);
    std::vector<std::unique_ptr<Projection>> projections;
    projections.push_back(
        drawn(circuit, "EE", 0, 0, drawn_entry({{"fixed_total_number", {{"count", 600'000}}}})));
    projections.push_back(drawn(circuit, "EI", 0, 1, drawn_entry({{"pairwise_bernoulli", {{"p", 0.05}}}})));
    circuit.connect(std::move(projections), grid, 1);
    return circuit;
}

Circuit load(const std::filesystem::path& config) {
    Problems problems;
    const auto configuration = sonata::load_configuration(config, problems);
    problems.throw_if_any();
    Circuit circuit = Circuit::load(configuration, grid, problems);
    problems.throw_if_any();
    return circuit;
}

TEST(CircuitFiles, ScanOfFilesDoesNotDependOnRanks) {
    const SharedFolder folder;
    const Circuit drawn_circuit = rules();
    write_circuit(drawn_circuit, grid, folder.path(), world());
    const Circuit circuit = load(folder.path() / "circuit_config.json");
    const Scan together = scan(circuit, world());
    const Scan alone = scan(circuit, mpi::Communicator::self());
    EXPECT_EQ(together.fingerprint, alone.fingerprint);
    EXPECT_EQ(together.delays.least, alone.delays.least);
    EXPECT_EQ(together.delays.largest, alone.delays.largest);
    EXPECT_EQ(together.projections[0].out_degrees, alone.projections[0].out_degrees);
    const auto in_degrees =
        world().gather_all(std::span<const std::uint64_t>(together.in_degrees)).take_values();
    EXPECT_EQ(in_degrees, alone.in_degrees);
    EXPECT_EQ(in_degrees, scan(drawn_circuit, mpi::Communicator::self()).in_degrees);
}

TEST(CircuitFiles, AllRanksLearnThatAFolderCannotBeWritten) {
    EXPECT_THROW(write_circuit(rules(), grid, "/proc/nowhere", world()), mpi::AgreedError);
    EXPECT_EQ(world().sum(std::uint64_t{1}), static_cast<std::uint64_t>(world().size()))
        << "ranks still agree";
}

}  // namespace
}  // namespace simdrive::circuit
