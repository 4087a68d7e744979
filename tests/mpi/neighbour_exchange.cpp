#include "mpi/neighbour_exchange.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace simdrive::mpi {
namespace {

/// What rank `from` sends to rank `to` in round `round`: lists that outgrow any room, each pair at its own
/// time.
std::vector<std::uint64_t> words_of(std::uint64_t from, std::uint64_t to, std::uint64_t round) {
    constexpr std::uint64_t lengths[] = {0, 3, 15, 16, 1000, 5, 200'000, 2, 70'000, 0};
    std::vector<std::uint64_t> words(lengths[(round + 3 * from + to) % std::size(lengths)]);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = from << 56U | to << 48U | round << 32U | i;
    return words;
}

void add_words(NeighbourExchange& exchange, std::size_t receiver, const std::vector<std::uint64_t>& words) {
    for (const auto word : words) exchange.add(receiver, word);
}

/// Twenty rounds; in every fourth the last rank puts the flag up.
void run_rounds(const Communicator& comm, const std::vector<std::uint32_t>& receivers,
                const std::vector<std::uint32_t>& senders) {
    const auto me = static_cast<std::uint64_t>(comm.rank());
    NeighbourExchange exchange(comm, receivers);
    for (std::uint64_t round = 0; round < 20; ++round) {
        for (std::size_t i = 0; i < receivers.size(); ++i)
            add_words(exchange, i, words_of(me, receivers[i], round));
        exchange.begin(round % 4 == 1 && comm.rank() == comm.size() - 1);
        if (round % 3 != 0) exchange.progress();
        exchange.end();
        EXPECT_EQ(exchange.flag(), round % 4 == 1) << "round " << round;
        ASSERT_EQ(exchange.lists().size(), senders.size());
        for (std::size_t i = 0; i < senders.size(); ++i) {
            const auto list = exchange.lists()[i];
            EXPECT_EQ(std::vector(list.begin(), list.end()), words_of(senders[i], me, round))
                << "round " << round << " from " << senders[i];
        }
    }
}

TEST(NeighbourExchange, RingOfRanks) {
    const auto comm = Communicator::world();
    const auto size = static_cast<std::uint32_t>(comm.size());
    const auto me = static_cast<std::uint32_t>(comm.rank());
    if (size == 1) {
        run_rounds(comm, {}, {});
    } else {
        run_rounds(comm, {(me + 1) % size}, {(me + size - 1) % size});
    }
}

TEST(NeighbourExchange, EveryoneWithEveryone) {
    const auto comm = Communicator::world();
    std::vector<std::uint32_t> others(static_cast<std::size_t>(comm.size()));
    std::iota(others.begin(), others.end(), 0U);
    others.erase(others.begin() + comm.rank());
    run_rounds(comm, others, others);
}

TEST(NeighbourExchange, RankZeroTellsAllOthersAndHearsNothing) {
    const auto comm = Communicator::world();
    std::vector<std::uint32_t> others(static_cast<std::size_t>(comm.size() - 1));
    std::iota(others.begin(), others.end(), 1U);
    if (comm.is_root()) {
        run_rounds(comm, others, {});
    } else {
        run_rounds(comm, {}, {0});
    }
}

}  // namespace
}  // namespace simdrive::mpi
