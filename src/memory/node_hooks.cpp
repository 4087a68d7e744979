#include "memory/node_hooks.hpp"

#include <numaif.h>

#include <cerrno>
#include <cstddef>

#include "memory/node_mask.hpp"

namespace simdrive::memory {
namespace {

/// The hooks of jemalloc's arena 0, which is never made with hooks of ours.
const extent_hooks_t& default_hooks() {
    static const extent_hooks_t* hooks = [] {
        extent_hooks_t* found = nullptr;
        std::size_t size = sizeof(void*);
        mallctl("arena.0.extent_hooks", &found, &size, nullptr, 0);
        return found;
    }();
    return *hooks;
}

int prefer_node(void* address, std::size_t size, int node) {
    NodeMask mask;
    if (!mask.add(node)) return EINVAL;
    return mbind(address, size, MPOL_PREFERRED, mask.data(), NodeMask::size_for_kernel, 0) == 0 ? 0 : errno;
}

}  // namespace

NodeHooks::NodeHooks(int node) : table_(default_hooks()), node_(node) {
    table_.alloc = &NodeHooks::map;
}

void* NodeHooks::map(extent_hooks_t* table, void* address, std::size_t size, std::size_t alignment,
                     bool* zero, bool* commit, unsigned arena) {
    auto& self = *reinterpret_cast<NodeHooks*>(table);
    // The default hook is given the default table: it looks into it.
    auto& mapping = default_hooks();
    void* pages =
        mapping.alloc(const_cast<extent_hooks_t*>(&mapping), address, size, alignment, zero, commit, arena);
    if (pages == nullptr) return nullptr;
    if (const int error = prefer_node(pages, size, self.node_); error != 0) {
        int none = 0;
        self.error_.compare_exchange_strong(none, error, std::memory_order_relaxed);
    }
    return pages;
}

}  // namespace simdrive::memory
