#pragma once

#include <exception>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::mpi {

/// A fault on which all ranks have agreed: every rank throws the same one, so all of them unwind alike. The
/// message begins with the rank on which the fault arose.
class AgreedError : public Error {
  public:
    using Error::Error;
};

/// Collective. `fault` is this rank's, or none. Returns where no rank has one; else throws on every rank the
/// AgreedError made of the lowest failing rank's fault.
void agree(const Communicator& comm, const std::exception_ptr& fault);

/// Runs `f` on every rank and agrees on its faults before anyone goes on. `f` may hold collective calls only
/// where a fault before them is itself agreed: an AgreedError passes through, since every rank throws it.
template <class F>
auto agreed(const Communicator& comm, F&& f) {
    using Result = std::invoke_result_t<F>;
    std::exception_ptr fault;
    if constexpr (std::is_void_v<Result>) {
        try {
            std::forward<F>(f)();
        } catch (const AgreedError&) {
            throw;
        } catch (...) {
            fault = std::current_exception();
        }
        agree(comm, fault);
    } else {
        std::optional<Result> result;
        try {
            result.emplace(std::forward<F>(f)());
        } catch (const AgreedError&) {
            throw;
        } catch (...) {
            fault = std::current_exception();
        }
        agree(comm, fault);
        return std::move(*result);
    }
}

}  // namespace simdrive::mpi
