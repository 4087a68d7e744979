#pragma once

#include <string>

#include "base/error.hpp"

namespace simdrive::test {

/// The message of the DataError that `f` throws; "no DataError" where it throws none.
template <class F>
std::string data_error_of(F&& f) {
    try {
        f();
    } catch (const DataError& error) {
        return error.what();
    }
    return "no DataError";
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace simdrive::test

/// Expects a DataError from `expression` whose message holds `part`.
#define EXPECT_DATA_ERROR(expression, part) \
    EXPECT_PRED2(simdrive::test::contains,  \
                 simdrive::test::data_error_of([&] { static_cast<void>(expression); }), part)
