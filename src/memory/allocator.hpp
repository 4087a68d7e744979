#pragma once

#include <string>

namespace simdrive::memory {

/// Which allocator serves this process; found out by trying, not from how it was built.
struct Allocator {
    std::string jemalloc_version;  ///< of the arenas
    bool jemalloc_serves_malloc = false;
    bool jemalloc_serves_new = false;

    /// "jemalloc 5.3.0 (malloc, new and arenas)".
    std::string text() const;
};

Allocator live_allocator();

/// Gives the system back what malloc keeps for later: when something large was freed and something larger
/// comes. Pages of other threads' caches stay.
void release_free_pages();

/// Bytes that this thread has allocated and not freed, with jemalloc's rounding: the difference of two calls
/// is what lies between them. 0 where jemalloc does not serve the program.
std::uint64_t live_bytes_of_this_thread();

}  // namespace simdrive::memory
