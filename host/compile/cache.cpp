#include "host/compile/cache.hpp"

#include <fmt/format.h>

#include "host/compile/files.hpp"
#include "host/compile/hash.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view header = "tessera-kernel 4";

// The hash of what is not there; it equals no other.
constexpr std::string_view nothing = "-";

// Takes the text up to the mark off the front.
std::string_view word(std::string_view& line) { return taken_up_to(line, ' '); }

// What `make` gives for the key; made once, whoever asks first.
template <class Map, class Make>
typename Map::mapped_type once(Map& map, const std::string& key, Make make) {
    const auto [at, first] = map.try_emplace(key);
    if (first) at->second = make();
    return at->second;
}

}  // namespace

std::string KernelCache::hash_file(const std::string& path) {
    return once(hashes_, path, [&] {
        const std::optional<std::string> data = read_file(path);
        return data ? hash_of(*data) : std::string(nothing);
    });
}

std::string KernelCache::stamp(const std::string& path) {
    return once(stamps_, path, [&] { return stamp_of(path).value_or(std::string(nothing)); });
}

bool KernelCache::is_there(const std::string& path) {
    return once(there_, path, [&] {
        std::error_code error;
        return fs::exists(path, error);
    });
}

bool KernelCache::holds(std::string_view condition) {
    const std::string_view kind = word(condition);
    const std::string_view was = kind == "content" || kind == "stamp" ? word(condition) : std::string_view{};
    const std::string path(condition);
    if (kind == "content") return was != nothing && hash_file(path) == was;
    if (kind == "stamp") return was != nothing && stamp(path) == was;
    if (kind == "absent") return !is_there(path);
    if (kind == "present") return is_there(path);
    return kind == "folder" && path == fs::current_path();
}

std::optional<CompiledKernel> KernelCache::find(const std::string& name) {
    const std::optional<std::string> list = read_file(path(name + ".deps"));
    if (!list) return std::nullopt;
    // Once for the whole list: a lock for each of its hundreds of lines costs more than the looking.
    const std::lock_guard lock(mutex_);
    std::string_view rest(*list);
    if (next_line(rest) != header) return std::nullopt;
    std::string library;
    std::vector<std::string> warnings;
    std::vector<fs::path> sources;
    while (!rest.empty()) {
        std::string_view line = next_line(rest);
        if (line.starts_with("library ")) {
            word(line);
            library = line;
            continue;
        }
        if (line.starts_with("warning ")) {
            word(line);
            warnings.emplace_back(line);
            continue;
        }
        if (line.starts_with("elf ")) {
            word(line);
            const std::string_view hash = word(line);
            const std::string key(line);
            const std::optional<std::string> elf = read_file(path(key + ".elf"));
            if (!elf || hash_of(*elf) != hash) return std::nullopt;
            // evict() asks when a kernel was used.
            std::error_code ignored;
            fs::last_write_time(path(name + ".deps"), fs::file_time_type::clock::now(), ignored);
            return CompiledKernel{path(key + ".elf"), key, library, warnings, sources};
        }
        if (!holds(line)) return std::nullopt;
        if (line.starts_with("content ")) {
            word(line);
            word(line);
            sources.emplace_back(line);
        }
    }
    return std::nullopt;
}

CompiledKernel KernelCache::store(const std::string& name, const fs::path& elf, const MadeFrom& made_from) {
    std::unique_lock lock(mutex_);
    std::string conditions;
    for (const fs::path& source : made_from.sources)
        conditions += fmt::format("content {} {}\n", hash_file(source), source.string());
    for (const fs::path& tool : made_from.tools) conditions += fmt::format("stamp {} {}\n", stamp(tool), tool.string());
    for (const fs::path& absent : made_from.absent) conditions += fmt::format("absent {}\n", absent.string());
    for (const fs::path& present : made_from.present) conditions += fmt::format("present {}\n", present.string());
    lock.unlock();
    if (!made_from.folder.empty()) conditions += fmt::format("folder {}\n", made_from.folder.string());
    if (!made_from.library.empty()) conditions += fmt::format("library {}\n", made_from.library);
    for (const std::string& warning : made_from.warnings) conditions += fmt::format("warning {}\n", warning);
    const std::optional<std::string> bytes = read_file(elf);
    if (!bytes) throw fault::InputError(fmt::format("the compiler left no program at {}", elf.string()));
    const std::string key = name + Hash{}.field(conditions).field(*bytes).hex();
    std::error_code error;
    fs::rename(elf, path(key + ".elf"), error);
    if (error) throw NotWritten(fmt::format("{} cannot be written ({})", folder_.string(), error.message()));
    const fs::path list = path(name + ".deps");
    if (made_from.known) {
        write_file(list, fmt::format("{}\n{}elf {} {}\n", header, conditions, hash_of(*bytes), key));
    } else {
        fs::remove(list, error);
    }
    return {path(key + ".elf"), key, made_from.library, made_from.warnings, made_from.sources};
}

}  // namespace tessera::host
