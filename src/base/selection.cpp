#include "base/selection.hpp"

#include <algorithm>

namespace simdrive {

Selection::Selection(std::uint64_t first, std::uint64_t past) {
    if (first < past) ranges_.push_back({first, past});
}

Selection Selection::of_ranges(std::vector<Range> ranges) {
    std::sort(ranges.begin(), ranges.end());
    Selection result;
    for (const Range& range : ranges) {
        if (range.first >= range.past) continue;
        if (!result.ranges_.empty() && range.first <= result.ranges_.back().past) {
            result.ranges_.back().past = std::max(result.ranges_.back().past, range.past);
        } else {
            result.ranges_.push_back(range);
        }
    }
    return result;
}

Selection Selection::of_ids(std::span<const std::uint64_t> ids) {
    std::vector<std::uint64_t> sorted(ids.begin(), ids.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    Selection result;
    for (const auto id : sorted) result.append(id);
    return result;
}

void Selection::append(Range range) {
    if (range.first >= range.past) return;
    if (!ranges_.empty() && ranges_.back().past == range.first) {
        ranges_.back().past = range.past;
    } else {
        ranges_.push_back(range);
    }
}

std::uint64_t Selection::size() const {
    std::uint64_t total = 0;
    for (const Range& range : ranges_) total += range.size();
    return total;
}

bool Selection::contains(std::uint64_t id) const {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), id,
                                        [](auto v, const Range& r) { return v < r.first; });
    return after != ranges_.begin() && id < std::prev(after)->past;
}

std::vector<std::uint64_t> Selection::flatten() const {
    std::vector<std::uint64_t> ids;
    ids.reserve(size());
    for_each([&](std::uint64_t id) { ids.push_back(id); });
    return ids;
}

Selection intersection(const Selection& a, const Selection& b) {
    Selection result;
    auto i = a.ranges().begin();
    auto j = b.ranges().begin();
    while (i != a.ranges().end() && j != b.ranges().end()) {
        result.append(Range{std::max(i->first, j->first), std::min(i->past, j->past)});
        if (i->past < j->past) {
            ++i;
        } else {
            ++j;
        }
    }
    return result;
}

Selection unite(const Selection& a, const Selection& b) {
    std::vector<Range> all(a.ranges().begin(), a.ranges().end());
    all.insert(all.end(), b.ranges().begin(), b.ranges().end());
    return Selection::of_ranges(std::move(all));
}

Selection difference(const Selection& a, const Selection& b) {
    Selection result;
    auto j = b.ranges().begin();
    for (Range rest : a.ranges()) {
        while (j != b.ranges().end() && j->past <= rest.first) ++j;
        for (auto k = j; k != b.ranges().end() && k->first < rest.past; ++k) {
            if (rest.first < k->first) result.append(Range{rest.first, k->first});
            rest.first = std::min(k->past, rest.past);
        }
        result.append(rest);
    }
    return result;
}

}  // namespace simdrive
