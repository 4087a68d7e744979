#include "io/hdf5_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <type_traits>

#include "io/hdf5_internal.hpp"

namespace simdrive::io {

Hdf5Handle reading_transfer() {
    static std::array<char, std::size_t{1} << 18> conversion;
    static std::array<char, std::size_t{1} << 18> background;
    Hdf5Handle transfer = checked(H5Pcreate(H5P_DATASET_XFER), "HDF5", "set up reading");
    check_status(H5Pset_buffer(transfer.id(), conversion.size(), conversion.data(), background.data()),
                 "HDF5", "set up reading");
    return transfer;
}

namespace {

Hdf5Handle access_properties(const std::string& path) {
    start_hdf5();
    Hdf5Handle access = checked(H5Pcreate(H5P_FILE_ACCESS), path, "prepare to open");
    H5Pset_file_locking(access.id(), false, true);
    return access;
}

std::shared_ptr<Hdf5FileState> create_state(const std::string& path, const Hdf5Handle& access,
                                            bool parallel) {
    // No times in the root group either: the same content is the same bytes.
    const Hdf5Handle creation = checked(H5Pcreate(H5P_FILE_CREATE), path, "prepare to create");
    H5Pset_obj_track_times(creation.id(), false);
    Hdf5Handle file =
        checked(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()), path, "create the file");
    return std::make_shared<Hdf5FileState>(
        Hdf5FileState{path, parallel, std::move(file), reading_transfer(), -1});
}

}  // namespace

bool is_hdf5(const std::string& path) {
    constexpr std::array<char, 8> signature = {'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};
    std::array<char, 8> start{};
    std::ifstream in(path, std::ios::binary);
    in.read(start.data(), start.size());
    return in && start == signature;
}

std::string hdf5_version() {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned release = 0;
    H5get_libversion(&major, &minor, &release);
    return fmt::format("{}.{}.{}", major, minor, release);
}

Hdf5File Hdf5File::open(const std::string& path) {
    const Hdf5Handle access = access_properties(path);
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) throw DataError(fmt::format("{}: no such file", path));
    if (!std::filesystem::is_regular_file(status))
        throw DataError(fmt::format("{}: not a file; expected an HDF5 file", path));
    const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id());
    if (id < 0 && std::ifstream(path) && !is_hdf5(path))
        throw DataError(fmt::format("{}: not an HDF5 file", path));
    Hdf5Handle file = checked(id, path, "open the HDF5 file (damaged or incomplete?)");
    void* descriptor = nullptr;
    check_status(H5Fget_vfd_handle(file.id(), H5P_DEFAULT, &descriptor), path, "tell the descriptor");
    return Hdf5File(std::make_shared<Hdf5FileState>(Hdf5FileState{
        path, false, std::move(file), reading_transfer(), *static_cast<const int*>(descriptor)}));
}

Hdf5File Hdf5File::create(const std::string& path) {
    const Hdf5Handle access = access_properties(path);
    return Hdf5File(create_state(path, access, false));
}

Hdf5File Hdf5File::create_parallel(const std::string& path, void* communicator) {
    static_assert(std::is_pointer_v<MPI_Comm>, "written for an MPI whose handles are pointers (Open MPI)");
    if (communicator == nullptr) return create(path);  // MPI was not started: one rank
    const Hdf5Handle access = access_properties(path);
    check_status(H5Pset_fapl_mpio(access.id(), static_cast<MPI_Comm>(communicator), MPI_INFO_NULL), path,
                 "use MPI-IO");
    return Hdf5File(create_state(path, access, true));
}

Group Hdf5File::root() const {
    if (!state_->handle.valid()) throw std::logic_error(state_->name + " is closed");
    return Group(state_, "/", checked(H5Gopen2(state_->handle.id(), "/", H5P_DEFAULT), name(), "open /"));
}

void Hdf5File::close() {
    if (!state_->handle.valid()) return;
    const auto open =
        H5Fget_obj_count(state_->handle.id(), H5F_OBJ_GROUP | H5F_OBJ_DATASET | H5F_OBJ_ATTR | H5F_OBJ_LOCAL);
    if (open > 0) throw std::logic_error(state_->name + " is closed while parts of it are in use");
    check_status(H5Fclose(state_->handle.take()), name(), "write the file");
}

}  // namespace simdrive::io
