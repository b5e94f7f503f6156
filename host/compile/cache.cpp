#include "host/compile/cache.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

#include "host/compile/files.hpp"
#include "host/compile/hash.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr std::string_view header = "tessera-kernel 1";

// Hashes are of one length, so a file name may hold anything but a line's end.
constexpr std::size_t hash_digits = 32;

}  // namespace

std::filesystem::path KernelCache::default_folder() {
    if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder != 0)
        return std::filesystem::path(folder) / "tessera";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != 0)
        return std::filesystem::path(home) / ".cache" / "tessera";
    return std::filesystem::temp_directory_path() / "tessera-cache";
}

std::optional<std::string> KernelCache::hash_file(const std::filesystem::path& path) {
    const std::lock_guard lock(mutex_);
    const auto found = hashes_.find(path);
    if (found != hashes_.end()) return found->second;
    const std::optional<std::string> data = read_file(path);
    return hashes_[path] = data ? std::optional(hash_of(*data)) : std::nullopt;
}

std::optional<CompiledKernel> KernelCache::find(const std::string& name) {
    const std::optional<std::string> list = read_file(path(name + ".deps"));
    if (!list) return std::nullopt;
    std::istringstream lines(*list);
    std::string line;
    if (!std::getline(lines, line) || line != header) return std::nullopt;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string first, hash, key;
        if (words >> first && first == "elf" && words >> hash >> key) {
            const std::optional<std::string> elf = read_file(path(key + ".elf"));
            if (!elf || hash_of(*elf) != hash) return std::nullopt;
            return CompiledKernel{path(key + ".elf"), key};
        }
        if (line.size() <= hash_digits || line[hash_digits] != ' ') return std::nullopt;
        const std::optional<std::string> now = hash_file(line.substr(hash_digits + 1));
        if (!now || *now != line.substr(0, hash_digits)) return std::nullopt;
    }
    return std::nullopt;
}

CompiledKernel KernelCache::store(const std::string& name, const std::filesystem::path& elf,
                                  const std::vector<std::filesystem::path>& sources) {
    std::string list = fmt::format("{}\n", header);
    Hash content;
    for (const std::filesystem::path& source : sources) {
        const std::optional<std::string> hash = hash_file(source);
        // A file that is gone since the compiler read it matches no hash: the next look-up compiles again.
        list += fmt::format("{} {}\n", hash.value_or(std::string(hash_digits, '-')), source.string());
        content.field(source.string()).field(hash.value_or(""));
    }
    const std::optional<std::string> bytes = read_file(elf);
    if (!bytes) throw fault::InputError(fmt::format("the compiler left no program at {}", elf.string()));
    const std::string key = name + content.hex();
    std::filesystem::rename(elf, path(key + ".elf"));
    write_file(path(name + ".deps"), list + fmt::format("elf {} {}\n", hash_of(*bytes), key));
    return {path(key + ".elf"), key};
}

}  // namespace tessera::host
