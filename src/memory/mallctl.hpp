#pragma once

#include <cstddef>
#include <string>

/// Thin access to jemalloc's control names, for this room alone.
namespace simdrive::memory {

/// "arena.7.destroy".
std::string arena_key(unsigned index, const char* name);
/// Reads the number called `key`; 0 where there is none.
std::size_t read_size(const std::string& key);
/// Brings jemalloc's statistics up to date; they are a snapshot otherwise.
void refresh_statistics();

}  // namespace simdrive::memory
