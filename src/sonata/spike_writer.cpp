#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "mpi/agreement.hpp"
#include "sonata/spike_file.hpp"

namespace simdrive::sonata {

namespace {

constexpr std::array<std::pair<const char*, std::uint8_t>, 3> sorting_members = {
    {{"none", std::uint8_t{0}}, {"by_id", std::uint8_t{1}}, {"by_time", std::uint8_t{2}}}};
/// Elements that a rank hands to MPI-IO at once: far below 2^31 bytes.
constexpr std::uint64_t block_elements = 1 << 24;

/// Collective: all ranks write `mine` one after the other, in blocks, the same number of times.
template <class T>
void write_slices(const io::Dataset& dataset, std::span<const T> mine, std::uint64_t first,
                  const mpi::Communicator& comm) {
    const std::uint64_t blocks = comm.max((mine.size() + block_elements - 1) / block_elements);
    for (std::uint64_t b = 0; b < blocks; ++b) {
        const std::uint64_t from = std::min<std::uint64_t>(b * block_elements, mine.size());
        const std::uint64_t count = std::min<std::uint64_t>(block_elements, mine.size() - from);
        mpi::agreed(comm, [&] { dataset.write(first + from, mine.subspan(from, count)); });
    }
}

struct SpikeDatasets {
    io::Dataset ids;
    io::Dataset times;
};

SpikeDatasets create_datasets(const io::Group& spikes, const std::string& population, std::uint64_t total,
                              SpikeSorting sorting) {
    const io::Group group = spikes.create_group(population);
    group.write_enum_attribute("sorting", sorting_members, static_cast<std::uint8_t>(sorting));
    SpikeDatasets out{group.create_dataset<std::uint64_t>("node_ids", total),
                      group.create_dataset<double>("timestamps", total)};
    out.times.write_attribute("units", std::string("ms"));
    return out;
}

io::Group create_spikes(const io::Hdf5File& file) {
    const io::Group root = file.root();
    root.write_attribute("magic", std::uint32_t{0x0A7A});
    root.write_attribute("version", std::array<std::uint32_t, 2>{0, 1});
    return root.create_group("spikes");
}

/// Collective. Ranks agree after every step that can fail, so that none waits for one that has given up.
void write_file(const std::string& path, std::span<const SpikeSlice> slices, const mpi::Communicator& comm,
                SpikeSorting sorting) {
    auto file = mpi::agreed(comm, [&] { return io::Hdf5File::create_parallel(path, comm.native()); });
    {
        const io::Group spikes = mpi::agreed(comm, [&] { return create_spikes(file); });
        for (const SpikeSlice& slice : slices) {
            const std::uint64_t first = comm.prefix_sum(slice.node_ids.size());
            const std::uint64_t total = comm.sum(std::uint64_t{slice.node_ids.size()});
            const SpikeDatasets datasets =
                mpi::agreed(comm, [&] { return create_datasets(spikes, slice.population, total, sorting); });
            write_slices(datasets.ids, slice.node_ids, first, comm);
            write_slices(datasets.times, slice.times_ms, first, comm);
        }
    }
    mpi::agreed(comm, [&] { file.close(); });
}

}  // namespace

void write_spikes(const std::filesystem::path& path, std::span<const SpikeSlice> slices,
                  const mpi::Communicator& comm, SpikeSorting sorting) {
    std::unique_ptr<io::AtomicFile> target;
    mpi::agreed(comm, [&] {
        for (const SpikeSlice& slice : slices) {
            if (slice.node_ids.size() != slice.times_ms.size())
                throw std::logic_error("spikes of " + slice.population + ": columns of unequal length");
        }
        if (comm.is_root()) target = std::make_unique<io::AtomicFile>(path);
    });
    const std::string temporary = comm.broadcast(target ? target->temporary().string() : std::string());
    write_file(temporary, slices, comm, sorting);
    mpi::agreed(comm, [&] {
        if (target) target->commit();
    });
}

}  // namespace simdrive::sonata
