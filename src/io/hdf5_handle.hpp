#pragma once

#include <cstdint>
#include <utility>

namespace simdrive::io {

/// Owns one id of the HDF5 library (file, group, dataset, type, …) and releases it.
class Hdf5Handle {
  public:
    Hdf5Handle() = default;
    explicit Hdf5Handle(std::int64_t id) : id_(id) {}
    Hdf5Handle(const Hdf5Handle&) = delete;
    Hdf5Handle& operator=(const Hdf5Handle&) = delete;
    Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
    Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
        if (this != &other) {
            release();
            id_ = std::exchange(other.id_, -1);
        }
        return *this;
    }
    ~Hdf5Handle() { release(); }

    bool valid() const { return id_ >= 0; }
    std::int64_t id() const { return id_; }
    /// Gives the id away, to whoever releases it in a way of its own.
    std::int64_t take() { return std::exchange(id_, -1); }

  private:
    void release() noexcept;
    std::int64_t id_ = -1;
};

}  // namespace simdrive::io
