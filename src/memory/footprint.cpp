#include "memory/footprint.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "memory/arena.hpp"

namespace simdrive::memory {

std::string_view category_name(Category category) {
    switch (category) {
        case Category::neurons:
            return "neurons";
        case Category::synapses:
            return "synapses";
        case Category::source_index:
            return "source index";
        case Category::input_buffers:
            return "input buffers";
        case Category::stimuli:
            return "stimuli";
        case Category::exchange:
            return "exchange";
        case Category::other:
            break;
    }
    return "other";
}

Bytes& Bytes::operator+=(const Bytes& other) {
    requested += other.requested;
    allocated += other.allocated;
    return *this;
}

Footprint& Footprint::add(Category category, std::uint64_t count, std::size_t item_size) {
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(count, item_size, &bytes)) {
        throw MemoryError(fmt::format("{}: {} items of {} bytes are more than memory has addresses",
                                      category_name(category), count, item_size));
    }
    return add(category, Bytes{.requested = bytes, .allocated = allocation_size(bytes)});
}

Footprint& Footprint::add(Category category, const Bytes& bytes) {
    bytes_[static_cast<std::size_t>(category)] += bytes;
    return *this;
}

Footprint& Footprint::operator+=(const Footprint& other) {
    for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] += other.bytes_[i];
    return *this;
}

Bytes Footprint::total() const {
    Bytes sum;
    for (const auto& bytes : bytes_) sum += bytes;
    return sum;
}

}  // namespace simdrive::memory
