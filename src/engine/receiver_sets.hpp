#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace simdrive::engine {

/// A set of receivers for each of many sources, both by number: a mask over all receivers (eight bytes for
/// every 64 of them) or a list (two bytes a receiver and eight), whichever takes less for all sources
/// together. On a rank of R ranks that is never more than R/8 bytes a source, rounded up to eight.
class ReceiverSets {
  public:
    ReceiverSets() = default;
    /// `pairs`: members of all sets together. Reserves what they will take.
    ReceiverSets(std::uint64_t sources, std::size_t receivers, std::uint64_t pairs);

    /// Appends the sets of the next `count` sources. wanted[r]: those that receiver r is in the sets of,
    /// ascending, counted from the first of the `count`.
    void append(std::uint64_t count, std::span<const std::span<const std::uint32_t>> wanted);

    /// Calls f(receiver) for each one in the set of a source, ascending.
    template <class F>
    void for_each(std::uint64_t source, F&& f) const {
        if (first_.empty()) {
            for (std::uint64_t w = 0; w < words_; ++w) {
                for (std::uint64_t left = masks_[source * words_ + w]; left != 0; left &= left - 1)
                    f(static_cast<std::size_t>(w * 64 + static_cast<unsigned>(std::countr_zero(left))));
            }
        } else {
            for (std::uint64_t i = first_[source]; i < first_[source + 1]; ++i) f(std::size_t{lists_[i]});
        }
    }

    std::uint64_t bytes() const {
        return masks_.capacity() * sizeof(masks_[0]) + first_.capacity() * sizeof(first_[0]) +
               lists_.capacity() * sizeof(lists_[0]);
    }

  private:
    // Masks, of words_ words a source;
    std::uint64_t words_ = 0;
    std::vector<std::uint64_t> masks_;
    // or lists, that of source i from first_[i] to first_[i + 1].
    std::vector<std::uint64_t> first_;
    std::vector<std::uint16_t> lists_;
};

}  // namespace simdrive::engine
