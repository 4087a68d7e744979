#include "engine/exchange.hpp"

#include <algorithm>

namespace simdrive::engine {

namespace {

using List = std::span<const PackedSpike>;

/// Merges two sorted lists. Which one goes on is anyone's guess, so it is computed rather than branched upon.
PackedSpike* merge(List a, List b, PackedSpike* to) {
    const PackedSpike* first = a.data();
    const PackedSpike* second = b.data();
    const PackedSpike* const first_end = first + a.size();
    const PackedSpike* const second_end = second + b.size();
    while (first != first_end && second != second_end) {
        const bool from_second = second->word() < first->word();
        *to++ = *(from_second ? second : first);
        first += static_cast<std::ptrdiff_t>(!from_second);
        second += static_cast<std::ptrdiff_t>(from_second);
    }
    return std::copy(second, second_end, std::copy(first, first_end, to));
}

/// Merges neighbours among the lists; the results lie end to end in `out`.
void merge_pairs(std::vector<List>& lists, std::vector<PackedSpike>& out) {
    std::size_t size = 0;
    for (const List list : lists) size += list.size();
    out.resize(size);
    PackedSpike* to = out.data();
    std::vector<List>::iterator merged = lists.begin();
    for (std::size_t i = 0; i < lists.size(); i += 2) {
        const List second = i + 1 < lists.size() ? lists[i + 1] : List();
        PackedSpike* const past = merge(lists[i], second, to);
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

Exchange::Exchange(const mpi::Communicator& comm, const TargetRanks* targets)
    : targets_(targets), alone_(comm.size() == 1), to_all_(comm) {
    if (targets != nullptr) to_targets_.emplace(comm, targets->receivers());
}

std::span<const PackedSpike> Exchange::run(std::span<const PackedSpike> own, bool stop) {
    if (alone_) {
        stop_requested_ = stop;
        return own;
    }
    if (to_targets_) {
        begin(own, stop);
        return end();
    }
    pack(own);
    to_all_.run(words_, stop);
    stop_requested_ = to_all_.flag();
    return merged(to_all_.lists());
}

void Exchange::begin(std::span<const PackedSpike> own, bool stop) {
    pack(own);
    if (!to_targets_) {
        to_all_.begin(words_, stop);
        return;
    }
    for (const PackedSpike spike : own) {
        targets_->for_each(spike.source(),
                           [&](std::size_t receiver) { to_targets_->add(receiver, spike.word()); });
    }
    to_targets_->begin(stop);
}

void Exchange::progress() {
    if (to_targets_) {
        to_targets_->progress();
    } else {
        to_all_.progress();
    }
}

std::span<const PackedSpike> Exchange::end() {
    if (!to_targets_) {
        to_all_.end();
        stop_requested_ = to_all_.flag();
        return merged(to_all_.lists());
    }
    to_targets_->end();
    stop_requested_ = to_targets_->flag();
    with_own_.assign(to_targets_->lists().begin(), to_targets_->lists().end());
    with_own_.emplace_back(words_);
    return merged(with_own_);
}

void Exchange::pack(List own) {
    words_.resize(own.size());
    std::transform(own.begin(), own.end(), words_.begin(), [](PackedSpike spike) { return spike.word(); });
}

std::span<const PackedSpike> Exchange::merged(std::span<const std::span<const std::uint64_t>> lists) {
    std::size_t size = 0;
    for (const auto words : lists) size += words.size();
    received_.resize(size);
    lists_.clear();
    PackedSpike* to = received_.data();
    for (const auto words : lists) {
        PackedSpike* const past = std::transform(words.begin(), words.end(), to,
                                                 [](std::uint64_t word) { return PackedSpike(word); });
        if (!words.empty()) lists_.emplace_back(to, past);
        to = past;
    }
    merge_sorted(lists_, all_, scratch_);
    return all_;
}

}  // namespace simdrive::engine
