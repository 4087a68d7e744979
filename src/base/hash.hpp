#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace simdrive {

/// A 128-bit fingerprint of content (XXH3 of the xxHash library; not for security).
struct Fingerprint {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Fingerprint&) const = default;
    /// 32 hexadecimal digits.
    std::string text() const;
};

Fingerprint hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);
Fingerprint hash_text(std::string_view text, std::uint64_t seed = 0);
/// 64 bits of a name, to tell random streams apart.
std::uint64_t name_key(std::string_view name);

/// Adds the hash of piece number `index` to `sum`. Addition commutes, so pieces may be hashed by any rank in
/// any order; `index` keeps their positions in the result.
void add_piece(Fingerprint& sum, std::uint64_t index, std::span<const std::byte> piece);

}  // namespace simdrive
