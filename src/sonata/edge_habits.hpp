#pragma once

#include <cstdint>
#include <limits>

namespace simdrive::sonata {

/// What edges have in common. Where all edges of a population are known to share a habit, the columns that
/// say so need not be read again.
struct EdgeHabits {
    static constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();  ///< nothing was read
    static constexpr std::int64_t varied = unknown + 1;

    std::int64_t group = unknown;     ///< number of the group that holds them, each at the index of its row
    std::int64_t type = unknown;      ///< edge_type_id
    std::int64_t receptor = unknown;  ///< receptor_type

    static bool is_known(std::int64_t habit) { return habit != unknown && habit != varied; }
    static void note(std::int64_t& habit, std::int64_t value) {
        if (value == unknown) return;
        habit = habit == unknown || habit == value ? value : varied;
    }
    EdgeHabits& operator+=(const EdgeHabits& other) {
        note(group, other.group);
        note(type, other.type);
        note(receptor, other.receptor);
        return *this;
    }
};

}  // namespace simdrive::sonata
