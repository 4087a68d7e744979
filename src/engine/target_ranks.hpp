#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "engine/receiver_sets.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::engine {

/// Which sources a rank has targets of, and who owns them.
struct WantedSources {
    std::vector<std::uint64_t> bits;           ///< by gid: whether this rank has targets of it
    std::span<const std::uint32_t> bucket_of;  ///< by gid: rank · cycles + cycle
    std::uint32_t cycles = 1;

    std::uint32_t owner(Gid gid) const { return bucket_of[gid] / cycles; }
    /// Calls f(gid) for the wanted gids among [first, past); `first` is a multiple of 64.
    template <class F>
    void for_each(Gid first, Gid past, F&& f) const {
        for (Gid word = first / 64; word * 64 < past; ++word) {
            for (std::uint64_t left = bits[word]; left != 0; left &= left - 1)
                f(word * 64 + static_cast<Gid>(std::countr_zero(left)));
        }
    }
};

/// How far the spikes of a circuit have to go.
struct TargetSpread {
    std::vector<std::uint64_t>
        sources_for;  ///< sources of this rank that each rank has targets of; 0 for itself
    // The same on every rank:
    std::uint64_t pairs = 0;           ///< of a source and another rank than its owner that has targets of it
    std::uint64_t most_receivers = 0;  ///< most ranks that the sources of one rank have targets on

    TargetSpread() = default;
    /// Collective.
    TargetSpread(const WantedSources& wanted, const mpi::Communicator& comm);
};

/// Which other ranks have targets of each source that a rank owns, virtual nodes included.
class TargetRanks {
  public:
    /// Collective. `own`: the gids of this rank, ascending; they outlive this object. Beside what stays,
    /// takes a bounded number of megabytes for the time of the call.
    TargetRanks(const WantedSources& wanted, const TargetSpread& spread, std::span<const Gid> own,
                const mpi::Communicator& comm);

    /// The ranks that any source of this rank has targets on, ascending; this one is not among them.
    const std::vector<std::uint32_t>& receivers() const { return receivers_; }

    /// Calls f(index into receivers()) for each one that has targets of `source`, a gid of this rank.
    template <class F>
    void for_each(Gid source, F&& f) const {
        const auto at = std::lower_bound(own_.begin(), own_.end(), source);
        sets_.for_each(static_cast<std::uint64_t>(at - own_.begin()), f);
    }

    /// Bytes that this rank holds.
    std::uint64_t bytes() const { return receivers_.capacity() * sizeof(receivers_[0]) + sets_.bytes(); }

  private:
    void append_round(const WantedSources& wanted, Gid first, Gid past, const mpi::Communicator& comm);

    std::span<const Gid> own_;
    std::vector<std::uint32_t> receivers_;
    ReceiverSets sets_;
};

}  // namespace simdrive::engine
