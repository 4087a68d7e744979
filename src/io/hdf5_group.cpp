#include "io/hdf5_group.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/hdf5_internal.hpp"

namespace simdrive::io {

namespace {

herr_t add_name(hid_t, const char* name, const H5L_info_t*, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

}  // namespace

std::vector<std::string> Group::children() const {
    std::vector<std::string> names;
    hsize_t from = 0;
    check_status(H5Literate(handle_.id(), H5_INDEX_NAME, H5_ITER_NATIVE, &from, add_name, &names), where(),
                 "list the group");
    std::sort(names.begin(), names.end());
    return names;
}

Group::Kind Group::kind(const std::string& name) const {
    std::string prefix;
    for (const std::string& part : split(name, '/')) {
        // A link must be known to exist before the library may be asked about what is behind it.
        prefix += prefix.empty() ? part : "/" + part;
        if (H5Lexists(handle_.id(), prefix.c_str(), H5P_DEFAULT) <= 0 ||
            H5Oexists_by_name(handle_.id(), prefix.c_str(), H5P_DEFAULT) <= 0)
            return Kind::none;
    }
    H5O_info_t info;
    if (H5Oget_info_by_name2(handle_.id(), name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0)
        return Kind::none;
    if (info.type == H5O_TYPE_GROUP) return Kind::group;
    return info.type == H5O_TYPE_DATASET ? Kind::dataset : Kind::other;
}

bool Group::has_group(const std::string& name) const {
    return kind(name) == Kind::group;
}

bool Group::has_dataset(const std::string& name) const {
    return kind(name) == Kind::dataset;
}

std::optional<Group> Group::find_group(const std::string& name) const {
    if (!has_group(name)) return std::nullopt;
    return Group(file_, path_of(name),
                 checked(H5Gopen2(handle_.id(), name.c_str(), H5P_DEFAULT), where(), "open " + name));
}

std::optional<Dataset> Group::find_dataset(const std::string& name) const {
    if (!has_dataset(name)) return std::nullopt;
    return Dataset(file_, path_of(name),
                   checked(H5Dopen2(handle_.id(), name.c_str(), H5P_DEFAULT), where(), "open " + name));
}

Group Group::group(const std::string& name) const {
    auto found = find_group(name);
    if (!found)
        throw DataError(fmt::format("{}: no group \"{}\"{}", where(), name, did_you_mean(name, children())));
    return std::move(*found);
}

Dataset Group::dataset(const std::string& name) const {
    auto found = find_dataset(name);
    if (!found)
        throw DataError(
            fmt::format("{}: no dataset \"{}\"{}", where(), name, did_you_mean(name, children())));
    return std::move(*found);
}

Group Group::create_group(const std::string& name) const {
    const Hdf5Handle creation = checked(H5Pcreate(H5P_GROUP_CREATE), where(), "prepare a group");
    H5Pset_obj_track_times(creation.id(), false);
    return Group(file_, path_of(name),
                 checked(H5Gcreate2(handle_.id(), name.c_str(), H5P_DEFAULT, creation.id(), H5P_DEFAULT),
                         where(), "create the group " + name));
}

namespace {

Hdf5Handle new_dataset(hid_t parent, const std::string& where, const std::string& name, hid_t type,
                       std::span<const std::uint64_t> shape) {
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    const Hdf5Handle space =
        checked(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), where,
                "make the shape of " + name);
    const Hdf5Handle creation = checked(H5Pcreate(H5P_DATASET_CREATE), where, "prepare a dataset");
    H5Pset_obj_track_times(creation.id(), false);
    H5Pset_layout(creation.id(), H5D_CONTIGUOUS);
    H5Pset_alloc_time(creation.id(), H5D_ALLOC_TIME_EARLY);
    if (H5Tis_variable_str(type) <= 0) H5Pset_fill_time(creation.id(), H5D_FILL_TIME_NEVER);
    return checked(
        H5Dcreate2(parent, name.c_str(), type, space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT), where,
        "create the dataset " + name);
}

}  // namespace

template <class T>
Dataset Group::create_dataset(const std::string& name, std::span<const std::uint64_t> shape) const {
    return Dataset(file_, path_of(name), new_dataset(handle_.id(), where(), name, native_type<T>(), shape));
}

#define SIMDRIVE_CREATE_DATASET_OF(T) \
    template Dataset Group::create_dataset<T>(const std::string&, std::span<const std::uint64_t>) const;
SIMDRIVE_CREATE_DATASET_OF(double)
SIMDRIVE_CREATE_DATASET_OF(float)
SIMDRIVE_CREATE_DATASET_OF(std::int8_t)
SIMDRIVE_CREATE_DATASET_OF(std::uint8_t)
SIMDRIVE_CREATE_DATASET_OF(std::int16_t)
SIMDRIVE_CREATE_DATASET_OF(std::uint16_t)
SIMDRIVE_CREATE_DATASET_OF(std::int32_t)
SIMDRIVE_CREATE_DATASET_OF(std::uint32_t)
SIMDRIVE_CREATE_DATASET_OF(std::int64_t)
SIMDRIVE_CREATE_DATASET_OF(std::uint64_t)
#undef SIMDRIVE_CREATE_DATASET_OF

Dataset Group::write_strings(const std::string& name, const std::vector<std::string>& values) const {
    const Hdf5Handle type = variable_string_type(H5T_CSET_UTF8);
    const std::uint64_t shape[] = {values.size()};
    Dataset dataset(file_, path_of(name), new_dataset(handle_.id(), where(), name, type.id(), shape));
    std::vector<const char*> pointers;
    pointers.reserve(values.size());
    for (const std::string& value : values) pointers.push_back(value.c_str());
    if (!values.empty())
        check_status(
            H5Dwrite(dataset.handle_.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()),
            dataset.where(), "write");
    return dataset;
}

}  // namespace simdrive::io
