// The reader of allocation files: whatever a file holds, it is an allocation without fault or a DataError.
#include "balance/allocation_file.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "fuzz/line_file_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace simdrive;
    static const fuzz::ScratchFolder folder;
    const auto path = folder.path() / "any_name.gz";
    fuzz::write_input(path, data, size);
    try {
        const auto allocation = balance::read_allocation(path);
        if (!allocation.fault().empty()) std::abort();
        if (balance::buckets_of(allocation).size() != allocation.node_count()) std::abort();
        // What was read can be written and read again.
        const auto again = folder.path() / "again.gz";
        balance::write_allocation(again, allocation);
        if (!(balance::read_allocation(again) == allocation)) std::abort();
    } catch (const DataError&) {
        return 0;
    }
    return 0;
}
