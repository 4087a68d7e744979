#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace simdrive {

/// What the program returns to its caller (docs/command-line.md).
enum class ExitCode : int { done = 0, internal = 1, usage = 2, data = 3, memory = 4, stopped = 5 };

/// Every fault that a user can meet. The message names the file or key, what was found, what was expected and
/// what to do; the rank is added where the fault is printed.
class Error : public std::runtime_error {
  public:
    Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
    ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

/// The command line makes no sense.
class UsageError : public Error {
  public:
    explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// A configuration or data file is missing, unreadable or inconsistent.
class DataError : public Error {
  public:
    explicit DataError(const std::string& message) : Error(ExitCode::data, message) {}
};

/// What was asked for does not fit in memory.
class MemoryError : public Error {
  public:
    explicit MemoryError(const std::string& message) : Error(ExitCode::memory, message) {}
};

/// Collects problems of the input so that they can be reported together (`--check`) or thrown at once.
class Problems {
  public:
    void add(std::string message) { messages_.push_back(std::move(message)); }
    bool empty() const { return messages_.empty(); }
    const std::vector<std::string>& messages() const { return messages_; }
    /// Runs `f`; a DataError that it throws is noted instead.
    template <class F>
    void attempt(F&& f) {
        try {
            f();
        } catch (const DataError& error) {
            add(error.what());
        }
    }
    /// DataError with all messages, one a line, if there is any.
    void throw_if_any() const;

  private:
    std::vector<std::string> messages_;
};

}  // namespace simdrive
