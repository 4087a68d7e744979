#include "circuit/projection.hpp"

namespace simdrive::circuit {

void EdgeBatch::clear() {
    source_row.clear();
    target_row.clear();
    weight.clear();
    delay.clear();
    receptor.clear();
}

void EdgeBatch::reserve(std::size_t count) {
    source_row.reserve(count);
    target_row.reserve(count);
    weight.reserve(count);
    delay.reserve(count);
    receptor.reserve(count);
}

}  // namespace simdrive::circuit
