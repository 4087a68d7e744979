#include "engine/target_ranks.hpp"

#include <algorithm>
#include <numeric>

#include "mpi/agreement.hpp"

namespace simdrive::engine {

namespace {

/// Gids that are looked up in one round.
constexpr Gid gids_of_round = Gid{1} << 20;

}  // namespace

TargetSpread::TargetSpread(const WantedSources& wanted, const mpi::Communicator& comm) {
    const auto me = static_cast<std::uint32_t>(comm.rank());
    std::vector<std::vector<std::uint64_t>> of_owner(static_cast<std::size_t>(comm.size()), {0});
    wanted.for_each(0, wanted.bucket_of.size(), [&](Gid gid) { ++of_owner[wanted.owner(gid)][0]; });
    of_owner[me][0] = 0;
    sources_for = comm.exchange(of_owner).take_values();
    pairs = comm.sum(std::accumulate(sources_for.begin(), sources_for.end(), std::uint64_t{0}));
    most_receivers =
        comm.max(sources_for.size() - static_cast<std::uint64_t>(std::count(
                                          sources_for.begin(), sources_for.end(), std::uint64_t{0})));
}

TargetRanks::TargetRanks(const WantedSources& wanted, const TargetSpread& spread, std::span<const Gid> own,
                         const mpi::Communicator& comm)
    : own_(own) {
    std::uint64_t pairs = 0;
    for (std::uint32_t rank = 0; rank < spread.sources_for.size(); ++rank) {
        if (spread.sources_for[rank] == 0) continue;
        receivers_.push_back(rank);
        pairs += spread.sources_for[rank];
    }
    sets_ = mpi::agreed(comm, [&] { return ReceiverSets(own.size(), receivers_.size(), pairs); });
    const Gid gids = wanted.bucket_of.size();
    for (Gid first = 0; first < gids; first += gids_of_round)
        append_round(wanted, first, std::min(first + gids_of_round, gids), comm);
}

/// Every rank tells the owners which of the gids of a round it wants.
void TargetRanks::append_round(const WantedSources& wanted, Gid first, Gid past,
                               const mpi::Communicator& comm) {
    std::vector<std::vector<std::uint32_t>> to(static_cast<std::size_t>(comm.size()));
    wanted.for_each(first, past, [&](Gid gid) {
        to[wanted.owner(gid)].push_back(static_cast<std::uint32_t>(gid - first));
    });
    to[static_cast<std::size_t>(comm.rank())].clear();
    auto arrived = comm.exchange(to);
    const auto offsets = arrived.offsets();
    auto sources = arrived.take_values();

    const auto begin = std::lower_bound(own_.begin(), own_.end(), first);
    const auto end = std::lower_bound(begin, own_.end(), past);
    std::vector<std::uint32_t> number_of(past - first);
    for (auto at = begin; at != end; ++at) number_of[*at - first] = static_cast<std::uint32_t>(at - begin);
    for (auto& source : sources) source = number_of[source];
    std::vector<std::span<const std::uint32_t>> by_receiver;
    for (const auto rank : receivers_)
        by_receiver.push_back(std::span<const std::uint32_t>(sources).subspan(
            offsets[rank], offsets[rank + 1] - offsets[rank]));
    sets_.append(static_cast<std::uint64_t>(end - begin), by_receiver);
}

}  // namespace simdrive::engine
