#include "engine/connection_table.hpp"

#include "base/error.hpp"

namespace simdrive::engine {

ConnectionTable::ConnectionTable(std::pmr::memory_resource* resource)
    : index_(resource), row_end_(resource), slot_(resource), delay_(resource), weight_(resource) {}

void ConnectionTable::reserve(std::span<const std::uint32_t> targets) {
    index_.assign(targets);
    row_end_.resize(index_.rows());
    std::uint64_t row = 0;
    std::uint64_t total = 0;
    for (const std::uint32_t count : targets) {
        if (count == 0) continue;
        row_end_[row++] = total;  // where the row begins: its cursor
        total += count;
    }
    slot_.resize(total);
    delay_.resize(total);
    weight_.resize(total);
}

void ConnectionTable::finish() {
    // Every cursor now stands at the end of its row, so the last one at the end of the table.
    if (!row_end_.empty() && row_end_.back() != slot_.size()) {
        throw Error(ExitCode::internal, "a connection table holds fewer synapses than were counted for it");
    }
}

std::uint64_t ConnectionTable::deliver(std::span<const PackedSpike> spikes, Step epoch,
                                       InputRing& ring) const {
    std::uint64_t events = 0;
    for (const PackedSpike spike : spikes) {
        const std::uint64_t row = index_.row(spike.source());
        if (row == SourceIndex::none) continue;
        const std::uint64_t first = row == 0 ? 0 : row_end_[row - 1];
        const std::uint64_t past = row_end_[row];
        const std::uint32_t place = ring.place(epoch + spike.lag());
        for (std::uint64_t i = first; i < past; ++i) ring.after(place, delay_[i])[slot_[i]] += weight_[i];
        events += past - first;
    }
    return events;
}

void ConnectionTable::count(memory::Footprint& footprint, std::uint64_t synapses, std::uint64_t rows,
                            std::uint64_t gids) {
    using memory::Category;
    SourceIndex::count(footprint, gids);
    footprint.add(Category::source_index, rows, sizeof(std::uint64_t));
    footprint.add(Category::synapses, synapses, sizeof(std::uint32_t));
    footprint.add(Category::synapses, synapses, sizeof(std::uint16_t));
    footprint.add(Category::synapses, synapses, sizeof(double));
}

}  // namespace simdrive::engine
