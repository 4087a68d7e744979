#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>

namespace simdrive::memory {

class NodeHooks;

/// Every block of an arena begins on a cache line, so that columns can be read in whole vectors and two
/// threads never share a line.
inline constexpr std::size_t block_alignment = 64;

/// What an allocation of `bytes` bytes takes from an arena: `bytes` rounded to the allocator's size class.
/// Exact: a sum of it over an arena's live blocks equals ArenaStatistics::allocated. 0 for 0.
std::size_t allocation_size(std::size_t bytes, std::size_t alignment = block_alignment);

/// Bytes, for this arena alone. What an empty arena costs is subtracted from `resident` and `mapped`.
struct ArenaStatistics {
    std::uint64_t requested = 0;       ///< sum of the live requests
    std::uint64_t peak_requested = 0;  ///< its largest value so far
    std::uint64_t allocated = 0;       ///< the same blocks, rounded to size classes
    std::uint64_t resident = 0;        ///< in physical pages, those kept for reuse included
    std::uint64_t mapped = 0;          ///< active extents, touched or not
};

/// A jemalloc arena of its own for everything that one thread owns, for use through std::pmr containers.
///
/// Any thread may allocate and free (the arena takes its lock at each call: meant for few, large blocks); the
/// counters are relaxed atomics, so that another thread can read them at any time. All blocks must have been
/// freed before the arena is destroyed. There can be about 4000 arenas: one per thread, not per population.
///
/// In builds with AddressSanitizer the blocks come from its operator new instead, so that their bounds are
/// checked; `allocated` is then the sum of allocation_size, and `resident` and `mapped` repeat it.
class Arena final : public std::pmr::memory_resource {
  public:
    /// `name` is for messages. With a `numa_node` every page is asked for on that node before its first touch
    /// (MPOL_PREFERRED: another node serves when it is full). A refusal is not an error: see
    /// placement_error(). MemoryError when no arena can be made.
    explicit Arena(std::string name, std::optional<int> numa_node = std::nullopt);
    ~Arena() override;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    const std::string& name() const { return name_; }
    std::optional<int> numa_node() const { return numa_node_; }
    /// errno of the first page range that could not be bound to the node; 0 if there was none.
    int placement_error() const;

    /// Costs some ten microseconds: not for inner loops.
    ArenaStatistics statistics() const;
    std::uint64_t requested() const { return requested_.load(std::memory_order_relaxed); }

    /// From now on pages that become free stay with the arena: no purge and refault while simulating.
    void retain_pages();
    /// Gives free pages back to the system at once, and later ones after jemalloc's default time: the end of
    /// construction.
    void release_pages();

  private:
    /// MemoryError names the arena and the bytes when memory is refused.
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }

    ArenaStatistics raw_statistics() const;
    /// The statistics of an arena in which nothing is yet: measured on the first one, the same for all.
    const ArenaStatistics& empty() const;
    void set_decay(std::ptrdiff_t milliseconds);

    std::string name_;
    std::optional<int> numa_node_;
    std::unique_ptr<NodeHooks> hooks_;  // outlives the jemalloc arena
    unsigned index_ = 0;
    std::atomic<std::uint64_t> requested_ = 0;
    std::atomic<std::uint64_t> peak_requested_ = 0;
    std::atomic<std::uint64_t> counted_allocated_ = 0;  // with AddressSanitizer only
};

}  // namespace simdrive::memory
