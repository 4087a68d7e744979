#include "base/cores.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

namespace simdrive {

unsigned allowed_cores() {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

unsigned online_cores() {
    return static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

}  // namespace simdrive
