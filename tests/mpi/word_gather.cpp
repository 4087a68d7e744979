#include "mpi/word_gather.hpp"

#include <gtest/gtest.h>

namespace simdrive::mpi {
namespace {

/// What rank `rank` sends in round `round`: lists that grow beyond any room, then are short again.
std::vector<std::uint64_t> words_of(std::uint64_t rank, std::uint64_t round) {
    constexpr std::uint64_t lengths[] = {0, 3, 15, 16, 1000, 5, 200'000, 2, 70'000, 0};
    std::vector<std::uint64_t> words((rank % 2 == 0 ? 1 : round % 3) * lengths[round % std::size(lengths)] +
                                     rank);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = rank << 40U | round << 32U | i;
    return words;
}

void expect_all(const WordGather& gather, const Communicator& comm, std::uint64_t round) {
    ASSERT_EQ(gather.lists().size(), static_cast<std::size_t>(comm.size()));
    for (std::size_t rank = 0; rank < gather.lists().size(); ++rank) {
        const auto list = gather.lists()[rank];
        EXPECT_EQ(std::vector(list.begin(), list.end()), words_of(rank, round)) << "round " << round;
    }
    EXPECT_EQ(gather.flag(), round % 4 == 1);
}

TEST(WordGather, ListsOfAnyLengthAndAFlag) {
    const auto comm = Communicator::world();
    const auto me = static_cast<std::uint64_t>(comm.rank());
    WordGather gather(comm);
    for (std::uint64_t round = 0; round < 20; ++round) {
        const bool flag = round % 4 == 1 && comm.rank() == comm.size() - 1;
        if (round % 2 == 0) {
            gather.run(words_of(me, round), flag);
        } else {
            gather.begin(words_of(me, round), flag);
            gather.progress();
            gather.end();
        }
        expect_all(gather, comm, round);
    }
}

}  // namespace
}  // namespace simdrive::mpi
