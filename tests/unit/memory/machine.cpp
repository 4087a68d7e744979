#include "memory/machine.hpp"

#include <gtest/gtest.h>

#include <map>

#include "unit/memory/made_up_tree.hpp"

namespace simdrive::memory {
namespace {

constexpr std::uint64_t gib = 1ULL << 30U;

/// A node of 16 GiB with 4 cores of 2 hardware threads each; core i has CPUs i and i + 4.
class MachineTest : public testing::Test {
  protected:
    MachineTest() {
        tree.write("proc/meminfo", "MemTotal:       16777216 kB\nMemFree: 5 kB\nMemAvailable:   12582912 kB");
        tree.write("sys/devices/system/cpu/online", "0-7");
        for (int cpu = 0; cpu < 8; ++cpu) {
            const auto core = std::to_string(cpu % 4);
            tree.write("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list",
                       core + "," + std::to_string(cpu % 4 + 4));
        }
        affinity("0-7");
    }
    void affinity(const std::string& list) const {
        tree.write("proc/self/status", "Name: x\nCpus_allowed_list:\t" + list);
    }
    Machine machine() const {
        return this_machine({.root = tree.root(), .environment = [this](const char* variable) {
                                 const auto found = variables.find(variable);
                                 return found == variables.end() ? std::nullopt
                                                                 : std::optional(found->second);
                             }});
    }

