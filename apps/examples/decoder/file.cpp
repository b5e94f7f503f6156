#include "file.hpp"

#include <fstream>
#include <limits>

namespace decoder {
namespace fs = std::filesystem;

std::shared_ptr<const File> read_file(const fs::path& path) {
    const auto unreadable = [&](const char* why) { throw FileError(path.string() + ": " + why); };
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (!fs::exists(status)) unreadable("no such file");
    if (!fs::is_regular_file(status)) unreadable("not a regular file");
    const std::uintmax_t size = fs::file_size(path, failed);
    std::ifstream in(path, std::ios::binary);
    if (failed || !in) unreadable("cannot be opened for reading");
    auto file = std::make_shared<File>();
    file->name = path.string();
    try {
        file->bytes.resize(size);
    } catch (const std::exception&) {
        unreadable("does not fit in memory");
    }
    in.read(reinterpret_cast<char*>(file->bytes.data()), static_cast<std::streamsize>(size));
    if (static_cast<std::uintmax_t>(in.gcount()) != size) unreadable("ends before its size, is it being written?");
    return file;
}

void refuse(const File& file, const std::string& what, std::size_t offset, const std::string& expected) {
    throw FileError(joined(file.name, ": ", what, ", at byte ", offset, ", expected ", expected));
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 80;
    constexpr char digits[] = "0123456789ABCDEF";
    std::string out = "\"";
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\')
            out += c;
        else
            out.append("\\x").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return out + (text.size() > longest ? "...\"" : "\"");
}

std::size_t product_or_max(std::size_t a, std::size_t b) {
    constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
    return b != 0 && a > max / b ? max : a * b;
}

void Cursor::end_inside(std::string_view what, std::size_t count) const {
    refuse(*file_, joined("ends inside ", what), offset_, joined(count, " bytes, ", left(), " are left"));
}

}  // namespace decoder
