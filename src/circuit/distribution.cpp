#include "circuit/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "circuit/standard_normal.hpp"

namespace simdrive::circuit {

namespace {

using Kind = Distribution::Kind;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least_mass = 1e-6;
// Attempts of a redraw before the number is found by inversion, which gives the same distribution at a
// bounded cost.
constexpr int most_attempts = 16;
// Blocks of random bits from here on belong to redraws; those below to the ziggurat.
constexpr std::uint32_t first_redraw_attempt = 128;

struct KindRow {
    std::string name;
    Kind kind;
    std::vector<std::string> required;
};

const std::vector<KindRow>& kinds() {
    static const std::vector<KindRow> rows{{"normal", Kind::normal, {"mean", "std"}},
                                           {"lognormal", Kind::lognormal, {"mean", "std"}},
                                           {"uniform", Kind::uniform, {"min", "max"}},
                                           {"exponential", Kind::exponential, {"beta"}}};
    return rows;
}

double number(const nlohmann::json& value, const std::string& where) {
    if (!value.is_number())
        throw DataError(fmt::format("{}: found {}; expected a number", where, value.dump()));
    const auto result = value.get<double>();
    if (!std::isfinite(result))
        throw DataError(fmt::format("{}: found {}; expected a finite number", where, result));
    return result;
}

void check_keys(const nlohmann::json& parameters, const KindRow& row, const std::string& where) {
    if (!parameters.is_object()) {
        throw DataError(fmt::format("{}: found {}; expected an object with {}", where, parameters.dump(),
                                    fmt::join(row.required, " and ")));
    }
    std::vector<std::string> known = row.required;
    if (row.kind != Kind::uniform) known.insert(known.end(), {"min", "max"});
    for (const auto& [key, value] : parameters.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            throw DataError(fmt::format("{}: unknown key \"{}\"; expected {}{}", where, key,
                                        fmt::join(known, ", "), did_you_mean(key, known)));
        }
        number(value, fmt::format("{}.{}", where, key));
    }
    for (const auto& key : row.required) {
        if (!parameters.contains(key)) throw DataError(fmt::format("{}: \"{}\" is missing", where, key));
    }
}

/// P(Z > z).
double upper_tail(double z) {
    return 0.5 * std::erfc(z / std::sqrt(2.0));
}

}  // namespace

Distribution Distribution::constant(double value) {
    Distribution result;
    result.first_ = value;
    return result;
}

Distribution Distribution::parse(const nlohmann::json& value, const std::string& where) {
    if (!value.is_object()) return constant(number(value, where));
    std::vector<std::string> names;
    for (const auto& row : kinds()) names.push_back(row.name);
    if (value.size() != 1) {
        throw DataError(fmt::format("{}: found {} keys; expected a number or one of {}", where, value.size(),
                                    fmt::join(names, ", ")));
    }
    const std::string& name = value.begin().key();
    for (const auto& row : kinds()) {
        if (row.name != name) continue;
        const std::string place = fmt::format("{}.{}", where, name);
        check_keys(value.begin().value(), row, place);
        return parse_kind(row.kind, value.begin().value(), place);
    }
    throw DataError(fmt::format("{}: unknown distribution \"{}\"; expected {}{}", where, name,
                                fmt::join(names, ", "), did_you_mean(name, names)));
}

Distribution Distribution::parse_kind(Kind kind, const nlohmann::json& parameters, const std::string& where) {
    Distribution result;
    result.kind_ = kind;
    result.min_ = parameters.value("min", -infinity);
    result.max_ = parameters.value("max", infinity);
    if (result.min_ > result.max_) {
        throw DataError(fmt::format("{}: min {} is above max {}", where, result.min_, result.max_));
    }
    if (kind == Kind::uniform) {
        result.first_ = result.min_;
        result.second_ = result.max_;
        return result.min_ == result.max_ ? constant(result.min_) : result;
    }
    result.first_ = parameters.at(kind == Kind::exponential ? "beta" : "mean").get<double>();
    if (kind == Kind::exponential) {
        if (result.first_ <= 0)
            throw DataError(fmt::format("{}.beta is {}; expected above 0", where, result.first_));
    } else {
        result.second_ = parameters.at("std").get<double>();
        if (result.second_ < 0)
            throw DataError(fmt::format("{}.std is {}; expected 0 or more", where, result.second_));
    }
    result.check_limits(where);
    const bool fixed = kind != Kind::exponential && result.second_ == 0;
    return fixed ? constant(result.of_normal(0)) : result;
}

void Distribution::check_limits(const std::string& where) const {
    if (mass() < least_mass) {
        throw DataError(
            fmt::format("{}: a share of {:.1e} of the values lies between min {} and max {}; expected at "
                        "least {:.0e}, since values outside are drawn again",
                        where, mass(), min_, max_, least_mass));
    }
    if (!std::isfinite(least()) || !std::isfinite(largest())) {
        throw DataError(fmt::format("{}: values may overflow; expected a smaller std or \"max\"", where));
    }
}

double Distribution::mass() const {
    if (kind_ == Kind::exponential)
        return std::exp(-std::max(min_, 0.0) / first_) - std::exp(-std::max(max_, 0.0) / first_);
    if (second_ == 0) {
        const double value = of_normal(0);
        return value >= min_ && value <= max_ ? 1 : 0;
    }
    return upper_tail(normal_at(min_)) - upper_tail(normal_at(max_));
}

