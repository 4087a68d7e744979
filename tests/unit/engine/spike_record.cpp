#include "engine/spike_record.hpp"

#include <gtest/gtest.h>

namespace simdrive::engine {
namespace {

TEST(SpikeRecord, KeepsWhatItIsGiven) {
    SpikeRecord record;
    EXPECT_TRUE(record.unpacked().empty());
    std::vector<Spike> expected;
    Step epoch = 0;
    // Ends of epochs before, on and after those of blocks.
    for (const std::size_t count : {3U, 0U, 16'381U, 40'000U, 1U, 16'384U}) {
        std::vector<PackedSpike> spikes;
        for (std::size_t i = 0; i < count; ++i) {
            spikes.emplace_back(static_cast<Step>(1 + i * 10 / count), i);
            expected.push_back({epoch + spikes.back().lag(), i});
        }
        record.add(epoch, spikes);
        epoch += 10;
    }
    EXPECT_EQ(record.size(), expected.size());
    EXPECT_EQ(record.unpacked(), expected);
}

}  // namespace
}  // namespace simdrive::engine
