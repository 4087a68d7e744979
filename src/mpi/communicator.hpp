#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mpi/gathered_vector.hpp"

namespace simdrive::mpi {

/// A group of ranks. Wraps MPI so that no other room includes <mpi.h>; counts are 64-bit everywhere,
/// transfers above 2^31 bytes are cut into pieces. All calls but rank(), size() and native() are collective.
class Communicator {
  public:
    /// All ranks of the job; one rank if MPI was not initialised.
    static Communicator world();
    /// This rank by itself.
    static Communicator self();

    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    Communicator(Communicator&& other) noexcept;
    Communicator& operator=(Communicator&& other) noexcept;
    ~Communicator();

    int rank() const { return rank_; }
    int size() const { return size_; }
    bool is_root() const { return rank_ == 0; }
    /// The MPI_Comm, for the parallel HDF5 in io/.
    void* native() const { return native_; }

    /// The ranks that share memory with this one (a node), ordered by world rank.
    Communicator node() const;

    void barrier() const;
    std::uint64_t sum(std::uint64_t value) const;
    std::uint64_t min(std::uint64_t value) const;
    std::uint64_t max(std::uint64_t value) const;
    double sum(double value) const;
    double min(double value) const;
    double max(double value) const;
    void sum_in_place(std::span<std::uint64_t> values) const;
    /// Sum of the values of all lower ranks.
    std::uint64_t prefix_sum(std::uint64_t value) const;

    /// `value` of rank `root` on every rank.
    std::string broadcast(const std::string& value, int root = 0) const;
    void broadcast_bytes(std::span<std::byte> bytes, int root = 0) const;
    template <class T>
    T broadcast_value(T value, int root = 0) const {
        static_assert(std::is_trivially_copyable_v<T>);
        broadcast_bytes(std::as_writable_bytes(std::span(&value, 1)), root);
        return value;
    }
    template <class T>
    void broadcast(std::vector<T>& values, int root = 0) const {
        static_assert(std::is_trivially_copyable_v<T>);
        values.resize(broadcast_value(values.size(), root));
        broadcast_bytes(std::as_writable_bytes(std::span(values)), root);
    }

    /// The values of all ranks, in rank order, on every rank.
    template <class T>
    GatheredVector<T> gather_all(std::span<const T> values) const {
        static_assert(std::is_trivially_copyable_v<T>);
        auto offsets = gather_offsets(values.size());
        std::vector<T> all(offsets.back());
        gather_all_bytes(std::as_bytes(values), std::as_writable_bytes(std::span(all)), offsets, sizeof(T));
        return {std::move(all), std::move(offsets)};
    }
    template <class T>
    std::vector<T> gather_all_values(const T& value) const {
        return gather_all(std::span<const T>(&value, 1)).take_values();
    }
    std::vector<std::string> gather_all_strings(const std::string& value) const;

    /// As gather_all, on `root` only; other ranks get an empty vector.
    template <class T>
    GatheredVector<T> gather(std::span<const T> values, int root = 0) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<std::vector<T>> to(static_cast<std::size_t>(size_));
        to[static_cast<std::size_t>(root)].assign(values.begin(), values.end());
        return exchange(to);
    }

    /// Personal exchange: `to[r]` goes to rank r; returns what every rank sent here, in rank order.
    template <class T>
    GatheredVector<T> exchange(const std::vector<std::vector<T>>& to) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<std::uint64_t> counts(to.size());
        std::vector<const void*> pieces(to.size());
        for (std::size_t r = 0; r < to.size(); ++r) {
            counts[r] = to[r].size();
            pieces[r] = to[r].data();
        }
        auto offsets = exchange_offsets(counts);
        std::vector<T> received(offsets.back());
        exchange_bytes(pieces, counts, std::as_writable_bytes(std::span(received)), offsets, sizeof(T));
        return {std::move(received), std::move(offsets)};
    }

  private:
    Communicator(void* native, bool owned);
    std::vector<std::uint64_t> gather_offsets(std::uint64_t count) const;
    std::vector<std::uint64_t> exchange_offsets(const std::vector<std::uint64_t>& counts) const;
    void gather_all_bytes(std::span<const std::byte> mine, std::span<std::byte> all,
                          const std::vector<std::uint64_t>& offsets, std::size_t item) const;
    void exchange_bytes(const std::vector<const void*>& pieces, const std::vector<std::uint64_t>& counts,
                        std::span<std::byte> received, const std::vector<std::uint64_t>& offsets,
                        std::size_t item) const;

    void* native_ = nullptr;
    bool owned_ = false;
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace simdrive::mpi
