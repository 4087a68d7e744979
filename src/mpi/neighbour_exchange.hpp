#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mpi/communicator.hpp"

namespace simdrive::mpi {

/// Brings short lists of words from each rank to those that it named in advance, its receivers, again and
/// again; ranks that never named each other exchange nothing. Length and words travel in one message as long
/// as a list fits the room that its receiver sets aside for it. Sender and receiver of a pair see the same
/// lengths, so both know that room without a word about it: it grows after a list that did not fit, the rest
/// of which follows in a second message. A flag travels along: it is up where any rank put it up, receiver or
/// not.
class NeighbourExchange {
  public:
    /// Collective. `receivers`: ranks, ascending, this one not among them.
    NeighbourExchange(const Communicator& comm, std::vector<std::uint32_t> receivers);
    ~NeighbourExchange();
    NeighbourExchange(const NeighbourExchange&) = delete;
    NeighbourExchange& operator=(const NeighbourExchange&) = delete;

    /// Adds a word to the next list for receiver number `receiver`. Not between begin() and end().
    void add(std::size_t receiver, std::uint64_t word) { sent_[receiver].push_back(word); }
    /// Collective, and may return before other ranks have called it: sends the lists that were added up.
    void begin(bool flag);
    /// Lets MPI go on with what is under way.
    void progress();
    /// Collective. Waits for what begin() began; lists() and flag() then tell of it until the next begin().
    void end();

    /// What each rank sent here that has this one among its receivers; in the order of ranks.
    std::span<const std::span<const std::uint64_t>> lists() const { return lists_; }
    bool flag() const { return flag_; }
    std::size_t receivers() const { return receivers_.size(); }

  private:
    struct Requests;
    static constexpr std::uint64_t flag_bit = std::uint64_t{1} << 63;

    void receive_rests();

    const Communicator& comm_;
    std::vector<std::uint32_t> receivers_;
    std::vector<std::uint32_t> senders_;
    bool all_meet_;                                     // every rank sends to every other one
    std::vector<std::vector<std::uint64_t>> sent_;      // by receiver: length and flag, words
    std::vector<std::vector<std::uint64_t>> received_;  // by sender: the same
    std::vector<std::uint32_t> room_of_receiver_;
    std::vector<std::uint32_t> room_of_sender_;
    std::vector<std::span<const std::uint64_t>> lists_;
    std::unique_ptr<Requests> requests_;
    bool flag_ = false;
};

}  // namespace simdrive::mpi
