#include "io/hdf5_internal.hpp"
#include "io/hdf5_location.hpp"

namespace simdrive::io {

namespace {

constexpr std::uint64_t max_attribute_elements = 1 << 20;

struct OpenAttribute {
    std::string where;
    Hdf5Handle handle;
    Hdf5Handle type;
    std::uint64_t elements = 0;

    bool is_class(H5T_class_t wanted) const { return H5Tget_class(type.id()) == wanted; }
};

std::optional<OpenAttribute> open_attribute(hid_t location, const std::string& where,
                                            const std::string& name) {
    if (H5Aexists(location, name.c_str()) <= 0) return std::nullopt;
    OpenAttribute out;
    out.where = fmt::format("{}: attribute \"{}\"", where, name);
    out.handle = checked(H5Aopen(location, name.c_str(), H5P_DEFAULT), out.where, "open");
    out.type = checked(H5Aget_type(out.handle.id()), out.where, "tell the type");
    const Hdf5Handle space = checked(H5Aget_space(out.handle.id()), out.where, "tell the shape");
    if (H5Sget_simple_extent_type(space.id()) != H5S_NULL)
        out.elements = static_cast<std::uint64_t>(H5Sget_simple_extent_npoints(space.id()));
    if (out.elements > max_attribute_elements)
        throw DataError(fmt::format("{}: {} elements; expected at most {}", out.where, out.elements,
                                    max_attribute_elements));
    return out;
}

std::string first_variable_string(const OpenAttribute& attribute) {
    const Hdf5Handle memory = variable_string_type(H5Tget_cset(attribute.type.id()));
    const Hdf5Handle space = checked(H5Aget_space(attribute.handle.id()), attribute.where, "tell the shape");
    std::vector<char*> pointers(attribute.elements, nullptr);
    check_status(H5Aread(attribute.handle.id(), memory.id(), pointers.data()), attribute.where, "read");
    std::string text = pointers[0] == nullptr ? "" : pointers[0];
    H5Dvlen_reclaim(memory.id(), space.id(), H5P_DEFAULT, pointers.data());
    return text;
}

std::string first_fixed_string(const OpenAttribute& attribute) {
    const std::size_t length = H5Tget_size(attribute.type.id());
    std::vector<char> buffer(length * attribute.elements);
    check_status(H5Aread(attribute.handle.id(), attribute.type.id(), buffer.data()), attribute.where, "read");
    return trimmed_fixed_string(buffer.data(), length);
}

Hdf5Handle new_attribute(hid_t location, const std::string& where, const std::string& name, hid_t type,
                         hid_t space) {
    return checked(H5Acreate2(location, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), where,
                   "create the attribute " + name);
}

void write_scalar(hid_t location, const std::string& where, const std::string& name, hid_t type,
                  const void* value) {
    const Hdf5Handle space(H5Screate(H5S_SCALAR));
    const Hdf5Handle attribute = new_attribute(location, where, name, type, space.id());
    check_status(H5Awrite(attribute.id(), type, value), where, "write the attribute " + name);
}

}  // namespace

std::string Location::path_of(const std::string& child) const {
    return path_ == "/" ? "/" + child : path_ + "/" + child;
}

bool Location::has_attribute(const std::string& name) const {
    return H5Aexists(handle_.id(), name.c_str()) > 0;
}

std::optional<std::string> Location::string_attribute(const std::string& name) const {
    const auto attribute = open_attribute(handle_.id(), where(), name);
    if (!attribute || attribute->elements == 0) return std::nullopt;
    if (!attribute->is_class(H5T_STRING))
        throw DataError(fmt::format("{}: expected a string", attribute->where));
    return H5Tis_variable_str(attribute->type.id()) > 0 ? first_variable_string(*attribute)
                                                        : first_fixed_string(*attribute);
}

std::optional<std::vector<double>> Location::number_attribute(const std::string& name) const {
    const auto attribute = open_attribute(handle_.id(), where(), name);
    if (!attribute) return std::nullopt;
    if (!attribute->is_class(H5T_INTEGER) && !attribute->is_class(H5T_FLOAT) &&
        !attribute->is_class(H5T_ENUM))
        throw DataError(fmt::format("{}: expected a number", attribute->where));
    std::vector<double> values(attribute->elements);
    if (!values.empty())
        check_status(H5Aread(attribute->handle.id(), H5T_NATIVE_DOUBLE, values.data()), attribute->where,
                     "read");
    return values;
}

void Location::write_attribute(const std::string& name, const std::string& value) const {
    // Fixed length: the text lies beside its name, not in a heap elsewhere in the file.
    Hdf5Handle type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.id(), value.size() + 1);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    write_scalar(handle_.id(), where(), name, type.id(), value.c_str());
}

void Location::write_attribute(const std::string& name, std::uint32_t value) const {
    write_scalar(handle_.id(), where(), name, H5T_STD_U32LE, &value);
}

void Location::write_attribute(const std::string& name, std::span<const std::uint32_t> values) const {
    const hsize_t size = values.size();
    const Hdf5Handle space(H5Screate_simple(1, &size, nullptr));
    const Hdf5Handle attribute = new_attribute(handle_.id(), where(), name, H5T_STD_U32LE, space.id());
    check_status(H5Awrite(attribute.id(), H5T_NATIVE_UINT32, values.data()), where(),
                 "write the attribute " + name);
}

void Location::write_enum_attribute(const std::string& name,
                                    std::span<const std::pair<const char*, std::uint8_t>> members,
                                    std::uint8_t value) const {
    const Hdf5Handle type(H5Tenum_create(H5T_STD_U8LE));
    for (const auto& [member, number] : members) H5Tenum_insert(type.id(), member, &number);
    write_scalar(handle_.id(), where(), name, type.id(), &value);
}

}  // namespace simdrive::io
