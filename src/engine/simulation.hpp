#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "engine/construction.hpp"
#include "engine/exchange.hpp"
#include "engine/spike_feed.hpp"
#include "engine/spike_record.hpp"
#include "engine/thread_share.hpp"
#include "engine/thread_team.hpp"

namespace simdrive::engine {

/// Seconds that the main thread of a rank spent in each part of the loop.
struct LoopSeconds {
    double update = 0;    ///< neurons and stimuli
    double deliver = 0;   ///< spikes into input slots
    double wait = 0;      ///< for the other threads of the rank
    double exchange = 0;  ///< sorting, communication, and waiting for other ranks
};

struct LoopSettings {
    Step steps = 0;                           ///< of the run
    Step epoch = 1;                           ///< most steps between exchanges: at most the smallest delay
    bool patient = true;                      ///< every thread has a core of its own: waiting may spin
    const TargetRanks* targets = nullptr;     ///< where this rank's spikes go; null, on all ranks: everywhere
    const std::atomic<bool>* stop = nullptr;  ///< set from a signal handler: end at the next epoch
    std::function<void(Step done)> on_epoch;  ///< called on the main thread after each epoch
};

struct LoopResult {
    Step steps = 0;  ///< that were simulated
    bool stopped = false;
    LoopSeconds seconds;
    std::uint64_t events = 0;  ///< synaptic events delivered on this rank
    SpikeRecord spikes;        ///< of this rank's neurons, in the order (step, gid)
};

/// Steps between two exchanges on `ranks` ranks, given the most that there may be: half of them on several
/// ranks where that is a step at least, so that spikes travel while the next steps are computed.
Step steps_between_exchanges(Step epoch, int ranks);

/// Collective. The run. Each thread advances its own blocks through an epoch; spikes of all ranks are
/// exchanged and put in the order (step, source); each thread takes them in that order; next epoch. A spike
/// at step s with delay d lands in the slot of s + d, which is due after the epoch, since d is at least its
/// length. With several ranks and delays of two steps or more, epochs are half as long and spikes travel
/// while the next epoch is computed.
LoopResult simulate(std::vector<std::unique_ptr<ThreadShare>>& shares, SpikeFeed& feed,
                    const LoopSettings& settings, const mpi::Communicator& comm, ThreadTeam& team);

}  // namespace simdrive::engine
