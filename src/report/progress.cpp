#include "report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "base/text.hpp"
#include "report/table.hpp"

namespace simdrive::report {

namespace {

constexpr double terminal_interval = 0.5;  // seconds
constexpr double log_interval = 60;

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string hour_in(double seconds) {
    const std::time_t now = std::time(nullptr);
    const std::time_t then = now + static_cast<std::time_t>(seconds);
    std::tm local{};
    localtime_r(&then, &local);
    std::array<char, 32> text{};
    const char* format = seconds < 20 * 3600.0 ? "%H:%M:%S" : "%a %d %b %H:%M";
    return {text.data(), std::strftime(text.data(), text.size(), format, &local)};
}

void write_to_standard_error(std::string_view text) {
    // Nothing can be done where standard error is closed.
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
    (void)std::fflush(stderr);
}

}  // namespace

Progress::Progress(Settings settings) : settings_(std::move(settings)) {
    if (!settings_.seconds) settings_.seconds = steady_seconds;
    if (!settings_.hour_in) settings_.hour_in = hour_in;
    if (!settings_.write) settings_.write = write_to_standard_error;
    start_ = settings_.seconds();
    next_ = start_ + (settings_.terminal ? terminal_interval : log_interval);
}

void Progress::update(double ms) {
    if (settings_.silent) return;
    const double now = settings_.seconds();
    if (now < next_) return;
    next_ = now + (settings_.terminal ? terminal_interval : log_interval);
    print(line(ms, now));
}

void Progress::finish(double ms) {
    if (settings_.silent) return;
    const double elapsed = settings_.seconds() - start_;
    const double done = ms - settings_.begin_ms;
    std::string text = fmt::format("{:.1f} ms simulated in {}", done, format_duration(elapsed));
    if (done > 0) text += fmt::format(", real-time factor {:.3g}", 1e3 * elapsed / done);
    print(text);
    if (settings_.terminal) settings_.write("\n");
}

std::string Progress::line(double ms, double now) const {
    const double elapsed = now - start_;
    const double done = ms - settings_.begin_ms;
    const double whole = settings_.end_ms - settings_.begin_ms;
    std::string text = fmt::format("{:.1f} of {:.1f} ms ({:.0f} %)", ms, settings_.end_ms,
                                   whole > 0 ? 100 * done / whole : 100);
    if (done <= 0) return text;
    const double to_go = std::max(0.0, elapsed * (whole - done) / done);
    return text + fmt::format(", real-time factor {:.3g}, {} to go, ends {}", 1e3 * elapsed / done,
                              format_duration(to_go), settings_.hour_in(to_go));
}

void Progress::print(const std::string& line) {
    if (!settings_.terminal) {
        settings_.write("[info] " + line + "\n");
        return;
    }
    const std::size_t width = display_width(line);
    const std::string blanks(shown_ > width ? shown_ - width : 0, ' ');
    settings_.write("\r" + line + blanks);
    shown_ = width;
}

bool Progress::on_terminal() {
    return isatty(STDERR_FILENO) == 1;
}

}  // namespace simdrive::report