    MadeUpTree tree;
    std::map<std::string, std::string> variables;
};

TEST_F(MachineTest, BareNode) {
    const auto found = machine();
    EXPECT_EQ(found.memory_bytes, 16 * gib);
    EXPECT_EQ(found.memory_source, "MemTotal");
    EXPECT_EQ(found.available_bytes, 12 * gib);
    EXPECT_EQ(found.logical_cores, 8U);
    EXPECT_EQ(found.physical_cores, 4U);
    EXPECT_EQ(found.ranks_per_node, 4U);
    EXPECT_EQ(found.text(), "4 cores (8 hardware threads), 16.0 GiB (MemTotal)");
}

TEST_F(MachineTest, CgroupVersion2WalksUp) {
    tree.write("proc/self/cgroup", "0::/job/step/task");
    tree.write("sys/fs/cgroup/job/step/task/memory.max", "max");
    tree.write("sys/fs/cgroup/job/step/memory.max", std::to_string(6 * gib));
    tree.write("sys/fs/cgroup/job/step/memory.current", std::to_string(3 * gib));
    tree.write("sys/fs/cgroup/job/step/memory.stat",
               "anon 7\ninactive_file " + std::to_string(gib) + "\nfile 9");
    tree.write("sys/fs/cgroup/job/memory.max", std::to_string(8 * gib));
    tree.write("sys/fs/cgroup/job/memory.current", std::to_string(5 * gib));
    const auto found = machine();
    EXPECT_EQ(found.memory_bytes, 6 * gib);
    EXPECT_EQ(found.memory_source, "cgroup limit of /job/step");
    EXPECT_EQ(found.available_bytes, 3 * gib) << "8 - 5 in /job is tighter than 6 - (3 - 1) in /job/step";
    EXPECT_EQ(found.available_source, "left under the cgroup limit of /job");
}

TEST_F(MachineTest, CgroupVersion1) {
    tree.write("proc/self/cgroup", "5:devices:/\n4:memory:/slurm/job_7/step_0\n3:cpuset:/slurm\n0::/");
    tree.write("sys/fs/cgroup/memory/slurm/job_7/step_0/memory.limit_in_bytes", "9223372036854771712");
    tree.write("sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", std::to_string(2 * gib));
    tree.write("sys/fs/cgroup/memory/slurm/job_7/memory.usage_in_bytes", std::to_string(gib));
    tree.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    tree.write("sys/fs/cgroup/cpuset/slurm/cpuset.cpus", "0-1,4");
    const auto found = machine();
    EXPECT_EQ(found.memory_bytes, 2 * gib);
    EXPECT_EQ(found.memory_source, "cgroup limit of /slurm/job_7");
    EXPECT_EQ(found.available_bytes, gib);
    EXPECT_EQ(found.logical_cores, 3U);
    EXPECT_EQ(found.physical_cores, 2U);
}

TEST_F(MachineTest, InAContainerThePathOfTheHostIsNotThereButTheMountPointIs) {
    tree.write("proc/self/cgroup", "4:memory:/docker/0123456789abcdef");
    tree.write("sys/fs/cgroup/memory/memory.limit_in_bytes", std::to_string(gib));
    EXPECT_EQ(machine().memory_bytes, gib);
    EXPECT_EQ(machine().memory_source, "cgroup limit of /.");
}

TEST_F(MachineTest, AHighLimitDoesNotAddMemory) {
    tree.write("proc/self/cgroup", "0::/job");
    tree.write("sys/fs/cgroup/job/memory.max", std::to_string(64 * gib));
    EXPECT_EQ(machine().memory_bytes, 16 * gib);
    EXPECT_EQ(machine().memory_source, "MemTotal");
}

TEST_F(MachineTest, SlurmPerNode) {
    variables["SLURM_MEM_PER_NODE"] = "4096";
    variables["SLURM_CPUS_ON_NODE"] = "2";
    EXPECT_EQ(machine().memory_bytes, 4 * gib);
    EXPECT_EQ(machine().memory_source, "SLURM_MEM_PER_NODE");
    EXPECT_EQ(machine().logical_cores, 2U);
    EXPECT_EQ(machine().physical_cores, 2U);
}

TEST_F(MachineTest, SlurmPerCpu) {
    variables["SLURM_MEM_PER_CPU"] = "1024";
    EXPECT_EQ(machine().memory_source, "MemTotal") << "not without the number of CPUs";
    variables["SLURM_CPUS_ON_NODE"] = "3";
    EXPECT_EQ(machine().memory_bytes, 3 * gib);
}

TEST_F(MachineTest, SlurmZeroMeansTheWholeNodeAndNonsenseIsNoLimit) {
    for (const char* text : {"0", "", "lots", "-5"}) {
        variables["SLURM_MEM_PER_NODE"] = text;
        EXPECT_EQ(machine().memory_bytes, 16 * gib) << text;
    }
}

TEST_F(MachineTest, TheTightestOfAllHolds) {
    variables["SLURM_MEM_PER_NODE"] = "4096";
    tree.write("proc/self/cgroup", "0::/job");
    tree.write("sys/fs/cgroup/job/memory.max", std::to_string(3 * gib));
    EXPECT_EQ(machine().memory_bytes, 3 * gib);
    EXPECT_EQ(machine().memory_source, "cgroup limit of /job");
}

TEST_F(MachineTest, AffinityCountsUnlessALauncherBoundThisRank) {
    affinity("1,5");
    EXPECT_EQ(machine().logical_cores, 2U);
    EXPECT_EQ(machine().physical_cores, 1U);
    variables["OMPI_COMM_WORLD_RANK"] = "0";
    EXPECT_EQ(machine().logical_cores, 8U);
    EXPECT_EQ(machine().physical_cores, 4U);
}

TEST_F(MachineTest, CpuQuotaAndCpusetOfVersion2) {
    tree.write("proc/self/cgroup", "0::/job");
    tree.write("sys/fs/cgroup/job/cpu.max", "250000 100000");
    EXPECT_EQ(machine().logical_cores, 3U);
    EXPECT_EQ(machine().physical_cores, 3U);
    tree.write("sys/fs/cgroup/job/cpuset.cpus.effective", "0,4");
    EXPECT_EQ(machine().logical_cores, 2U);
    EXPECT_EQ(machine().physical_cores, 1U);
    tree.write("sys/fs/cgroup/job/cpu.max", "max 100000");
    EXPECT_EQ(machine().logical_cores, 2U);
}

TEST(Machine, ThisOneHasMemoryAndCores) {
    const auto found = this_machine();
    EXPECT_GT(found.memory_bytes, 100ULL << 20U);
    EXPECT_LE(found.available_bytes, found.memory_bytes);
    EXPECT_GT(found.available_bytes, 0U);
    EXPECT_GE(found.logical_cores, found.physical_cores);
    EXPECT_NE(found.memory_source, "");
}

TEST(Machine, AnEmptyTreeGivesOneCoreAndNoMemory) {
    const MadeUpTree tree;
    const auto found =
        this_machine({.root = tree.root(), .environment = [](const char*) { return std::nullopt; }});
    EXPECT_EQ(found.ranks_per_node, 1U);
    EXPECT_EQ(found.memory_bytes, 0U);
}

}  // namespace
}  // namespace simdrive::memory
