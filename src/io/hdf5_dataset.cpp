#include "io/hdf5_dataset.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>

#include "io/hdf5_internal.hpp"

namespace simdrive::io {

namespace {

constexpr std::uint64_t block_elements = 1 << 15;  // of a conversion through a buffer
constexpr double default_chunk_cache = 1 << 20;
constexpr double max_chunk_cache = 64 << 20;

struct Chunks {
    std::uint64_t rows = 1;
    double bytes = 0;  // of one; 0 where the dataset is not stored in chunks
    bool compressed = false;
};

Chunks chunks_of(const Hdf5Handle& dataset) {
    const Hdf5Handle creation(H5Dget_create_plist(dataset.id()));
    if (H5Pget_layout(creation.id()) != H5D_CHUNKED) return {};
    hsize_t extents[H5S_MAX_RANK];
    const int dimensions = H5Pget_chunk(creation.id(), H5S_MAX_RANK, extents);
    const Hdf5Handle type(H5Dget_type(dataset.id()));
    Chunks chunks{extents[0], static_cast<double>(H5Tget_size(type.id())),
                  H5Pget_nfilters(creation.id()) > 0};
    for (int d = 0; d < dimensions; ++d) chunks.bytes *= static_cast<double>(extents[d]);
    return chunks;
}

}  // namespace

Dataset::Dataset(std::shared_ptr<const Hdf5FileState> file, std::string path, Hdf5Handle handle)
    : Location(std::move(file), std::move(path), std::move(handle)) {
    find_shape();
    find_type();
    find_chunks();
    find_direct();
}

void Dataset::find_chunks() {
    const Chunks chunks = chunks_of(handle_);
    if (chunks.compressed) rows_together_ = chunks.rows;
    if (2 * chunks.bytes <= default_chunk_cache) return;
    if (chunks.bytes > max_chunk_cache) {
        if (!chunks.compressed) return;  // read past the cache, piece by piece
        throw DataError(
            fmt::format("{}: compressed in chunks of {} bytes; expected at most {}: make them "
                        "smaller, for instance by h5repack -l {}:CHUNK=65536",
                        where(), chunks.bytes, max_chunk_cache, path_));
    }
    // Reading a chunk in small pieces must not decompress it for every piece: room for two where they fit.
    // The one that was least recently used goes first (w0 = 0). With a w0 of 1 only chunks that were read in
    // full ever went, and where ranks share the pieces of a chunk, none is.
    const Hdf5Handle access = checked(H5Pcreate(H5P_DATASET_ACCESS), where(), "prepare to open");
    const auto cache = static_cast<std::size_t>(std::min(2 * chunks.bytes, max_chunk_cache));
    H5Pset_chunk_cache(access.id(), 521, cache, 0.0);
    handle_ = Hdf5Handle();  // a dataset that is open keeps the cache it has
    handle_ = checked(H5Dopen2(file_->handle.id(), path_.c_str(), access.id()), where(), "open");
}

void Dataset::find_direct() {
    if (file_->descriptor < 0 || !is_number()) return;
    const Hdf5Handle creation(H5Dget_create_plist(handle_.id()));
    if (H5Pget_layout(creation.id()) != H5D_CONTIGUOUS || H5Pget_external_count(creation.id()) != 0) return;
    const haddr_t offset = H5Dget_offset(handle_.id());
    if (offset == HADDR_UNDEF) return;
    const Hdf5Handle type(H5Dget_type(handle_.id()));
    for (const hid_t native :
         {native_type<double>(), native_type<float>(), native_type<std::int32_t>(),
          native_type<std::uint32_t>(), native_type<std::int64_t>(), native_type<std::uint64_t>()}) {
        if (H5Tequal(type.id(), native) > 0) direct_type_ = native;
    }
    direct_offset_ = offset;
}

/// Whether the rows are in `out` now. Where the file ends too early the library shall say so.
bool Dataset::read_direct(Range rows, void* out) const {
    const std::uint64_t row_bytes = row_size_ * element_bytes_;
    const std::uint64_t bytes = rows.size() * row_bytes;
    std::uint64_t done = 0;
    while (done < bytes) {
        const auto got = ::pread(file_->descriptor, static_cast<char*>(out) + done, bytes - done,
                                 static_cast<off_t>(direct_offset_ + rows.first * row_bytes + done));
        if (got <= 0 && !(got < 0 && errno == EINTR)) return false;
        done += static_cast<std::uint64_t>(std::max<ssize_t>(got, 0));
    }
    return true;
}

void Dataset::find_shape() {
    const Hdf5Handle space = checked(H5Dget_space(handle_.id()), where(), "tell the shape");
    const H5S_class_t kind = H5Sget_simple_extent_type(space.id());
    if (kind == H5S_NULL) {
        shape_ = {0};
        return;
    }
    hsize_t extents[H5S_MAX_RANK];
    const int dimensions = H5Sget_simple_extent_dims(space.id(), extents, nullptr);
    shape_.assign(extents, extents + std::max(dimensions, 0));
    size_ = shape_.empty() ? 1 : shape_[0];
    for (std::size_t d = 1; d < shape_.size(); ++d) {
        if (shape_[d] != 0 && row_size_ > (std::uint64_t{1} << 48) / shape_[d])
            throw DataError(where() + ": impossible shape");
        row_size_ *= shape_[d];
    }
}

void Dataset::find_type() {
    const Hdf5Handle type = checked(H5Dget_type(handle_.id()), where(), "tell the type");
    element_bytes_ = H5Tget_size(type.id());
    switch (H5Tget_class(type.id())) {
        case H5T_INTEGER:
            type_class_ = TypeClass::integer;
            is_signed_ = H5Tget_sign(type.id()) != H5T_SGN_NONE;
            break;
        case H5T_ENUM: {
            const Hdf5Handle base(H5Tget_super(type.id()));
            type_class_ = TypeClass::integer;
            is_signed_ = H5Tget_sign(base.id()) != H5T_SGN_NONE;
            break;
        }
        case H5T_FLOAT:
            type_class_ = TypeClass::floating;
            break;
        case H5T_STRING:
            type_class_ = TypeClass::string;
            break;
        default:
            type_class_ = TypeClass::other;
    }
}

void Dataset::check_rows(Range rows, std::uint64_t bytes_per_element) const {
    if (rows.first > rows.past || rows.past > size_)
        throw DataError(fmt::format("{}: rows {} to {} were asked for, but there are {}", where(), rows.first,
                                    rows.past, size_));
    // A damaged or hostile file may claim any extent. No filter in use shrinks data more than about a
    // thousandfold; small datasets may hold nothing but their fill value.
    constexpr double most_compressed = 4096;
    constexpr double always_fine = 64 << 20;
    const double bytes = static_cast<double>(rows.size()) * static_cast<double>(row_size_) *
                         static_cast<double>(bytes_per_element);
    if (bytes <= always_fine) return;
    const double claimed =
        static_cast<double>(size_) * static_cast<double>(row_size_) * static_cast<double>(element_bytes_);
    const auto stored = static_cast<double>(H5Dget_storage_size(handle_.id()));
    if (claimed > stored * most_compressed + always_fine)
        throw DataError(fmt::format("{}: claims {} rows but holds {} bytes; the file is damaged", where(),
                                    size_, stored));
}

void Dataset::read_as(std::int64_t memory_type, Range rows, void* out) const {
    if (rows.size() == 0 || row_size_ == 0) return;
    if (memory_type == direct_type_ && read_direct(rows, out)) return;
    const Hdf5Handle file_space = checked(H5Dget_space(handle_.id()), where(), "tell the shape");
    const hsize_t count = rows.size() * row_size_;
    const Hdf5Handle memory_space = checked(H5Screate_simple(1, &count, nullptr), where(), "read");
    if (!shape_.empty()) {
        std::vector<hsize_t> start(shape_.size(), 0);
        std::vector<hsize_t> counts(shape_.begin(), shape_.end());
        start[0] = rows.first;
        counts[0] = rows.size();
        check_status(H5Sselect_hyperslab(file_space.id(), H5S_SELECT_SET, start.data(), nullptr,
                                         counts.data(), nullptr),
                     where(), "select rows");
    }
    check_status(
        H5Dread(handle_.id(), memory_type, memory_space.id(), file_space.id(), file_->transfer.id(), out),
        where(), fmt::format("read rows {} to {}", rows.first, rows.past));
}

namespace {

/// Whether T holds the value, so that a cast is harmless.
template <class T, class Wide>
bool fits(Wide value) {
    if constexpr (std::is_floating_point_v<Wide>) {
        // The bounds as powers of two, which doubles hold exactly.
        const double past = std::ldexp(1.0, std::numeric_limits<T>::digits);
        return value >= (std::is_signed_v<T> ? -past : 0.0) && value < past && value == std::floor(value);
    } else {
        return std::in_range<T>(value);
    }
}

}  // namespace

template <class Wide, class T>
void Dataset::read_narrow(Range rows, std::span<T> out) const {
    const std::uint64_t block_rows =
        std::max<std::uint64_t>(1, block_elements / std::max<std::uint64_t>(1, row_size_));
    static thread_local std::vector<Wide> buffer;
    for (std::uint64_t first = rows.first; first < rows.past; first += block_rows) {
        const Range block{first, std::min(rows.past, first + block_rows)};
        buffer.resize(block.size() * row_size_);
        read_as(native_type<Wide>(), block, buffer.data());
        T* to = out.data() + (first - rows.first) * row_size_;
        for (std::size_t i = 0; i < buffer.size(); ++i) {
            if (!fits<T>(buffer[i]))
                throw DataError(fmt::format("{}: row {} is {}; expected {}", where(), first + i / row_size_,
                                            buffer[i],
                                            std::is_unsigned_v<T> ? "a whole number that is not negative"
                                                                  : "a whole number in range"));
            to[i] = static_cast<T>(buffer[i]);
        }
    }
}

template <class T>
void Dataset::read(Range rows, std::span<T> out) const {
    if (!is_number()) throw DataError(where() + ": expected numbers");
    check_rows(rows, sizeof(T));
    if (out.size() != rows.size() * row_size_) throw std::logic_error(where() + ": read into a wrong size");
    if constexpr (std::is_floating_point_v<T>) {
        read_as(native_type<T>(), rows, out.data());
    } else {
        read_integers(rows, out);
    }
}

template <class T>
void Dataset::read_integers(Range rows, std::span<T> out) const {
    if (type_class_ == TypeClass::floating) return read_narrow<double>(rows, out);
    if (element_bytes_ > 8) throw DataError(where() + ": integers of more than 64 bits");
    const bool holds_all = is_signed_ == std::is_signed_v<T> ? sizeof(T) >= element_bytes_
                                                             : !is_signed_ && sizeof(T) > element_bytes_;
    if (holds_all && sizeof(T) == 8 && direct_type_ == native_type<std::uint32_t>())
        return read_narrow<std::uint32_t>(rows, out);  // faster than the library
    if (holds_all) return read_as(native_type<T>(), rows, out.data());
    if (is_signed_) return read_narrow<std::int64_t>(rows, out);
    read_narrow<std::uint64_t>(rows, out);
}

template <class T>
void Dataset::write(std::uint64_t first, std::span<const T> values) const {
    if (shape_.empty() || size_ == 0 || row_size_ == 0) return;  // nothing to write on any rank
    if (values.size() % row_size_ != 0 || first + values.size() / row_size_ > size_)
        throw std::logic_error(where() + ": write outside of the dataset");
    const Hdf5Handle file_space = checked(H5Dget_space(handle_.id()), where(), "tell the shape");
    const hsize_t count = values.size();
    const Hdf5Handle memory_space = checked(H5Screate_simple(1, &count, nullptr), where(), "write");
    if (values.empty()) {
        H5Sselect_none(file_space.id());
        H5Sselect_none(memory_space.id());
    } else {
        std::vector<hsize_t> start(shape_.size(), 0);
        std::vector<hsize_t> counts(shape_.begin(), shape_.end());
        start[0] = first;
        counts[0] = values.size() / row_size_;
        check_status(H5Sselect_hyperslab(file_space.id(), H5S_SELECT_SET, start.data(), nullptr,
                                         counts.data(), nullptr),
                     where(), "select rows");
    }
    const Hdf5Handle transfer = checked(H5Pcreate(H5P_DATASET_XFER), where(), "write");
    if (file_->parallel) H5Pset_dxpl_mpio(transfer.id(), H5FD_MPIO_COLLECTIVE);
    check_status(H5Dwrite(handle_.id(), native_type<T>(), memory_space.id(), file_space.id(), transfer.id(),
                          values.data()),
                 where(), "write");
}

#define SIMDRIVE_DATASET_OF(T)                                 \
    template void Dataset::read<T>(Range, std::span<T>) const; \
    template void Dataset::write<T>(std::uint64_t, std::span<const T>) const;
SIMDRIVE_DATASET_OF(double)
SIMDRIVE_DATASET_OF(float)
SIMDRIVE_DATASET_OF(std::int8_t)
SIMDRIVE_DATASET_OF(std::uint8_t)
SIMDRIVE_DATASET_OF(std::int16_t)
SIMDRIVE_DATASET_OF(std::uint16_t)
SIMDRIVE_DATASET_OF(std::int32_t)
SIMDRIVE_DATASET_OF(std::uint32_t)
SIMDRIVE_DATASET_OF(std::int64_t)
SIMDRIVE_DATASET_OF(std::uint64_t)
#undef SIMDRIVE_DATASET_OF

std::vector<std::string> Dataset::read_strings(Range rows) const {
    if (type_class_ != TypeClass::string) throw DataError(where() + ": expected strings");
    check_rows(rows, std::max<std::uint64_t>(element_bytes_, sizeof(std::string)));
    const Hdf5Handle type = checked(H5Dget_type(handle_.id()), where(), "tell the type");
    const std::uint64_t count = rows.size() * row_size_;
    std::vector<std::string> out;
    if (count == 0) return out;
    out.reserve(count);
    if (H5Tis_variable_str(type.id()) > 0) {
        const Hdf5Handle memory = variable_string_type(H5Tget_cset(type.id()));
        std::vector<char*> pointers(count, nullptr);
        read_as(memory.id(), rows, pointers.data());
        for (const char* text : pointers) out.emplace_back(text == nullptr ? "" : text);
        const Hdf5Handle space(H5Screate_simple(1, reinterpret_cast<const hsize_t*>(&count), nullptr));
        H5Dvlen_reclaim(memory.id(), space.id(), H5P_DEFAULT, pointers.data());
    } else {
        std::vector<char> text(count * element_bytes_);
        read_as(type.id(), rows, text.data());
        for (std::uint64_t i = 0; i < count; ++i)
            out.push_back(trimmed_fixed_string(text.data() + i * element_bytes_, element_bytes_));
    }
    return out;
}

}  // namespace simdrive::io
