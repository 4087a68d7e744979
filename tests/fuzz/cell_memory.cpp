// The reader of the bytes of every node: whatever a file holds, they can be dealt, or it is a DataError.
#include "balance/cell_memory.hpp"

#include <cstdlib>

#include "balance/deal.hpp"
#include "base/error.hpp"
#include "fuzz/line_file_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace simdrive;
    static const fuzz::ScratchFolder folder;
    const auto path = folder.path() / balance::cell_memory_file_name;
    fuzz::write_input(path, data, size);
    try {
        const auto memory = balance::read_cell_memory(path);
        for (const char* mode : {"Memory", "Compute", "RoundRobin"}) {
            if (!balance::deal(memory, mode, 3, 2).fault().empty()) std::abort();
        }
    } catch (const DataError&) {
        return 0;
    }
    return 0;
}
