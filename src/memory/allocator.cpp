#include "memory/allocator.hpp"

#include <fmt/format.h>
#include <jemalloc/jemalloc.h>
#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#include "memory/mallctl.hpp"

namespace simdrive::memory {
namespace {

/// Whether jemalloc's own count of this thread's allocations moves during `allocate`.
template <class F>
bool moves_jemalloc(F&& allocate) {
    std::uint64_t* allocated = nullptr;
    std::size_t size = sizeof allocated;
    if (mallctl("thread.allocatedp", &allocated, &size, nullptr, 0) != 0) return false;
    const volatile std::uint64_t* count = allocated;
    const auto before = *count;
    allocate();
    return *count != before;
}

constexpr std::size_t probe_bytes = 4096;

}  // namespace

Allocator live_allocator() {
    Allocator allocator;
    const char* version = nullptr;
    std::size_t size = sizeof version;
    if (mallctl("version", &version, &size, nullptr, 0) == 0) {
        const std::string text = version;
        allocator.jemalloc_version = text.substr(0, text.find('-'));
    }
    // Through volatile pointers, so that the compiler keeps the pairs.
    allocator.jemalloc_serves_malloc = moves_jemalloc([] {
        void* volatile block = std::malloc(probe_bytes);
        std::free(block);
    });
    allocator.jemalloc_serves_new = moves_jemalloc([] {
        void* volatile block = ::operator new(probe_bytes);
        ::operator delete(block);
    });
    return allocator;
}

std::uint64_t live_bytes_of_this_thread() {
    std::uint64_t allocated = 0;
    std::uint64_t freed = 0;
    std::size_t size = sizeof allocated;
    if (mallctl("thread.allocated", &allocated, &size, nullptr, 0) != 0 ||
        mallctl("thread.deallocated", &freed, &size, nullptr, 0) != 0 || freed > allocated)
        return 0;
    return allocated - freed;
}

void release_free_pages() {
    constexpr unsigned all_arenas = MALLCTL_ARENAS_ALL;
    mallctl(arena_key(all_arenas, "purge").c_str(), nullptr, nullptr, nullptr, 0);
    malloc_trim(0);  // for what the system's malloc serves
}

std::string Allocator::text() const {
    if (jemalloc_serves_malloc && jemalloc_serves_new)
        return fmt::format("jemalloc {} (malloc, new and arenas)", jemalloc_version);
    const char* other =
        jemalloc_serves_malloc ? "jemalloc for malloc, another for new" : "the system's malloc";
    return fmt::format("jemalloc {} for arenas only; {} elsewhere", jemalloc_version, other);
}

}  // namespace simdrive::memory
