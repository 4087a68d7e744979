#include "base/hash.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

namespace simdrive {

std::string Fingerprint::text() const {
    return fmt::format("{:016x}{:016x}", high, low);
}

Fingerprint hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) {
    const auto hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
    return {hash.low64, hash.high64};
}

Fingerprint hash_text(std::string_view text, std::uint64_t seed) {
    return hash_bytes(std::as_bytes(std::span(text.data(), text.size())), seed);
}

std::uint64_t name_key(std::string_view name) {
    return hash_text(name).low;
}

void add_piece(Fingerprint& sum, std::uint64_t index, std::span<const std::byte> piece) {
    const Fingerprint hash = hash_bytes(piece, index + 1);
    sum.low += hash.low;
    sum.high += hash.high;
}

}  // namespace simdrive
