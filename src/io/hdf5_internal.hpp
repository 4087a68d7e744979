#pragma once

// For the sources of io/ only: this header shows HDF5.
#include <fmt/format.h>
#include <hdf5.h>

#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "io/hdf5_handle.hpp"

namespace simdrive::io {

static_assert(sizeof(hid_t) == sizeof(std::int64_t));

/// Silences the library's own printing of errors. Called before the first use.
void start_hdf5();
/// The innermost reason on the library's error stack, as ": reason" or "".
std::string hdf5_reason();

/// Takes ownership of `id`; DataError "`where`: cannot `what`: reason" where the library refused.
Hdf5Handle checked(hid_t id, const std::string& where, const std::string& what);
void check_status(herr_t status, const std::string& where, const std::string& what);

/// The HDF5 type of a C++ type in memory; files written here have the same.
template <class T>
hid_t native_type();

/// A string type as in memory: variable length, with the character set of `file_type`.
Hdf5Handle variable_string_type(hid_t character_set);

/// Text of one element of fixed length without its padding.
std::string trimmed_fixed_string(const char* text, std::size_t length);

}  // namespace simdrive::io
