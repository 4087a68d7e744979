#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/selection.hpp"
#include "io/hdf5_location.hpp"

namespace simdrive::io {

/// A dataset of one or more dimensions. The first dimension counts rows; a row has row_size() elements.
class Dataset : public Location {
  public:
    enum class TypeClass { integer, floating, string, other };  ///< enumerations count as integers

    TypeClass type_class() const { return type_class_; }
    bool is_number() const { return type_class_ == TypeClass::integer || type_class_ == TypeClass::floating; }
    /// {} for a scalar, {0} for a null dataspace.
    const std::vector<std::uint64_t>& shape() const { return shape_; }
    /// Rows; 1 for a scalar, 0 for a null dataspace.
    std::uint64_t size() const { return size_; }
    /// Elements in a row: 1 where there is one dimension.
    std::uint64_t row_size() const { return row_size_; }
    /// How many rows are decompressed together, from a multiple of it on; 1 where nothing is compressed.
    std::uint64_t rows_together() const { return rows_together_; }

    /// Reads rows [rows.first, rows.past) into `out`, row after row; out.size() == rows.size() · row_size().
    /// Numbers of any width and sign are converted; one that T cannot hold (a negative id in an unsigned T, a
    /// fraction in an integer) is a DataError. T: double, float, and integers of 8, 16, 32 and 64 bits.
    template <class T>
    void read(Range rows, std::span<T> out) const;
    template <class T>
    std::vector<T> read(Range rows) const {
        check_rows(rows, sizeof(T));
        std::vector<T> out(rows.size() * row_size_);
        read<T>(rows, out);
        return out;
    }
    template <class T>
    std::vector<T> read() const {
        return read<T>(Range{0, size_});
    }
    /// Strings of fixed or variable length, ASCII or UTF-8; padding is removed.
    std::vector<std::string> read_strings(Range rows) const;
    std::vector<std::string> read_strings() const { return read_strings(Range{0, size_}); }

    /// Writes rows from `first` on; collective in a parallel file: every rank calls, with its own rows, and
    /// with none where it has none.
    template <class T>
    void write(std::uint64_t first, std::span<const T> values) const;

  private:
    friend class Group;
    Dataset(std::shared_ptr<const Hdf5FileState> file, std::string path, Hdf5Handle handle);
    void find_shape();
    void find_type();
    /// DataError where chunks are so large that decompressing one would take memory without bound.
    void find_chunks();
    /// DataError unless the rows exist and the file is large enough to hold what it claims to hold.
    void check_rows(Range rows, std::uint64_t bytes_per_element) const;
    /// Notes where the rows lie if they can be read past the library.
    void find_direct();
    bool read_direct(Range rows, void* out) const;
    void read_as(std::int64_t memory_type, Range rows, void* out) const;
    template <class T>
    void read_integers(Range rows, std::span<T> out) const;
    template <class Wide, class T>
    void read_narrow(Range rows, std::span<T> out) const;

    TypeClass type_class_ = TypeClass::other;
    bool is_signed_ = true;
    std::uint64_t element_bytes_ = 0;
    std::vector<std::uint64_t> shape_;
    std::uint64_t size_ = 0;
    std::uint64_t row_size_ = 1;
    std::uint64_t rows_together_ = 1;
    /// Of a dataset in one piece in a file that is only read: its numbers lie as `direct_type_` of this
    /// machine from this byte of the file on. The library would spend more on finding them than on reading.
    std::int64_t direct_type_ = -1;  // none
    std::uint64_t direct_offset_ = 0;
};

}  // namespace simdrive::io
