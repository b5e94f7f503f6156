#include "host/tensor/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <limits>

#include "host/tensor/npy_header.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, ".npy data is used without swapping");

struct DTypeRow {
    std::string_view descr;
    std::size_t bytes;
};
constexpr std::array<DTypeRow, 11> dtypes{{{"<f2", 2},
                                           {"<f4", 4},
                                           {"<f8", 8},
                                           {"|i1", 1},
                                           {"<i2", 2},
                                           {"<i4", 4},
                                           {"<i8", 8},
                                           {"|u1", 1},
                                           {"<u2", 2},
                                           {"<u4", 4},
                                           {"<u8", 8}}};

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_header = 1 << 20;   // far above 32 dimensions of 20 digits; more is not a .npy file
constexpr std::size_t read_chunk = 16 << 20;  // growth step where the length of the input is not known

std::size_t byte_count(DType dtype, std::span<const std::size_t> shape) {
    const std::size_t count = element_count(shape);
    if (count > std::numeric_limits<std::size_t>::max() / size_of(dtype))
        throw InputError(fmt::format("shape {} is too large", shape_text(shape)));
    return count * size_of(dtype);
}

// Bytes come in order from a file or from memory; read returns fewer than asked only at the end.
class Source {
  public:
    virtual ~Source() = default;
    virtual std::size_t read(std::span<std::byte> out) = 0;
};

class MemorySource final : public Source {
  public:
    explicit MemorySource(std::span<const std::byte> bytes) : rest_(bytes) {}
    std::size_t read(std::span<std::byte> out) override {
        const std::size_t n = std::min(out.size(), rest_.size());
        std::copy_n(rest_.begin(), n, out.begin());
        rest_ = rest_.subspan(n);
        return n;
    }

  private:
    std::span<const std::byte> rest_;
};

class FileSource final : public Source {
  public:
    explicit FileSource(const fs::path& path) : in_(path, std::ios::binary) {
        if (!in_) throw InputError("cannot be opened for reading");
    }
    std::size_t read(std::span<std::byte> out) override {
        in_.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()));
        return static_cast<std::size_t>(in_.gcount());
    }

  private:
    std::ifstream in_;
};

std::size_t little_endian(std::span<const std::byte> bytes) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::to_integer<std::size_t>(bytes[i]) << (8 * i);
    return value;
}

NpyHeader read_header(Source& in) {
    std::array<std::byte, 8> start{};
    const std::size_t got = in.read(start);
    if (got < start.size() || std::memcmp(start.data(), magic.data(), magic.size()) != 0)
        throw InputError("not a .npy file (it does not begin with \\x93NUMPY)");
    const int major = std::to_integer<int>(start[6]), minor = std::to_integer<int>(start[7]);
    if (major < 1 || major > 3 || minor != 0)
        throw InputError(fmt::format(".npy version {}.{}; 1.0, 2.0 and 3.0 are read", major, minor));
    std::array<std::byte, 4> length_bytes{};
    const auto length_field = std::span(length_bytes).first(major == 1 ? 2 : 4);
    if (in.read(length_field) < length_field.size()) throw InputError("ends inside its header");
    const std::size_t length = little_endian(length_field);
    if (length > max_header)
        throw InputError(fmt::format("header of {} bytes; at most {} are plausible", length, max_header));
    std::string text(length, '\0');
    if (in.read(std::as_writable_bytes(std::span(text))) < length) throw InputError("ends inside its header");
    return parse_npy_header(text);
}

// known: bytes that follow the header if the length of the input is known, so that a lie allocates nothing.
std::vector<std::byte> read_data(Source& in, const NpyHeader& header, std::size_t known) {
    const std::size_t need = byte_count(header.dtype, header.shape);
    const auto refuse = [&](std::string_view what) {
        throw InputError(fmt::format("{} data: shape {} of {} needs {} bytes", what, shape_text(header.shape),
                                     descr(header.dtype), need));
    };
    if (need > known) refuse("too little");
    std::vector<std::byte> data;
    if (known != std::numeric_limits<std::size_t>::max()) data.reserve(need);
    while (data.size() < need) {
        const std::size_t start = data.size();
        const std::size_t step = std::min(need - start, read_chunk);
        data.resize(start + step);
        if (in.read(std::span(data).subspan(start)) < step) refuse("too little");
    }
    std::byte extra{};
    if (in.read({&extra, 1}) != 0) refuse("too much");
    return data;
}

NpyArray read(Source& in, std::size_t file_size) {
    constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
    NpyHeader header = read_header(in);
    std::vector<std::byte> data = read_data(in, header, file_size == unknown ? unknown : file_size - 10);
    return {header.dtype, std::move(header.shape), std::move(data)};
}

}  // namespace

std::size_t size_of(DType dtype) { return dtypes[static_cast<std::size_t>(dtype)].bytes; }
std::string_view descr(DType dtype) { return dtypes[static_cast<std::size_t>(dtype)].descr; }
bool is_integer(DType dtype) { return descr(dtype)[1] != 'f'; }

std::size_t element_count(std::span<const std::size_t> shape) {
    // A zero anywhere makes the array empty, whatever the other dimensions multiply to.
    if (std::find(shape.begin(), shape.end(), 0u) != shape.end()) return 0;
    std::size_t count = 1;
    for (std::size_t n : shape)
        if (__builtin_mul_overflow(count, n, &count))
            throw InputError(fmt::format("shape {} is too large", shape_text(shape)));
    return count;
}

std::string shape_text(std::span<const std::size_t> shape) {
    if (shape.size() == 1) return fmt::format("({},)", shape[0]);
    return fmt::format("({})", fmt::join(shape, ", "));
}

void NpyArray::require_size(std::size_t bytes) const {
    if (bytes != size_of(dtype))
        throw InputError(fmt::format("array of {} used as elements of {} bytes", descr(dtype), bytes));
}

NpyArray parse_npy(std::span<const std::byte> file, const std::string& name) {
    try {
        MemorySource in(file);
        return read(in, std::max<std::size_t>(file.size(), 10));
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
    }
}

NpyArray read_npy(const fs::path& path) {
    try {
        std::error_code failed;
        const fs::file_status status = fs::status(path, failed);
        if (!fs::exists(status)) throw InputError("no such file");
        if (fs::is_directory(status)) throw InputError("is a folder, a .npy file is expected");
        FileSource in(path);
        std::size_t size = std::numeric_limits<std::size_t>::max();
        if (fs::is_regular_file(status)) size = std::max<std::size_t>(fs::file_size(path), 10);
        return read(in, size);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", path.string(), error.what()));
    }
}

std::string npy_header(const NpyView& array) {
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr(array.dtype),
                                   shape_text(array.shape));
    const std::size_t before = 10, unpadded = before + text.size() + 1;
    text.append((64 - unpadded % 64) % 64, ' ');
    text += '\n';
    if (text.size() > 0xFFFF) throw InputError("shape has too many dimensions for a .npy 1.0 header");
    std::string out(magic);
    out += {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
    return out + text;
}

void write_npy(const fs::path& path, const NpyView& array, bool overwrite) {
    if (byte_count(array.dtype, array.shape) != array.data.size())
        throw InputError(fmt::format("{}: shape {} of {} does not fit {} bytes of data", path.string(),
                                     shape_text(array.shape), descr(array.dtype), array.data.size()));
    views::OutputFile file(path, overwrite);
    file.write(std::string_view(npy_header(array)));
    file.write(array.data);
    file.commit();
}

}  // namespace tessera::host
