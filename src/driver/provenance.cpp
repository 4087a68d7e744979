#include "driver/provenance.hpp"

#include <simdrive/driver.hpp>
#include <simdrive/instruction_set.hpp>

#include <unistd.h>

#include <array>
#include <climits>

#include "io/hdf5_file.hpp"
#include "memory/allocator.hpp"
#include "mpi/environment.hpp"

namespace simdrive {

namespace driver {

report::Provenance provenance() {
    auto provenance = report::this_build();
    provenance.mpi = mpi::Environment::library_version();
    provenance.hdf5 = io::hdf5_version() + ", parallel";
    provenance.allocator = memory::live_allocator().text();
    provenance.instruction_set = name_of(instruction_set());
    return provenance;
}

std::string host_name() {
    std::array<char, HOST_NAME_MAX + 1> name{};
    return gethostname(name.data(), name.size()) == 0 ? std::string(name.data()) : "unknown";
}

std::vector<report::RankPolicy> gather_policies(const NumaReport& mine, const mpi::Communicator& comm) {
    const auto wanted = comm.gather_all_strings(mine.wanted);
    const auto kernel = comm.gather_all_strings(mine.kernel);
    const auto before = comm.gather_all_strings(mine.before);
    const auto after = comm.gather_all_strings(mine.after);
    const auto reason = comm.gather_all_strings(mine.reason);
    std::vector<report::RankPolicy> policies;
    for (std::size_t r = 0; r < wanted.size(); ++r) {
        policies.push_back({wanted[r], kernel[r], before[r], after[r], reason[r]});
    }
    return policies;
}

}  // namespace driver

std::string version_text() {
    return report::version_text(driver::provenance());
}

}  // namespace simdrive
