#include "mpi/communicator.hpp"

#include <mpi.h>

#include <algorithm>
#include <numeric>

namespace simdrive::mpi {

namespace {

static_assert(std::is_pointer_v<MPI_Comm>, "written for an MPI whose handles are pointers (Open MPI)");

MPI_Comm comm(void* native) {
    return static_cast<MPI_Comm>(native);
}

/// Transfers are cut so that no count passes 2^30.
constexpr std::uint64_t largest_piece = std::uint64_t{1} << 30;

template <class T>
T reduce(void* native, T value, MPI_Datatype type, MPI_Op operation) {
    if (native == nullptr) return value;
    T result{};
    MPI_Allreduce(&value, &result, 1, type, operation, comm(native));
    return result;
}

}  // namespace

Communicator Communicator::world() {
    int initialized = 0;
    MPI_Initialized(&initialized);
    return {initialized != 0 ? static_cast<void*>(MPI_COMM_WORLD) : nullptr, false};
}

Communicator Communicator::self() {
    int initialized = 0;
    MPI_Initialized(&initialized);
    return {initialized != 0 ? static_cast<void*>(MPI_COMM_SELF) : nullptr, false};
}

Communicator::Communicator(void* native, bool owned) : native_(native), owned_(owned) {
    if (native_ == nullptr) return;
    MPI_Comm_rank(comm(native_), &rank_);
    MPI_Comm_size(comm(native_), &size_);
}

Communicator::Communicator(Communicator&& other) noexcept
    : native_(std::exchange(other.native_, nullptr)),
      owned_(std::exchange(other.owned_, false)),
      rank_(other.rank_),
      size_(other.size_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
    std::swap(native_, other.native_);
    std::swap(owned_, other.owned_);
    std::swap(rank_, other.rank_);
    std::swap(size_, other.size_);
    return *this;
}

Communicator::~Communicator() {
    if (!owned_) return;
    MPI_Comm handle = comm(native_);
    MPI_Comm_free(&handle);
}

Communicator Communicator::node() const {
    if (native_ == nullptr) return {nullptr, false};
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_split_type(comm(native_), MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &made);
    return {made, true};
}

void Communicator::barrier() const {
    if (native_ != nullptr) MPI_Barrier(comm(native_));
}

std::uint64_t Communicator::sum(std::uint64_t v) const {
    return reduce(native_, v, MPI_UINT64_T, MPI_SUM);
}
std::uint64_t Communicator::min(std::uint64_t v) const {
    return reduce(native_, v, MPI_UINT64_T, MPI_MIN);
}
std::uint64_t Communicator::max(std::uint64_t v) const {
    return reduce(native_, v, MPI_UINT64_T, MPI_MAX);
}
double Communicator::sum(double v) const {
    return reduce(native_, v, MPI_DOUBLE, MPI_SUM);
}
double Communicator::min(double v) const {
    return reduce(native_, v, MPI_DOUBLE, MPI_MIN);
}
double Communicator::max(double v) const {
    return reduce(native_, v, MPI_DOUBLE, MPI_MAX);
}

void Communicator::sum_in_place(std::span<std::uint64_t> values) const {
    if (native_ == nullptr) return;
    for (std::size_t from = 0; from < values.size(); from += largest_piece / 8) {
        const auto count = std::min<std::size_t>(largest_piece / 8, values.size() - from);
        MPI_Allreduce(MPI_IN_PLACE, values.data() + from, static_cast<int>(count), MPI_UINT64_T, MPI_SUM,
                      comm(native_));
    }
}

std::uint64_t Communicator::prefix_sum(std::uint64_t value) const {
    std::uint64_t result = 0;
    if (native_ != nullptr) MPI_Exscan(&value, &result, 1, MPI_UINT64_T, MPI_SUM, comm(native_));
    return rank_ == 0 ? 0 : result;
}

std::string Communicator::broadcast(const std::string& value, int root) const {
    std::vector<char> text(value.begin(), value.end());
    broadcast(text, root);
    return {text.begin(), text.end()};
}

void Communicator::broadcast_bytes(std::span<std::byte> bytes, int root) const {
    if (native_ == nullptr) return;
    for (std::size_t from = 0; from < bytes.size(); from += largest_piece) {
        const auto count = std::min<std::size_t>(largest_piece, bytes.size() - from);
        MPI_Bcast(bytes.data() + from, static_cast<int>(count), MPI_BYTE, root, comm(native_));
    }
}

std::vector<std::string> Communicator::gather_all_strings(const std::string& value) const {
    const auto all = gather_all(std::span<const char>(value.data(), value.size()));
    std::vector<std::string> texts;
    for (int r = 0; r < size_; ++r) texts.emplace_back(all.of(r).begin(), all.of(r).end());
    return texts;
}

namespace {
std::vector<std::uint64_t> offsets_of(const std::vector<std::uint64_t>& counts) {
    std::vector<std::uint64_t> offsets(counts.size() + 1, 0);
    std::partial_sum(counts.begin(), counts.end(), offsets.begin() + 1);
    return offsets;
}
}  // namespace

std::vector<std::uint64_t> Communicator::gather_offsets(std::uint64_t count) const {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(size_), count);
    if (native_ != nullptr) {
        MPI_Allgather(&count, 1, MPI_UINT64_T, counts.data(), 1, MPI_UINT64_T, comm(native_));
    }
    return offsets_of(counts);
}

