#include "mpi/word_gather.hpp"

#include <mpi.h>

#include <algorithm>
#include <bit>

namespace simdrive::mpi {

namespace {

MPI_Comm comm_of(const Communicator& comm) {
    return static_cast<MPI_Comm>(comm.native());
}

/// Room is a power of two less one, so that a message is one of words; beyond this, two rounds are as good.
constexpr std::size_t most_room = (std::size_t{1} << 16) - 1;

}  // namespace

void WordGather::pack(std::span<const std::uint64_t> mine, bool flag) {
    mine_.assign(mine.begin(), mine.end());
    sent_.resize(room_ + 1);
    sent_[0] = mine.size() | (flag ? flag_bit : 0);
    std::copy_n(mine.begin(), std::min(room_, mine.size()), sent_.begin() + 1);
    received_.resize(lists_.size() * (room_ + 1));
}

void WordGather::run(std::span<const std::uint64_t> mine, bool flag) {
    pack(mine, flag);
    if (comm_.size() == 1) {
        received_ = sent_;
    } else {
        const int words = static_cast<int>(room_ + 1);
        MPI_Allgather(sent_.data(), words, MPI_UINT64_T, received_.data(), words, MPI_UINT64_T,
                      comm_of(comm_));
    }
    take();
}

void WordGather::begin(std::span<const std::uint64_t> mine, bool flag) {
    pack(mine, flag);
    MPI_Request request = MPI_REQUEST_NULL;
    const int words = static_cast<int>(room_ + 1);
    MPI_Iallgather(sent_.data(), words, MPI_UINT64_T, received_.data(), words, MPI_UINT64_T, comm_of(comm_),
                   &request);
    request_ = request;
    under_way_ = true;
}

void WordGather::progress() {
    if (!under_way_) return;
    auto request = static_cast<MPI_Request>(request_);
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    request_ = request;
    under_way_ = done == 0;
}

void WordGather::end() {
    if (under_way_) {
        auto request = static_cast<MPI_Request>(request_);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        under_way_ = false;
    }
    take();
}

void WordGather::take() {
    flag_ = false;
    std::uint64_t longest = 0;
    for (std::size_t r = 0; r < lists_.size(); ++r) {
        flag_ = flag_ || (received_[r * (room_ + 1)] & flag_bit) != 0;
        longest = std::max(longest, count_of(r));
    }
    if (longest <= room_) {
        take_one_round();
    } else {
        take_second_round(longest);
    }
}

void WordGather::take_one_round() {
    for (std::size_t r = 0; r < lists_.size(); ++r)
        lists_[r] = std::span<const std::uint64_t>(received_).subspan(r * (room_ + 1) + 1, count_of(r));
}

/// All ranks know all lengths, so all take this way and choose the same room for the next time.
void WordGather::take_second_round(std::uint64_t longest) {
    auto gathered = comm_.gather_all(std::span<const std::uint64_t>(mine_));
    const auto offsets = gathered.offsets();
    long_lists_ = gathered.take_values();
    for (std::size_t r = 0; r < lists_.size(); ++r)
        lists_[r] =
            std::span<const std::uint64_t>(long_lists_).subspan(offsets[r], offsets[r + 1] - offsets[r]);
    room_ = std::min<std::size_t>(most_room, std::bit_ceil(longest + longest / 2 + 1) - 1);
}

}  // namespace simdrive::mpi
