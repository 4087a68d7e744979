#pragma once

#include <array>
#include <climits>
#include <cstddef>
#include <vector>

namespace simdrive::memory {

/// A set of NUMA nodes as the kernel's memory policy calls take it.
class NodeMask {
  public:
    static constexpr int node_limit = 1024;
    /// The kernel reads one bit less than it is told.
    static constexpr unsigned long size_for_kernel = node_limit + 1;

    NodeMask() = default;
    explicit NodeMask(const std::vector<int>& nodes) {
        for (const int node : nodes) add(node);
    }
    /// False where the kernel could not have such a node.
    bool add(int node) {
        if (node < 0 || node >= node_limit) return false;
        words_[static_cast<std::size_t>(node) / word_bits] |= 1UL
                                                              << (static_cast<std::size_t>(node) % word_bits);
        return true;
    }
    /// Ascending.
    std::vector<int> nodes() const {
        std::vector<int> found;
        for (std::size_t node = 0; node < node_limit; ++node) {
            if ((words_[node / word_bits] >> (node % word_bits)) & 1UL)
                found.push_back(static_cast<int>(node));
        }
        return found;
    }
    unsigned long* data() { return words_.data(); }
    const unsigned long* data() const { return words_.data(); }

  private:
    static constexpr std::size_t word_bits = sizeof(unsigned long) * CHAR_BIT;
    std::array<unsigned long, node_limit / word_bits> words_{};
};

}  // namespace simdrive::memory
