#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "circuit/circuit.hpp"
#include "mpi/communicator.hpp"

namespace simdrive::circuit {

/// The fingerprint of a circuit, put together from pieces of fixed size that the ranks share out: whichever
/// rank hashes a piece, the sum is the same. Pieces are numbered through all content, in the order in which
/// blocks are claimed, which must be the same on all ranks.
class CircuitHash {
  public:
    explicit CircuitHash(const mpi::Communicator& comm) : comm_(comm) {}

    /// Numbers for `count` pieces; returns the first.
    std::uint64_t claim(std::uint64_t count);
    template <class T>
    void add(std::uint64_t piece, const std::vector<T>& values) {
        add_piece(sum_, piece, std::as_bytes(std::span(values)));
    }
    /// Descriptions of everything, ids and parameter columns of populations in files. Reads this rank's
    /// pieces.
    void add_descriptions(const Circuit& circuit);
    /// Collective: the sum over all ranks.
    Fingerprint total() const;

  private:
    void add_text(const std::string& text);
    void add_population(const Population& population);

    const mpi::Communicator& comm_;
    Fingerprint sum_;
    std::uint64_t claimed_ = 0;
};

}  // namespace simdrive::circuit
