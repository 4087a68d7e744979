#pragma once

#include <jemalloc/jemalloc.h>

#include <atomic>

namespace simdrive::memory {

/// jemalloc's own way of mapping pages, with one step more: what has just been mapped, and has not been
/// touched, is asked for on one NUMA node. Must outlive the arena that was made with `table()`.
class NodeHooks {
  public:
    explicit NodeHooks(int node);
    NodeHooks(const NodeHooks&) = delete;
    NodeHooks& operator=(const NodeHooks&) = delete;

    extent_hooks_t* table() { return &table_; }
    /// errno of the first mapping that could not be bound; 0 if there was none.
    int error() const { return error_.load(std::memory_order_relaxed); }

  private:
    static void* map(extent_hooks_t* table, void* address, std::size_t size, std::size_t alignment,
                     bool* zero, bool* commit, unsigned arena);

    extent_hooks_t table_;  // first member: jemalloc hands its address back to map()
    int node_;
    std::atomic<int> error_ = 0;
};

}  // namespace simdrive::memory
