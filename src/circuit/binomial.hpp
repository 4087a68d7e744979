#pragma once

#include <cstdint>

#include "circuit/counter_words.hpp"

namespace simdrive::circuit {

/// How many of `n` independent trials succeed, each with probability `p` (0 … 1); n up to 2^53. Exact for p =
/// 1/2 and n up to 512 (counts bits); inversion where few successes are expected; else Hörmann's transformed
/// rejection (BTRS, 1993), whose cost does not grow with n.
std::uint64_t binomial(std::uint64_t n, double p, CounterWords words);

}  // namespace simdrive::circuit
