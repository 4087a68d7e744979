#include "circuit/delay_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace simdrive::circuit {

namespace {

constexpr auto whole = std::uint64_t{1} << 32;

[[noreturn]] void refuse_short(const Distribution& delay, const TimeGrid& grid, const std::string& where) {
    const std::string advice =
        delay.is_constant() ? "" : fmt::format(R"(; give the distribution "min": {})", grid.dt());
    throw DataError(
        fmt::format("{}: delays down to {:.6g} ms are below the time step; expected at least dt = {} ms{}",
                    where, delay.least(), grid.dt(), advice));
}

[[noreturn]] void refuse_long(const Distribution& delay, const TimeGrid& grid, const std::string& where) {
    throw DataError(fmt::format("{}: delays up to {:.6g} ms; expected at most {:.6g} ms ({} steps)", where,
                                delay.largest(), grid.time(longest_delay), longest_delay));
}

}  // namespace

DelayTable::DelayTable(const Distribution& delay, const TimeGrid& grid, const std::string& where) {
    if (!(delay.least() < grid.dt() * (longest_delay + 0.5))) refuse_long(delay, grid, where);
    if (delay.is_constant()) {
        const Step step = grid.nearest(delay.least());
        if (step < 1) refuse_short(delay, grid, where);
        steps_ = {static_cast<std::uint32_t>(step)};
        past_ = {whole};
        return;
    }
    const double first = std::floor(delay.least() / grid.dt() + 0.5);
    if (first < 1) refuse_short(delay, grid, where);
    std::uint64_t before = 0;
    for (auto step = static_cast<std::uint32_t>(first); before < whole; ++step) {
        if (step > longest_delay) refuse_long(delay, grid, where);
        const long double share = delay.share_below(grid.dt() * (step + 0.5));
        const auto past = std::min(whole, static_cast<std::uint64_t>(std::llround(share * 0x1p32L)));
        if (past <= before) continue;
        steps_.push_back(step);
        past_.push_back(past);
        before = past;
    }
    for (std::size_t g = 0, i = 0; g < guide_.size(); ++g) {
        while (past_[i] <= std::uint64_t{g} << 24U) ++i;
        guide_[g] = static_cast<std::uint16_t>(i);
    }
}

void DelayTable::draw(const RandomStream& stream, std::uint64_t a, std::uint64_t first,
                      std::span<std::uint32_t> out) const {
    if (steps_.size() == 1) {
        std::fill(out.begin(), out.end(), steps_.front());
        return;
    }
    const std::uint64_t past = first + out.size();
    // A position takes half of a word.
    stream.for_each_piece(
        a, first / 2, (past + 1) / 2, [&](std::uint64_t word, std::span<const std::uint64_t> words) {
            const std::uint64_t end = std::min(past, 2 * (word + words.size()));
            for (std::uint64_t p = std::max(first, 2 * word); p < end; ++p)
                out[p - first] = at(static_cast<std::uint32_t>(words[p / 2 - word] >> (p % 2 * 32)));
        });
}

}  // namespace simdrive::circuit
