#include "host/compile/files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <system_error>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr std::uint64_t most_of_a_variable = 1'000'000'000;

}  // namespace

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::uint64_t whole_number_of(const char* variable, std::uint64_t usual) {
    const std::string text = environment(variable);
    if (text.empty()) return usual;
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    // Bytes of so many megabytes and nanoseconds of so many seconds must fit 64 bits.
    if (error != std::errc{} || rest != end || value == 0 || value > most_of_a_variable)
        throw fault::InputError(
            fmt::format("{}={}: a whole number of 1 to {} is expected", variable, text, most_of_a_variable));
    return value;
}

std::string_view taken_up_to(std::string_view& text, char mark) {
    const std::size_t end = text.find(mark);
    const std::string_view front = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return front;
}

std::optional<std::string> read_file(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) return std::nullopt;
    const auto size = in.tellg();
    if (size < 0) return std::nullopt;
    std::string data(static_cast<std::size_t>(size), '\0');
    in.seekg(0);
    if (!in.read(data.data(), size)) return std::nullopt;
    return data;
}

std::optional<std::string> stamp_of(const std::filesystem::path& path) {
    struct stat status;
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return fmt::format("{}-{}.{:09}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

bool changed_since(const std::filesystem::path& path, std::chrono::system_clock::time_point time) {
    struct stat status;
    if (::stat(path.c_str(), &status) != 0) return true;
    const auto changed = std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
    return changed >= time.time_since_epoch();
}

std::filesystem::path aside(const std::filesystem::path& path) {
    static std::atomic<unsigned> count{0};
    // Process ids alone repeat between containers that share a folder.
    static const unsigned of_this_process = std::random_device{}();
    return path.string() + fmt::format(".{}-{:08x}-{}", ::getpid(), of_this_process, count.fetch_add(1));
}

void write_file(const std::filesystem::path& path, std::string_view data) {
    const std::filesystem::path temporary = aside(path);
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    errno = 0;
    std::ofstream out(temporary, std::ios::binary);
    out.write(data.data(), static_cast<std::streamsize>(data.size()));
    out.close();
    if (!error && !out) error = std::error_code(errno == 0 ? EIO : errno, std::generic_category());
    if (!error) std::filesystem::rename(temporary, path, error);
    if (!error) return;
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw NotWritten(fmt::format("{} cannot be written ({})", path.parent_path().string(), error.message()));
}

}  // namespace tessera::host
