#include "circuit/multinomial_tree.hpp"

#include <algorithm>
#include <bit>

#include "circuit/binomial.hpp"

namespace simdrive::circuit {

std::vector<std::uint64_t> MultinomialTree::at(const Selection& wanted) const {
    std::vector<std::uint64_t> out;
    out.reserve(wanted.size());
    descend(0, std::bit_ceil(rows_), count_, wanted.ranges(), out);
    return out;
}

std::uint64_t MultinomialTree::before(std::uint64_t row) const {
    std::uint64_t before = 0;
    std::uint64_t first = 0;
    std::uint64_t count = count_;
    for (std::uint64_t width = std::bit_ceil(rows_); width > 1; width /= 2) {
        const std::uint64_t middle = first + width / 2;
        const std::uint64_t left = left_of(first, width, count);
        if (row < middle) {
            count = left;
        } else {
            before += left;
            count -= left;
            first = middle;
        }
    }
    return before;
}

/// `wanted` may begin with ranges that lie before `first`.
void MultinomialTree::descend(std::uint64_t first, std::uint64_t width, std::uint64_t count,
                              std::span<const Range> wanted, std::vector<std::uint64_t>& out) const {
    while (!wanted.empty() && wanted.front().past <= first) wanted = wanted.subspan(1);
    if (wanted.empty() || wanted.front().first >= std::min(first + width, rows_)) return;
    if (width == 1) {
        out.push_back(count);
        return;
    }
    const std::uint64_t half = width / 2;
    const std::uint64_t left = left_of(first, width, count);
    descend(first, half, left, wanted, out);
    descend(first + half, half, count - left, wanted, out);
}

/// How many of the `count` edges on [first, first + width) fall on its left half.
std::uint64_t MultinomialTree::left_of(std::uint64_t first, std::uint64_t width, std::uint64_t count) const {
    const std::uint64_t half = width / 2;
    const std::uint64_t past = std::min(first + width, rows_);
    if (first + half >= past) return count;
    const double share = static_cast<double>(half) / static_cast<double>(past - first);
    return binomial(count, share, CounterWords(stream_, first, width));
}

}  // namespace simdrive::circuit
