#include "io/hdf5_handle.hpp"

#include <cstring>

#include "io/hdf5_internal.hpp"

namespace simdrive::io {

namespace {

herr_t keep_first(unsigned depth, const H5E_error2_t* entry, void* text) {
    if (depth == 0 && entry->desc != nullptr) *static_cast<std::string*>(text) = entry->desc;
    return 0;
}

}  // namespace

void Hdf5Handle::release() noexcept {
    if (id_ >= 0) H5Idec_ref(id_);
    id_ = -1;
}

void start_hdf5() {
    static const bool started = [] {
        H5open();
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        return true;
    }();
    (void)started;
}

std::string hdf5_reason() {
    std::string text;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
    return text.empty() ? text : ": " + text;
}

Hdf5Handle checked(hid_t id, const std::string& where, const std::string& what) {
    if (id < 0) throw DataError(fmt::format("{}: cannot {}{}", where, what, hdf5_reason()));
    return Hdf5Handle(id);
}

void check_status(herr_t status, const std::string& where, const std::string& what) {
    if (status < 0) throw DataError(fmt::format("{}: cannot {}{}", where, what, hdf5_reason()));
}

template <>
hid_t native_type<double>() {
    return H5T_NATIVE_DOUBLE;
}
template <>
hid_t native_type<float>() {
    return H5T_NATIVE_FLOAT;
}
template <>
hid_t native_type<std::int8_t>() {
    return H5T_NATIVE_INT8;
}
template <>
hid_t native_type<std::uint8_t>() {
    return H5T_NATIVE_UINT8;
}
template <>
hid_t native_type<std::int16_t>() {
    return H5T_NATIVE_INT16;
}
template <>
hid_t native_type<std::uint16_t>() {
    return H5T_NATIVE_UINT16;
}
template <>
hid_t native_type<std::int32_t>() {
    return H5T_NATIVE_INT32;
}
template <>
hid_t native_type<std::uint32_t>() {
    return H5T_NATIVE_UINT32;
}
template <>
hid_t native_type<std::int64_t>() {
    return H5T_NATIVE_INT64;
}
template <>
hid_t native_type<std::uint64_t>() {
    return H5T_NATIVE_UINT64;
}

Hdf5Handle variable_string_type(hid_t character_set) {
    Hdf5Handle type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.id(), H5T_VARIABLE);
    H5Tset_cset(type.id(), static_cast<H5T_cset_t>(character_set));
    return type;
}

std::string trimmed_fixed_string(const char* text, std::size_t length) {
    const char* end = static_cast<const char*>(std::memchr(text, 0, length));
    std::string out(text, end == nullptr ? length : static_cast<std::size_t>(end - text));
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
}

}  // namespace simdrive::io
