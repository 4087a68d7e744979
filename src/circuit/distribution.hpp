#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "base/random.hpp"
#include "circuit/counter_words.hpp"

namespace simdrive::circuit {

/// A number, or a distribution that a number is drawn from: what a configuration may write for a parameter, a
/// weight or a delay (docs/rule-based-circuits.md):
/// `3.0`, `{"normal": {"mean", "std"}}`, `{"lognormal": {"mean", "std"}}` (of the logarithm, as in NEST),
/// `{"uniform": {"min", "max"}}`, `{"exponential": {"beta"}}`; normal, lognormal and exponential take
/// optional `min` and `max`, outside of which a value is redrawn, not clipped.
class Distribution {
  public:
    enum class Kind { constant, normal, lognormal, uniform, exponential };

    /// DataError names `where` (file and key) for unknown kinds, missing or extra keys, NaN, std < 0, min >
    /// max, or limits that make a redraw hopeless (less than 1e-6 of the mass inside).
    static Distribution parse(const nlohmann::json& value, const std::string& where);
    static Distribution constant(double value);

    bool is_constant() const { return kind_ == Kind::constant; }
    /// The value at position (a, b) of the stream, b < 2^56. Positions 2i and 2i + 1 share a block of random
    /// bits; redraws lie in blocks of their own.
    double draw(const RandomStream& stream, std::uint64_t a, std::uint64_t b) const;
    /// The values at (a, first), (a, first + 1), …: the same as draw() gives, faster.
    void draw(const RandomStream& stream, std::uint64_t a, std::uint64_t first, std::span<double> out) const;
    /// P(value ≤ `limit`). In long double, so that no variant of the C library changes a bit of what is
    /// rounded from it. Not for constants.
    long double share_below(double limit) const;
    /// No draw is smaller, none larger: exact limits of the generator (RandomStream::max_normal), cut by min
    /// and max.
    double least() const;
    double largest() const;

  private:
    static Distribution parse_kind(Kind kind, const nlohmann::json& parameters, const std::string& where);
    void check_limits(const std::string& where) const;
    double value_of(std::uint64_t bits, const RandomStream& stream, std::uint64_t a, std::uint64_t b) const;
    void values_of(std::span<const std::uint64_t> bits, const RandomStream& stream, std::uint64_t a,
                   std::uint64_t b, std::span<double> out) const;
    double redraw(CounterWords words) const;
    double of_normal(double z) const;
    double normal_at(double value) const;
    double of_exponential(double u) const;
    double mass() const;

    Kind kind_ = Kind::constant;
    double first_ = 0;   // constant, mean, min, beta
    double second_ = 0;  // std, max
    double min_ = -std::numeric_limits<double>::infinity();
    double max_ = std::numeric_limits<double>::infinity();
};

}  // namespace simdrive::circuit
