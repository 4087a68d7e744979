#include "memory/mallctl.hpp"

#include <fmt/format.h>
#include <jemalloc/jemalloc.h>

#include <cstdint>

namespace simdrive::memory {

std::string arena_key(unsigned index, const char* name) {
    return fmt::format("arena.{}.{}", index, name);
}

std::size_t read_size(const std::string& key) {
    std::size_t value = 0;
    std::size_t size = sizeof value;
    return mallctl(key.c_str(), &value, &size, nullptr, 0) == 0 ? value : 0;
}

void refresh_statistics() {
    std::uint64_t epoch = 1;
    mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);
}

}  // namespace simdrive::memory
