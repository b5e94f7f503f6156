// NumPy's .npy files: read version 1.0 (2.0 and 3.0 leniently), write canonical 1.0 (spec/trace-formats.md 4).
// Data is little endian in C order, shape outermost first. Files are untrusted: every malformed one ends in one
// fault::InputError line that names the file, and nothing is allocated before the file is known to be long enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tessera::host {

// bfloat16 has no NumPy type: its bits travel as u2.
enum class DType : std::uint8_t { f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 };

std::size_t size_of(DType dtype);     // bytes of one element
std::string_view descr(DType dtype);  // "<f4", "|u1", ...
bool is_integer(DType dtype);
std::size_t element_count(std::span<const std::size_t> shape);  // InputError when it does not fit in size_t
std::string shape_text(std::span<const std::size_t> shape);     // "(2, 3)", "(3,)", "()"

template <class T>
constexpr DType dtype_of() {
    if constexpr (std::is_same_v<T, float>)
        return DType::f4;
    else if constexpr (std::is_same_v<T, double>)
        return DType::f8;
    else if constexpr (std::is_same_v<T, std::int8_t>)
        return DType::i1;
    else if constexpr (std::is_same_v<T, std::int16_t>)
        return DType::i2;
    else if constexpr (std::is_same_v<T, std::int32_t>)
        return DType::i4;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return DType::i8;
    else if constexpr (std::is_same_v<T, std::uint8_t>)
        return DType::u1;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return DType::u2;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return DType::u4;
    else {
        static_assert(std::is_same_v<T, std::uint64_t>, "no .npy type for this element");
        return DType::u8;
    }
}

// What is written: a view, so that a large tensor is not copied for it. data.size() is count * size_of(dtype).
struct NpyView {
    DType dtype;
    std::span<const std::size_t> shape;
    std::span<const std::byte> data;
};

struct NpyArray {
    DType dtype = DType::f4;
    std::vector<std::size_t> shape;
    std::vector<std::byte> data;

    std::size_t count() const { return data.size() / size_of(dtype); }
    operator NpyView() const { return {dtype, shape, data}; }

    // The elements as T; dtype must be dtype_of<T>() or, for raw bits, of the same size.
    template <class T>
    std::span<const T> as() const {
        require_size(sizeof(T));
        return {reinterpret_cast<const T*>(data.data()), count()};
    }

  private:
    void require_size(std::size_t bytes) const;
};

template <class T>
NpyArray npy_array(std::span<const T> values, std::vector<std::size_t> shape) {
    const auto bytes = std::as_bytes(values);
    return {dtype_of<T>(), std::move(shape), {bytes.begin(), bytes.end()}};
}

NpyArray read_npy(const std::filesystem::path& path);
// The same from memory; name stands for the file in messages.
NpyArray parse_npy(std::span<const std::byte> file, const std::string& name);

std::string npy_header(const NpyView& array);  // all bytes before the data; a multiple of 64
// Complete or not at all; an existing file is replaced only with overwrite (sim/views/output_file.hpp).
void write_npy(const std::filesystem::path& path, const NpyView& array, bool overwrite = false);

}  // namespace tessera::host
