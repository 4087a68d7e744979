#include "memory/arena.hpp"

#include <fmt/format.h>
#include <jemalloc/jemalloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "memory/mallctl.hpp"
#include "memory/node_hooks.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <new>
#endif

namespace simdrive::memory {
namespace {

int block_flags(std::size_t alignment) {
    return MALLOCX_ALIGN(std::max(alignment, block_alignment)) | MALLOCX_TCACHE_NONE;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
void* take(unsigned, std::size_t bytes, std::size_t alignment) {
    return ::operator new(bytes, std::align_val_t(std::max(alignment, block_alignment)), std::nothrow);
}
void give(unsigned, void* block, std::size_t bytes, std::size_t alignment) {
    ::operator delete(block, bytes, std::align_val_t(std::max(alignment, block_alignment)));
}
#else
constexpr bool sanitized = false;
void* take(unsigned index, std::size_t bytes, std::size_t alignment) {
    return mallocx(bytes, block_flags(alignment) | static_cast<int>(MALLOCX_ARENA(index)));
}
void give(unsigned index, void* block, std::size_t bytes, std::size_t alignment) {
    sdallocx(block, bytes, block_flags(alignment) | static_cast<int>(MALLOCX_ARENA(index)));
}
#endif

/// Large blocks are read and written at random: with huge pages, addresses are translated without delay. Only
/// whole huge pages inside the block are asked for, so that nothing beside it becomes resident. Where the
/// kernel has none, nothing changes.
void ask_for_huge_pages(void* block, std::size_t bytes) {
    constexpr std::uintptr_t huge = std::uintptr_t{2} << 20;
    const auto first = (reinterpret_cast<std::uintptr_t>(block) + huge - 1) / huge * huge;
    const auto past = (reinterpret_cast<std::uintptr_t>(block) + bytes) / huge * huge;
    if (past <= first) return;
    madvise(reinterpret_cast<void*>(first), past - first,
            MADV_HUGEPAGE);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

std::size_t allocation_size(std::size_t bytes, std::size_t alignment) {
    if (bytes == 0) return 0;
    const auto rounded = nallocx(bytes, block_flags(alignment));
    return rounded == 0 ? bytes : rounded;  // beyond the largest class: refused when it is asked for
}

Arena::Arena(std::string name, std::optional<int> numa_node) : name_(std::move(name)), numa_node_(numa_node) {
    if (numa_node_) hooks_ = std::make_unique<NodeHooks>(*numa_node_);
    extent_hooks_t* hooks = hooks_ ? hooks_->table() : nullptr;
    constexpr std::size_t hooks_size = sizeof(void*);
    std::size_t size = sizeof index_;
    const int error =
        mallctl("arenas.create", &index_, &size, hooks ? &hooks : nullptr, hooks ? hooks_size : 0);
    if (error != 0) {
        throw MemoryError(
            fmt::format("no memory arena for {}: jemalloc says \"{}\" (about 4000 are possible)", name_,
                        std::strerror(error)));
    }
    empty();
}

Arena::~Arena() {
    mallctl(arena_key(index_, "destroy").c_str(), nullptr, nullptr, nullptr, 0);
}

int Arena::placement_error() const {
    return hooks_ ? hooks_->error() : 0;
}

void* Arena::do_allocate(std::size_t bytes, std::size_t alignment) {
    // An empty block takes nothing; its address is never used, and it is known again by its size.
    if (bytes == 0) return reinterpret_cast<void*>(alignment);  // NOLINT(performance-no-int-to-ptr)
    void* block = take(index_, bytes, alignment);
    if (block == nullptr) {
        throw MemoryError(fmt::format("{}: the system refuses {} ({} bytes) more; {} are in use there", name_,
                                      format_bytes(static_cast<double>(bytes)), bytes,
                                      format_bytes(static_cast<double>(requested()))));
    }
    ask_for_huge_pages(block, bytes);
    const auto now = requested_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    auto peak = peak_requested_.load(std::memory_order_relaxed);
    while (now > peak && !peak_requested_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
    }
    if (sanitized) counted_allocated_.fetch_add(allocation_size(bytes, alignment), std::memory_order_relaxed);
    return block;
}

void Arena::do_deallocate(void* block, std::size_t bytes, std::size_t alignment) {
    if (bytes == 0) return;
    give(index_, block, bytes, alignment);
    requested_.fetch_sub(bytes, std::memory_order_relaxed);
    if (sanitized) counted_allocated_.fetch_sub(allocation_size(bytes, alignment), std::memory_order_relaxed);
}

ArenaStatistics Arena::raw_statistics() const {
    refresh_statistics();
    const auto of_arena = [this](const char* name) {
        return read_size(fmt::format("stats.arenas.{}.{}", index_, name));
    };
    return {.requested = requested(),
            .peak_requested = peak_requested_.load(std::memory_order_relaxed),
            .allocated = of_arena("small.allocated") + of_arena("large.allocated"),
            .resident = of_arena("resident"),
            .mapped = of_arena("mapped")};
}

const ArenaStatistics& Arena::empty() const {
    static const auto statistics = raw_statistics();
    return statistics;
}

ArenaStatistics Arena::statistics() const {
    auto statistics = raw_statistics();
    if (sanitized) {
        statistics.allocated = counted_allocated_.load(std::memory_order_relaxed);
        statistics.resident = statistics.mapped = statistics.allocated;
        return statistics;
    }
    const auto beyond_empty = [](std::uint64_t now, std::uint64_t empty) {
        return now > empty ? now - empty : 0;
    };
    statistics.resident = beyond_empty(statistics.resident, empty().resident);
    statistics.mapped = beyond_empty(statistics.mapped, empty().mapped);
    return statistics;
}

void Arena::set_decay(std::ptrdiff_t milliseconds) {
    for (const char* name : {"dirty_decay_ms", "muzzy_decay_ms"}) {
        mallctl(arena_key(index_, name).c_str(), nullptr, nullptr, &milliseconds, sizeof milliseconds);
    }
}

void Arena::retain_pages() {
    set_decay(-1);
}

void Arena::release_pages() {
    constexpr std::ptrdiff_t default_milliseconds = 10'000;
    mallctl(arena_key(index_, "purge").c_str(), nullptr, nullptr, nullptr, 0);
    set_decay(default_milliseconds);
}

}  // namespace simdrive::memory
