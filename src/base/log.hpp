#pragma once

#include <fmt/format.h>

#include <string_view>

/// Messages on standard error, each a line `[LEVEL] text`. Information and warnings come from rank 0 only;
/// errors come from whichever rank calls. Standard output is left to tables and JSON.
namespace simdrive::log {

enum class Level { debug, info, warning, error };

/// `rank` of this process (of `size`), and the least level to show. Call once, early.
void configure(int rank, int size, Level least);
Level least_level();

void write(Level level, std::string_view text);

template <class... Args>
void debug(fmt::format_string<Args...> format, Args&&... args) {
    if (least_level() <= Level::debug) write(Level::debug, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void info(fmt::format_string<Args...> format, Args&&... args) {
    if (least_level() <= Level::info) write(Level::info, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void warn(fmt::format_string<Args...> format, Args&&... args) {
    write(Level::warning, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void error(fmt::format_string<Args...> format, Args&&... args) {
    write(Level::error, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace simdrive::log
