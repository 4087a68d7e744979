#pragma once

#include <span>
#include <string_view>

namespace simdrive {

/// One row of a generated table: the name that users type (which is the name of the source file) and its
/// object.
template <class T>
struct CatalogueEntry {
    std::string_view name;
    const T& (*get)();
};

/// The entry called `name`, or null.
template <class T>
const T* find_in(std::span<const CatalogueEntry<T>> catalogue, std::string_view name) {
    for (const auto& entry : catalogue) {
        if (entry.name == name) return &entry.get();
    }
    return nullptr;
}

}  // namespace simdrive
