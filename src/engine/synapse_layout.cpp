#include "engine/synapse_layout.hpp"

#include <algorithm>

namespace simdrive::engine {

using circuit::WeightForm;

std::uint32_t SourceBins::weight_number(double weight) const {
    return static_cast<std::uint32_t>(std::lower_bound(weights.begin(), weights.end(), weight) -
                                      weights.begin());
}

std::size_t SynapseLayout::delay_bytes() const {
    constexpr std::uint32_t longest_byte = 0xFF;
    if (delivery == Delivery::when_due) return 0;
    return longest_delay <= longest_byte ? sizeof(std::uint8_t) : sizeof(std::uint16_t);
}

std::size_t SynapseLayout::synapse_bytes(WeightForm form) const {
    return sizeof(std::uint16_t) + delay_bytes() + circuit::weight_bytes(form);
}

}  // namespace simdrive::engine
