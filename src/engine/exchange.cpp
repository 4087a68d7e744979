#include "engine/exchange.hpp"

#include <algorithm>

namespace simdrive::engine {

namespace {

using List = std::span<const PackedSpike>;

/// Merges neighbours among the lists; the results lie end to end in `out`.
void merge_pairs(std::vector<List>& lists, std::vector<PackedSpike>& out) {
    std::size_t size = 0;
    for (const List list : lists) size += list.size();
    out.resize(size);
    PackedSpike* to = out.data();
    std::vector<List>::iterator merged = lists.begin();
    for (std::size_t i = 0; i < lists.size(); i += 2) {
        const List second = i + 1 < lists.size() ? lists[i + 1] : List();
        PackedSpike* const past =
            std::merge(lists[i].begin(), lists[i].end(), second.begin(), second.end(), to);
        *merged++ = {to, past};
        to = past;
    }
    lists.erase(merged, lists.end());
}

}  // namespace

void merge_sorted(std::vector<List>& lists, std::vector<PackedSpike>& out,
                  std::vector<PackedSpike>& scratch) {
    out.clear();
    if (lists.empty()) return;
    merge_pairs(lists, out);
    while (lists.size() > 1) {
        std::swap(out, scratch);
        merge_pairs(lists, out);
    }
}

void Exchange::pack(std::span<const PackedSpike> own) {
    words_.resize(own.size());
    std::transform(own.begin(), own.end(), words_.begin(), [](PackedSpike spike) { return spike.word(); });
}

std::span<const PackedSpike> Exchange::run(std::span<const PackedSpike> own, bool stop) {
    pack(own);
    gather_.run(words_, stop);
    return merged();
}

void Exchange::begin(std::span<const PackedSpike> own, bool stop) {
    pack(own);
    gather_.begin(words_, stop);
}

std::span<const PackedSpike> Exchange::end() {
    gather_.end();
    return merged();
}

std::span<const PackedSpike> Exchange::merged() {
    received_.clear();
    lists_.clear();
    std::size_t size = 0;
    for (const auto words : gather_.lists()) size += words.size();
    received_.reserve(size);  // lists point into it
    for (const auto words : gather_.lists()) {
        const PackedSpike* const first = received_.data() + received_.size();
        for (const auto word : words) received_.emplace_back(word);
        lists_.emplace_back(first, words.size());
    }
    merge_sorted(lists_, all_, scratch_);
    return all_;
}

}  // namespace simdrive::engine
