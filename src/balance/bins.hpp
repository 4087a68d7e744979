#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace simdrive::balance {

/// What a node brings to the rank that holds it, and what a rank holds.
enum class Resource : std::uint8_t { bytes, work };
using Loads = std::array<std::uint64_t, 2>;  ///< by Resource

/// Bins that know for each resource which of them has least of it (ties: the lower number): two binary heaps
/// over the same bins. Putting an item costs O(log bins).
class Bins {
  public:
    explicit Bins(std::uint32_t count);

    std::uint32_t count() const { return static_cast<std::uint32_t>(heaps_[0].size()); }
    std::uint32_t lightest(Resource resource) const { return heap(resource).front().bin; }
    std::uint64_t load(Resource resource, std::uint32_t bin) const {
        return heap(resource)[places_[static_cast<std::size_t>(resource)][bin]].load;
    }
    std::uint64_t least(Resource resource) const { return heap(resource).front().load; }
    std::uint64_t largest(Resource resource) const { return largest_[static_cast<std::size_t>(resource)]; }

    void put(std::uint32_t bin, const Loads& item);
    /// Puts `rounds` such items into every bin.
    void put_in_all(const Loads& item, std::uint64_t rounds);

  private:
    struct Entry {
        std::uint64_t load;
        std::uint32_t bin;
        bool operator<(const Entry& other) const {
            return load != other.load ? load < other.load : bin < other.bin;
        }
    };
    using Heap = std::vector<Entry>;

    const Heap& heap(Resource resource) const { return heaps_[static_cast<std::size_t>(resource)]; }
    void add(std::size_t resource, std::uint32_t bin, std::uint64_t weight);

    std::array<Heap, 2> heaps_;                         // lightest on top
    std::array<std::vector<std::uint32_t>, 2> places_;  // of each bin in the heap
    Loads largest_{};
};

}  // namespace simdrive::balance
