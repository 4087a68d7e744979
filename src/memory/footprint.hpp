#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace simdrive::memory {

/// What bytes are for: the rows of the memory tables.
enum class Category : std::uint8_t {
    neurons,
    synapses,
    source_index,
    input_buffers,
    stimuli,
    exchange,
    other
};

inline constexpr std::array categories{Category::neurons,       Category::synapses, Category::source_index,
                                       Category::input_buffers, Category::stimuli,  Category::exchange,
                                       Category::other};

/// "source index", as tables print it.
std::string_view category_name(Category category);

struct Bytes {
    std::uint64_t requested = 0;  ///< what the containers ask for
    std::uint64_t allocated = 0;  ///< the same after rounding to the allocator's size classes

    Bytes& operator+=(const Bytes& other);
    friend Bytes operator+(Bytes a, const Bytes& b) { return a += b; }
    friend bool operator==(const Bytes&, const Bytes&) = default;
};

/// The bytes that a container takes or will take in an arena, by category. Every container that lives per
/// gid, per synapse, per source or per rank has a function that returns one, and is held against the arena's
/// statistics by a test. Plain sums: cheap enough for 10⁵ of them.
class Footprint {
  public:
    /// Adds one block of `count` items of `item_size` bytes. MemoryError where that many bytes cannot be
    /// counted.
    Footprint& add(Category category, std::uint64_t count, std::size_t item_size);
    /// Adds bytes that were counted elsewhere.
    Footprint& add(Category category, const Bytes& bytes);
    Footprint& operator+=(const Footprint& other);
    friend Footprint operator+(Footprint a, const Footprint& b) { return a += b; }
    friend bool operator==(const Footprint&, const Footprint&) = default;

    const Bytes& operator[](Category category) const { return bytes_[static_cast<std::size_t>(category)]; }
    Bytes total() const;

  private:
    std::array<Bytes, categories.size()> bytes_{};
};

}  // namespace simdrive::memory
