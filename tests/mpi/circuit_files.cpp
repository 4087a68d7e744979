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

/// In-degrees of one form of weights, of the nodes that a rank has scanned; 0 where the form does not occur.
std::vector<std::uint64_t> own_in_degrees(const InDegrees& in_degrees, WeightForm form) {
    std::vector<std::uint64_t> degrees(in_degrees.size());
    for (std::uint64_t node = 0; node < degrees.size(); ++node)
        degrees[node] = in_degrees.counts(node)[static_cast<std::size_t>(form)];
    return degrees;
}

/// The same of all nodes.
std::vector<std::uint64_t> all_in_degrees(const InDegrees& in_degrees, WeightForm form) {
    const auto own = own_in_degrees(in_degrees, form);
    return world().gather_all(std::span<const std::uint64_t>(own)).take_values();
}

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
    Circuit circuit = Circuit::load(configuration, grid, WeightPrecision::automatic, problems);
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
    EXPECT_EQ(together.least_delay, alone.least_delay);
    EXPECT_EQ(together.largest_delay, alone.largest_delay);
    EXPECT_EQ(together.projections[0].out_degrees, alone.projections[0].out_degrees);
    EXPECT_EQ(together.projections[0].delays, alone.projections[0].delays);
    const Scan of_rules = scan(drawn_circuit, mpi::Communicator::self());
    for (const auto form : all_weight_forms) {
        const auto in_degrees = all_in_degrees(together.in_degrees, form);
        EXPECT_EQ(in_degrees, own_in_degrees(alone.in_degrees, form));
        EXPECT_EQ(in_degrees, own_in_degrees(of_rules.in_degrees, form));
    }
    EXPECT_EQ(together.projections[0].weights.form, WeightForm::single) << "drawn as single numbers";
    EXPECT_GE(together.projections[0].weights.least, of_rules.projections[0].weights.least);
    EXPECT_LE(together.projections[0].weights.largest, of_rules.projections[0].weights.largest);
}

TEST(CircuitFiles, AllRanksLearnThatAFolderCannotBeWritten) {
    EXPECT_THROW(write_circuit(rules(), grid, "/proc/nowhere", world()), mpi::AgreedError);
    EXPECT_EQ(world().sum(std::uint64_t{1}), static_cast<std::uint64_t>(world().size()))
        << "ranks still agree";
}

}  // namespace
}  // namespace simdrive::circuit
