#include "circuit/random_order.hpp"

#include <cmath>

#include "base/random.hpp"

namespace simdrive::circuit {

namespace {

__extension__ using Wide = unsigned __int128;

/// The finalizer of SplitMix64 (Steele et al. 2014).
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58'476D'1CE4'E5B9U;
    x = (x ^ x >> 27) * 0x94D0'49BB'1331'11EBU;
    return x ^ x >> 31;
}

std::uint64_t side_of(std::uint64_t size) {
    auto side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(size)));
    while (side * side < size) ++side;
    return side;
}

}  // namespace

RandomOrder::RandomOrder(const RuleEnds& ends, std::uint64_t size) : size_(size), side_(side_of(size)) {
    RandomStream(ends.seed, Purpose::source, ends.projection_key).fill(0, 0, keys_);
}

std::uint64_t RandomOrder::at(std::uint64_t place) const {
    do place = shuffled(place);
    while (place >= size_);
    return place;
}

std::uint64_t RandomOrder::shuffled(std::uint64_t place) const {
    std::uint64_t left = place / side_;
    std::uint64_t right = place % side_;
    for (const std::uint64_t key : keys_) {
        std::uint64_t sum =
            left + static_cast<std::uint64_t>(static_cast<Wide>(mixed(right ^ key)) * side_ >> 64);
        sum -= sum >= side_ ? side_ : 0;
        left = right;
        right = sum;
    }
    return left * side_ + right;
}

}  // namespace simdrive::circuit