double Distribution::of_normal(double z) const {
    const double value = first_ + second_ * z;
    return kind_ == Kind::lognormal ? std::exp(value) : value;
}

double Distribution::normal_at(double value) const {
    if (kind_ == Kind::lognormal) value = value > 0 ? std::log(value) : -infinity;
    return (value - first_) / second_;
}

// By inversion of the share inside the limits, which is what redrawing gives.
double Distribution::of_exponential(double u) const {
    if (min_ <= 0 && max_ == infinity) return -first_ * std::log(u);
    const double above_min = std::exp(-std::max(min_, 0.0) / first_);
    const double above_max = std::exp(-max_ / first_);
    const double value = -first_ * std::log(above_max + (above_min - above_max) * u);
    return std::clamp(value, std::max(min_, 0.0), max_);
}

double Distribution::redraw(CounterWords words) const {
    const auto& normal = StandardNormal::table();
    const auto spare = [&words]() -> CounterWords& { return words; };
    for (int attempt = 1; attempt < most_attempts; ++attempt) {
        const double value = of_normal(normal.draw(words.bits(), spare));
        if (value >= min_ && value <= max_) return value;
    }
    double low = std::max(normal_at(min_), -RandomStream::max_normal);
    double high = std::min(normal_at(max_), RandomStream::max_normal);
    const double wanted = upper_tail(low) + words.uniform() * (upper_tail(high) - upper_tail(low));
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (upper_tail(middle) > wanted ? low : high) = middle;
    }
    return std::clamp(of_normal(low), min_, max_);
}

double Distribution::value_of(std::uint64_t bits, const RandomStream& stream, std::uint64_t a,
                              std::uint64_t b) const {
    switch (kind_) {
        case Kind::constant:
            return first_;
        case Kind::uniform:
            return std::min(first_ + (second_ - first_) * unit_interval(bits), second_);
        case Kind::exponential:
            return of_exponential(unit_interval(bits));
        case Kind::normal:
        case Kind::lognormal:
            break;
    }
    const auto spare = [&] { return CounterWords(stream, a, b, 1); };
    const double value = of_normal(StandardNormal::table().draw(bits, spare));
    if (value >= min_ && value <= max_) return value;
    return redraw(CounterWords(stream, a, b, first_redraw_attempt));
}

/// value_of() for positions b, b + 1, …
void Distribution::values_of(std::span<const std::uint64_t> bits, const RandomStream& stream, std::uint64_t a,
                             std::uint64_t b, std::span<double> out) const {
    if (kind_ != Kind::normal && kind_ != Kind::lognormal) {
        for (std::size_t i = 0; i < bits.size(); ++i) out[i] = value_of(bits[i], stream, a, b + i);
        return;
    }
    StandardNormal::table().draw_all(bits, out,
                                     [&](std::size_t i) { return CounterWords(stream, a, b + i, 1); });
    for (std::size_t i = 0; i < bits.size(); ++i) {
        out[i] = of_normal(out[i]);
        if (out[i] < min_ || out[i] > max_)
            out[i] = redraw(CounterWords(stream, a, b + i, first_redraw_attempt));
    }
}

double Distribution::draw(const RandomStream& stream, std::uint64_t a, std::uint64_t b) const {
    if (is_constant()) return first_;
    return value_of(stream.longs(a, b / 2)[b % 2], stream, a, b);
}

void Distribution::draw(const RandomStream& stream, std::uint64_t a, std::uint64_t first,
                        std::span<double> out) const {
    if (is_constant()) {
        std::fill(out.begin(), out.end(), first_);
        return;
    }
    stream.for_each_piece(a, first, first + out.size(),
                          [&](std::uint64_t b, std::span<const std::uint64_t> words) {
                              values_of(words, stream, a, b, out.subspan(b - first, words.size()));
                          });
}

long double Distribution::share_below(double limit) const {
    const auto above = [&](double value) -> long double {
        if (kind_ == Kind::uniform) return static_cast<long double>(second_) - value;
        if (kind_ == Kind::exponential)
            return std::exp(-std::max<long double>(value, 0) / static_cast<long double>(first_));
        if (kind_ == Kind::lognormal && value <= 0) return 1;
        const long double x = kind_ == Kind::lognormal ? std::log(static_cast<long double>(value)) : value;
        return std::erfc((x - first_) / (second_ * std::sqrt(2.0L))) / 2;
    };
    if (limit >= largest()) return 1;
    if (limit <= least()) return 0;
    const double low = kind_ == Kind::uniform ? first_ : min_;
    const double high = kind_ == Kind::uniform ? second_ : max_;
    return (above(low) - above(limit)) / (above(low) - above(high));
}

double Distribution::least() const {
    switch (kind_) {
        case Kind::constant:
        case Kind::uniform:
            return first_;
        case Kind::exponential:
            return of_exponential(unit_interval(~std::uint64_t{0}));
        default:
            return std::max(min_, of_normal(-RandomStream::max_normal));
    }
}

double Distribution::largest() const {
    switch (kind_) {
        case Kind::constant:
            return first_;
        case Kind::uniform:
            return second_;
        case Kind::exponential:
            return of_exponential(unit_interval(0));
        default:
            return std::min(max_, of_normal(RandomStream::max_normal));
    }
}

}  // namespace simdrive::circuit
