// The bytes of a file that nobody vouches for, and a cursor that checks each step before it is taken.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace decoder {

static_assert(std::endian::native == std::endian::little, "model files are little endian and used without swapping");

// One line: "FILE: what, at byte N, expected E".
class FileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct File {
    std::string name;
    std::vector<std::byte> bytes;
};

std::shared_ptr<const File> read_file(const std::filesystem::path& path);

[[noreturn]] void refuse(const File& file, const std::string& what, std::size_t offset, const std::string& expected);

// Text of a file inside a message: one line of bounded length whatever the bytes are.
std::string in_quotes(std::string_view text);

template <class... Parts>
std::string joined(const Parts&... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
}

// The product, or the largest value where it does not fit; no file is that long.
std::size_t product_or_max(std::size_t a, std::size_t b);

// A value at the front of bytes, which need no alignment.
template <class T>
T load(std::span<const std::byte> bytes) {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

class Cursor {
  public:
    explicit Cursor(const File& file, std::size_t offset = 0) : file_(&file), offset_(offset) {}

    std::size_t offset() const { return offset_; }
    std::size_t left() const { return file_->bytes.size() - offset_; }
    const File& file() const { return *file_; }

    // what: the noun that is missing when fewer than count bytes are left.
    std::span<const std::byte> take(std::size_t count, std::string_view what) {
        if (count > left()) end_inside(what, count);
        const auto bytes = std::span(file_->bytes).subspan(offset_, count);
        offset_ += count;
        return bytes;
    }
    template <class T>
    T read(std::string_view what) {
        return load<T>(take(sizeof(T), what));
    }

  private:
    [[noreturn]] void end_inside(std::string_view what, std::size_t count) const;

    const File* file_;
    std::size_t offset_;
};

}  // namespace decoder
