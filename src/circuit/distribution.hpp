#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/random.hpp"

namespace simdrive::circuit {

/// A number, or a distribution that a number is drawn from: what a configuration may write for a parameter, a
/// weight or a delay (docs/file-formats.md):
/// `3.0`, `{"normal": {"mean", "std"}}`, `{"lognormal": {"mean", "std"}}` (of the logarithm, as in NEST),
/// `{"uniform": {"min", "max"}}`, `{"exponential": {"beta"}}`; normal, lognormal and exponential take optional
/// `min` and `max`, outside of which a value is redrawn, not clipped.
class Distribution {
  public:
    enum class Kind { constant, normal, lognormal, uniform, exponential };

    /// DataError names `where` (file and key) for unknown kinds, missing or extra keys, NaN, std < 0, min > max, or
    /// limits that make a redraw hopeless (less than 1e-6 of the mass inside).
    static Distribution parse(const nlohmann::json& value, const std::string& where);
    static Distribution constant(double value);

    bool is_constant() const { return kind_ == Kind::constant; }
    /// The value at position (a, b) of the stream; redraws use the top 8 bits of b.
    double draw(const RandomStream& stream, std::uint64_t a, std::uint64_t b) const;
    /// No draw is smaller, none larger: exact limits of the generator (RandomStream::max_normal), cut by min and max.
    double least() const;
    double largest() const;

  private:
    Kind kind_ = Kind::constant;
    double first_ = 0;   // constant, mean, min, beta
    double second_ = 0;  // std, max
    double min_ = 0;
    double max_ = 0;
};

}  // namespace simdrive::circuit
