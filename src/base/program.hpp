#pragma once

#include <string>

namespace simdrive {

/// "simdrive 0.1.0 (352ea5cd01ab)": what wrote a file.
std::string program_text();

}  // namespace simdrive
