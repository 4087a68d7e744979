#include "engine/drawn_spikes.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>

namespace simdrive::engine {

DrawnSpikes::DrawnSpikes(SpikeFeed& other, std::vector<std::uint64_t> wanted, std::uint64_t gids,
                         double probability, std::uint64_t seed)
    : other_(other),
      wanted_(std::move(wanted)),
      gids_(gids),
      probability_(probability),
      stream_(seed, Purpose::rehearsal, 0) {}

void DrawnSpikes::emit(Step epoch, Step first_lag, Step past_lag, std::vector<PackedSpike>& out) {
    if (probability_ <= 0) return other_.emit(epoch, first_lag, past_lag, out);
    others_.clear();
    other_.emit(epoch, first_lag, past_lag, others_);
    const auto begin = std::chrono::steady_clock::now();
    drawn_.clear();
    for (Step lag = first_lag; lag < past_lag; ++lag) draw_step(epoch + lag, lag);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::merge(drawn_.begin(), drawn_.end(), others_.begin(), others_.end(), std::back_inserter(out));
}

// The gap from one source that fires to the next is geometric: floor(log(u) / log(1 - p)) others in between.
void DrawnSpikes::draw_step(Step step, Step lag) {
    const double scale = 1 / std::log1p(-probability_);
    Gid next = 0;
    for (std::uint64_t draw = 0; next < gids_; ++draw) {
        const double others =
            std::floor(std::log(stream_.uniform(static_cast<std::uint64_t>(step), draw)) * scale);
        if (!(others < static_cast<double>(gids_ - next))) return;
        next += static_cast<Gid>(others);
        if ((wanted_[next / 64] >> (next % 64) & 1U) != 0) drawn_.emplace_back(lag, next);
        ++next;
    }
}

}  // namespace simdrive::engine
