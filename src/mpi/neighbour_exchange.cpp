#include "mpi/neighbour_exchange.hpp"

#include <mpi.h>

#include <algorithm>
#include <bit>

namespace simdrive::mpi {

namespace {

constexpr int list_tag = 2;
constexpr int rest_tag = 3;

MPI_Comm comm_of(const Communicator& comm) {
    return static_cast<MPI_Comm>(comm.native());
}

/// Words that fit a message; beyond the most, two messages are as good.
constexpr std::uint32_t first_room = 15;
constexpr std::uint64_t most_room = (std::uint64_t{1} << 16) - 1;

/// Room for the next list after one of `length` words.
std::uint32_t next_room(std::uint32_t room, std::uint64_t length) {
    if (length <= room) return room;
    return static_cast<std::uint32_t>(std::min(most_room, std::bit_ceil(length + length / 2 + 1) - 1));
}

std::vector<std::uint32_t> senders_to_me(const Communicator& comm,
                                         const std::vector<std::uint32_t>& receivers) {
    const auto me = static_cast<std::uint32_t>(comm.rank());
    std::vector<std::vector<std::uint32_t>> notes(static_cast<std::size_t>(comm.size()));
    for (const auto rank : receivers) notes[rank] = {me};
    return comm.exchange(notes).take_values();
}

}  // namespace

struct NeighbourExchange::Requests {
    std::vector<MPI_Request> first;  // lists, and the flag
    std::vector<MPI_Request> rest;
    int flag_sent = 0;
    int flag_received = 0;

    static void wait(std::vector<MPI_Request>& requests) {
        if (requests.empty()) return;
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        requests.clear();
    }
};

NeighbourExchange::NeighbourExchange(const Communicator& comm, std::vector<std::uint32_t> receivers)
    : comm_(comm),
      receivers_(std::move(receivers)),
      senders_(senders_to_me(comm, receivers_)),
      all_meet_(comm.min(std::uint64_t{receivers_.size()}) + 1 == static_cast<std::uint64_t>(comm.size())),
      sent_(receivers_.size(), std::vector<std::uint64_t>(1)),
      received_(senders_.size(), std::vector<std::uint64_t>(first_room + 1)),
      room_of_receiver_(receivers_.size(), first_room),
      room_of_sender_(senders_.size(), first_room),
      lists_(senders_.size()),
      requests_(std::make_unique<Requests>()) {}

NeighbourExchange::~NeighbourExchange() = default;

void NeighbourExchange::begin(bool flag) {
    auto& requests = *requests_;
    for (std::size_t i = 0; i < senders_.size(); ++i) {
        MPI_Irecv(received_[i].data(), static_cast<int>(room_of_sender_[i] + 1), MPI_UINT64_T,
                  static_cast<int>(senders_[i]), list_tag, comm_of(comm_), &requests.first.emplace_back());
    }
    for (std::size_t i = 0; i < receivers_.size(); ++i) {
        auto& list = sent_[i];
        auto& room = room_of_receiver_[i];
        const int to = static_cast<int>(receivers_[i]);
        const std::uint64_t length = list.size() - 1;
        const std::uint64_t first = std::min<std::uint64_t>(length, room);
        list[0] = length | (flag ? flag_bit : 0);
        MPI_Isend(list.data(), static_cast<int>(first + 1), MPI_UINT64_T, to, list_tag, comm_of(comm_),
                  &requests.first.emplace_back());
        if (first < length) {
            MPI_Isend(list.data() + 1 + first, static_cast<int>(length - first), MPI_UINT64_T, to, rest_tag,
                      comm_of(comm_), &requests.rest.emplace_back());
        }
        room = next_room(room, length);
    }
    flag_ = flag;
    requests.flag_sent = flag ? 1 : 0;
    if (all_meet_) return;
    MPI_Iallreduce(&requests.flag_sent, &requests.flag_received, 1, MPI_INT, MPI_MAX, comm_of(comm_),
                   &requests.first.emplace_back());
}

void NeighbourExchange::progress() {
    auto& first = requests_->first;
    if (first.empty()) return;
    int done = 0;
    MPI_Testall(static_cast<int>(first.size()), first.data(), &done, MPI_STATUSES_IGNORE);
    if (done != 0) first.clear();
}

void NeighbourExchange::end() {
    Requests::wait(requests_->first);
    receive_rests();
    Requests::wait(requests_->rest);
    flag_ = flag_ || requests_->flag_received != 0;
    for (std::size_t i = 0; i < senders_.size(); ++i) {
        flag_ = flag_ || (received_[i][0] & flag_bit) != 0;
        lists_[i] = std::span<const std::uint64_t>(received_[i]).subspan(1, received_[i][0] & ~flag_bit);
    }
    for (auto& list : sent_) list.resize(1);
}

/// Only after all lists have come, of which the rests may wait for each other otherwise.
void NeighbourExchange::receive_rests() {
    for (std::size_t i = 0; i < senders_.size(); ++i) {
        const std::uint64_t length = received_[i][0] & ~flag_bit;
        auto& room = room_of_sender_[i];
        if (length <= room) continue;
        const std::uint32_t first = room;
        room = next_room(room, length);
        received_[i].resize(1 + std::max<std::uint64_t>(length, room));
        MPI_Irecv(received_[i].data() + 1 + first, static_cast<int>(length - first), MPI_UINT64_T,
                  static_cast<int>(senders_[i]), rest_tag, comm_of(comm_), &requests_->rest.emplace_back());
    }
}

}  // namespace simdrive::mpi
