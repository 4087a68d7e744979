#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace simdrive::report {

/// Says how far a run has come: done, real-time factor, time to go, when it will end. On a terminal one line
/// that is rewritten at most twice a second; elsewhere one line a minute, so that logs stay short.
class Progress {
  public:
    struct Settings {
        double begin_ms = 0;  ///< model time at which the run starts
        double end_ms = 0;    ///< and ends
        bool terminal = false;
        bool silent = false;                          ///< prints nothing: ranks above 0, -q
        std::function<double()> seconds;              ///< steady clock; by default the system's
        std::function<std::string(double)> hour_in;   ///< wall-clock time in so many seconds ("14:32")
        std::function<void(std::string_view)> write;  ///< by default standard error
    };
    explicit Progress(Settings settings);

    /// Model time has come to `ms`. Cheap enough for every epoch.
    void update(double ms);
    /// Prints a last line and leaves the cursor below it.
    void finish(double ms);

    /// Whether standard error is a terminal.
    static bool on_terminal();

  private:
    std::string line(double ms, double now) const;
    void print(const std::string& line);

    Settings settings_;
    double start_;
    double next_;
    std::size_t shown_ = 0;  // characters of the line that is on the terminal
};

}  // namespace simdrive::report
