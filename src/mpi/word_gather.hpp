#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mpi/communicator.hpp"

namespace simdrive::mpi {

/// Brings short lists of words from all ranks to all ranks, again and again, without allocating in a steady
/// state. Lengths and words travel in one round as long as every list fits the room that is set aside for it;
/// where one does not, a second round follows, and the room grows. A flag travels along: it is up where any
/// rank put it up.
class WordGather {
  public:
    explicit WordGather(const Communicator& comm)
        : comm_(comm), lists_(static_cast<std::size_t>(comm.size())) {}

    /// Collective: begin() and end() in one, which is faster where nothing is to be done meanwhile.
    void run(std::span<const std::uint64_t> mine, bool flag);
    /// Collective, and may return before other ranks have called it. `mine` is copied.
    void begin(std::span<const std::uint64_t> mine, bool flag);
    /// Collective. Waits for what begin() began; lists() and flag() then tell of it until the next begin().
    void end();
    /// Lets MPI go on with what is under way.
    void progress();

    /// The words of each rank.
    std::span<const std::span<const std::uint64_t>> lists() const { return lists_; }
    bool flag() const { return flag_; }

  private:
    static constexpr std::uint64_t flag_bit = std::uint64_t{1} << 63;

    std::uint64_t count_of(std::size_t rank) const { return received_[rank * (room_ + 1)] & ~flag_bit; }
    void pack(std::span<const std::uint64_t> mine, bool flag);
    void take();
    void take_one_round();
    void take_second_round(std::uint64_t longest);

    const Communicator& comm_;
    std::size_t room_ = 15;  // words of a list that fit the first round
    std::vector<std::uint64_t> mine_;
    std::vector<std::uint64_t> sent_;
    std::vector<std::uint64_t> received_;
    std::vector<std::uint64_t> long_lists_;  // of the second round
    std::vector<std::span<const std::uint64_t>> lists_;
    void* request_ = nullptr;
    bool under_way_ = false;
    bool flag_ = false;
};

}  // namespace simdrive::mpi
