#include "mpi/agreement.hpp"

#include <fmt/format.h>

#include <limits>
#include <new>

namespace simdrive::mpi {

namespace {

std::pair<ExitCode, std::string> described(const std::exception_ptr& fault) {
    try {
        std::rethrow_exception(fault);
    } catch (const Error& error) {
        return {error.code(), error.what()};
    } catch (const std::bad_alloc&) {
        return {ExitCode::memory, "the system refused memory"};
    } catch (const std::exception& error) {
        return {ExitCode::internal, error.what()};
    } catch (...) {
        return {ExitCode::internal, "unknown fault"};
    }
}

}  // namespace

void agree(const Communicator& comm, const std::exception_ptr& fault) {
    const auto mine = static_cast<std::uint64_t>(comm.rank());
    const auto none = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t failing = comm.min(fault ? mine : none);
    if (failing == none) return;
    std::pair<ExitCode, std::string> description{ExitCode::internal, ""};
    if (fault) description = described(fault);
    const int root = static_cast<int>(failing);
    const auto code = comm.broadcast_value(description.first, root);
    const auto message = comm.broadcast(description.second, root);
    throw AgreedError(code, comm.size() == 1 ? message : fmt::format("rank {}: {}", failing, message));
}

}  // namespace simdrive::mpi
