#include "base/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace simdrive::log {

namespace {

struct State {
    int rank = 0;
    int size = 1;
    Level least = Level::info;
};

State& state() {
    static State value;
    return value;
}

spdlog::logger& logger() {
    static const auto instance = [] {
        auto made =
            std::make_shared<spdlog::logger>("simdrive", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        made->set_pattern("[%l] %v");
        made->set_level(spdlog::level::debug);
        made->flush_on(spdlog::level::debug);
        return made;
    }();
    return *instance;
}

spdlog::level::level_enum spdlog_level(Level level) {
    switch (level) {
        case Level::debug:
            return spdlog::level::debug;
        case Level::info:
            return spdlog::level::info;
        case Level::warning:
            return spdlog::level::warn;
        case Level::error:
            return spdlog::level::err;
    }
    return spdlog::level::err;
}

}  // namespace

void configure(int rank, int size, Level least) {
    state() = {rank, size, least};
}

Level least_level() {
    return state().least;
}

void write(Level level, std::string_view text) {
    if (level < state().least || (state().rank != 0 && level != Level::error)) return;
    logger().log(spdlog_level(level), text);
}

}  // namespace simdrive::log
