#include "base/program.hpp"

#include <fmt/format.h>

#include "build_info.hpp"

namespace simdrive {

std::string program_text() {
    return fmt::format("simdrive {} ({})", build_info::version, build_info::revision);
}

}  // namespace simdrive