std::vector<std::uint64_t> Communicator::exchange_offsets(const std::vector<std::uint64_t>& counts) const {
    std::vector<std::uint64_t> received(counts);
    if (native_ != nullptr) {
        MPI_Alltoall(counts.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, comm(native_));
    }
    return offsets_of(received);
}

void Communicator::gather_all_bytes(std::span<const std::byte> mine, std::span<std::byte> all,
                                    const std::vector<std::uint64_t>& offsets, std::size_t item) const {
    if (native_ == nullptr) {
        std::copy(mine.begin(), mine.end(), all.begin());
        return;
    }
    if (all.size() <= largest_piece) {
        std::vector<int> counts(static_cast<std::size_t>(size_));
        std::vector<int> places(counts.size());
        for (std::size_t r = 0; r < counts.size(); ++r) {
            counts[r] = static_cast<int>((offsets[r + 1] - offsets[r]) * item);
            places[r] = static_cast<int>(offsets[r] * item);
        }
        MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, all.data(), counts.data(),
                       places.data(), MPI_BYTE, comm(native_));
        return;
    }
    std::copy(mine.begin(), mine.end(),
              all.begin() + static_cast<std::ptrdiff_t>(offsets[static_cast<std::size_t>(rank_)] * item));
    for (int r = 0; r < size_; ++r) {
        const auto from = offsets[static_cast<std::size_t>(r)] * item;
        const auto past = offsets[static_cast<std::size_t>(r) + 1] * item;
        broadcast_bytes(all.subspan(from, past - from), r);
    }
}

void Communicator::exchange_bytes(const std::vector<const void*>& pieces,
                                  const std::vector<std::uint64_t>& counts, std::span<std::byte> received,
                                  const std::vector<std::uint64_t>& offsets, std::size_t item) const {
    const auto me = static_cast<std::size_t>(rank_);
    const auto* own = static_cast<const std::byte*>(pieces[me]);
    std::copy(own, own + counts[me] * item,
              received.begin() + static_cast<std::ptrdiff_t>(offsets[me] * item));
    if (native_ == nullptr) return;
    std::vector<MPI_Request> requests;
    const auto in_pieces = [](std::uint64_t bytes, auto&& transfer) {
        for (std::uint64_t from = 0; from < bytes; from += largest_piece) {
            transfer(from, static_cast<int>(std::min(largest_piece, bytes - from)));
        }
    };
    for (std::size_t r = 0; r < pieces.size(); ++r) {
        if (r == me) continue;
        in_pieces((offsets[r + 1] - offsets[r]) * item, [&](std::uint64_t from, int bytes) {
            MPI_Irecv(received.data() + offsets[r] * item + from, bytes, MPI_BYTE, static_cast<int>(r), 1,
                      comm(native_), &requests.emplace_back());
        });
    }
    for (std::size_t r = 0; r < pieces.size(); ++r) {
        if (r == me) continue;
        in_pieces(counts[r] * item, [&](std::uint64_t from, int bytes) {
            MPI_Isend(static_cast<const std::byte*>(pieces[r]) + from, bytes, MPI_BYTE, static_cast<int>(r),
                      1, comm(native_), &requests.emplace_back());
        });
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace simdrive::mpi
