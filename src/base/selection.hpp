#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace simdrive {

/// A half-open range of ids.
struct Range {
    std::uint64_t first;
    std::uint64_t past;
    std::uint64_t size() const { return past - first; }
    auto operator<=>(const Range&) const = default;
};

/// A set of ids as sorted, disjoint, non-empty, non-adjacent ranges.
class Selection {
  public:
    Selection() = default;
    /// All ids in [first, past).
    Selection(std::uint64_t first, std::uint64_t past);
    /// The ids of any list of ranges, in any order, overlapping or not; empty ranges are dropped.
    static Selection of_ranges(std::vector<Range> ranges);
    /// The ids of any list, in any order, with repeats or not.
    static Selection of_ids(std::span<const std::uint64_t> ids);

    /// Appends an id or a range that lies at or past the end of what is here (an adjacent one grows the last
    /// range).
    void append(std::uint64_t id) { append(Range{id, id + 1}); }
    void append(Range range);

    std::uint64_t size() const;
    bool empty() const { return ranges_.empty(); }
    std::span<const Range> ranges() const { return ranges_; }
    bool contains(std::uint64_t id) const;
    std::vector<std::uint64_t> flatten() const;
    bool operator==(const Selection&) const = default;

    template <class F>
    void for_each(F&& f) const {
        for (const Range& range : ranges_) {
            for (std::uint64_t id = range.first; id < range.past; ++id) f(id);
        }
    }

  private:
    std::vector<Range> ranges_;
};

Selection intersection(const Selection& a, const Selection& b);
Selection unite(const Selection& a, const Selection& b);
/// The ids of `a` that are not in `b`.
Selection difference(const Selection& a, const Selection& b);

}  // namespace simdrive
