#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace simdrive {

/// What a field of a model is used for.
enum class FieldKind {
    constant,  ///< fixed during the run; shared by a block whose nodes all have the same value
    initial,   ///< a value at t = 0 that may differ from node to node at no cost
    recorded   ///< not set by users, but shown in reports
};

/// A field of a model as users see it. Parsing, --list-models, reports and footprints all come from these
/// rows.
struct Field {
    std::string_view name;
    std::string_view unit;
    double default_value;
    std::string_view meaning;
    FieldKind kind = FieldKind::constant;
};

/// A field and the member of `Struct` that holds it.
template <class Struct>
struct MemberField : Field {
    double Struct::*member;
};

template <class Struct>
constexpr MemberField<Struct> constant(double Struct::*member, std::string_view name, std::string_view unit,
                                       double default_value, std::string_view meaning) {
    return {{name, unit, default_value, meaning, FieldKind::constant}, member};
}

template <class Struct>
constexpr MemberField<Struct> initial(double Struct::*member, std::string_view name, std::string_view unit,
                                      double default_value, std::string_view meaning) {
    return {{name, unit, default_value, meaning, FieldKind::initial}, member};
}

/// The plain fields of an array of member fields.
template <class Struct, std::size_t N>
constexpr std::array<Field, N> plain_fields(const std::array<MemberField<Struct>, N>& members) {
    std::array<Field, N> fields{};
    for (std::size_t i = 0; i < N; ++i) fields[i] = members[i];
    return fields;
}

}  // namespace simdrive
