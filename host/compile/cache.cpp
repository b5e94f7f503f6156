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

std::vector<fs::path>* files_of(MadeFrom& from, std::string_view kind) {
    if (kind == "content") return &from.sources;
    if (kind == "stamp") return &from.tools;
    if (kind == "absent") return &from.absent;
    return kind == "present" ? &from.present : nullptr;
}

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

std::optional<KernelCache::Entry> KernelCache::entry(const std::string& name) {
    const std::optional<std::string> list = read_file(path(name + ".deps"));
    if (!list) return std::nullopt;
    // Once for the whole list: a lock for each of its hundreds of lines costs more than the looking.
    const std::lock_guard lock(mutex_);
    std::string_view rest(*list);
    if (next_line(rest) != header) return std::nullopt;
    Entry out;
    while (!rest.empty()) {
        std::string_view line = next_line(rest);
        if (line.starts_with("library ")) {
            word(line);
            out.from.library = line;
        } else if (line.starts_with("warning ")) {
            word(line);
            out.from.warnings.emplace_back(line);
        } else if (rest.empty()) {
            out.last = line;
            return out;
        } else if (!holds(line)) {
            return std::nullopt;
        } else {
            const std::string_view kind = word(line);
            if (kind == "content" || kind == "stamp") word(line);
            if (std::vector<fs::path>* files = files_of(out.from, kind)) files->emplace_back(line);
        }
    }
    return std::nullopt;
}

void KernelCache::used(const std::string& name) const {
    std::error_code ignored;
    fs::last_write_time(path(name + ".deps"), fs::file_time_type::clock::now(), ignored);
}

std::optional<CompiledKernel> KernelCache::find(const std::string& name) {
    const std::optional<Entry> found = entry(name);
    if (!found) return std::nullopt;
    std::string_view last = found->last;
    if (word(last) != "elf") return std::nullopt;
    const std::string_view hash = word(last);
    const std::string key(last);
    const std::optional<std::string> elf = read_file(path(key + ".elf"));
    if (!elf || hash_of(*elf) != hash) return std::nullopt;
    used(name);
    return CompiledKernel{path(key + ".elf"), key, found->from.library, found->from.warnings, found->from.sources};
}

std::string KernelCache::conditions(const MadeFrom& made_from) {
    std::string out;
    const std::lock_guard lock(mutex_);
    for (const fs::path& source : made_from.sources)
        out += fmt::format("content {} {}\n", hash_file(source), source.string());
    for (const fs::path& tool : made_from.tools) out += fmt::format("stamp {} {}\n", stamp(tool), tool.string());
    for (const fs::path& absent : made_from.absent) out += fmt::format("absent {}\n", absent.string());
    for (const fs::path& present : made_from.present) out += fmt::format("present {}\n", present.string());
    if (!made_from.folder.empty()) out += fmt::format("folder {}\n", made_from.folder.string());
    return out;
}

CompiledKernel KernelCache::store(const std::string& name, const fs::path& elf, const MadeFrom& made_from) {
    std::string lines = conditions(made_from);
    if (!made_from.library.empty()) lines += fmt::format("library {}\n", made_from.library);
    for (const std::string& warning : made_from.warnings) lines += fmt::format("warning {}\n", warning);
    const std::optional<std::string> bytes = read_file(elf);
    if (!bytes) throw fault::InputError(fmt::format("the compiler left no program at {}", elf.string()));
    const std::string key = name + Hash{}.field(lines).field(*bytes).hex();
    std::error_code error;
    fs::rename(elf, path(key + ".elf"), error);
    if (error) throw NotWritten(fmt::format("{} cannot be written ({})", folder_.string(), error.message()));
    const fs::path list = path(name + ".deps");
    if (made_from.known) {
        write_file(list, fmt::format("{}\n{}elf {} {}\n", header, lines, hash_of(*bytes), key));
    } else {
        fs::remove(list, error);
    }
    return {path(key + ".elf"), key, made_from.library, made_from.warnings, made_from.sources};
}

std::optional<MadeFrom> KernelCache::find_header(const std::string& name) {
    std::optional<Entry> found = entry(name);
    std::error_code none;
    if (!found || found->last != "header" || !fs::exists(path(name + ".h.gch"), none)) return std::nullopt;
    used(name);
    return std::move(found->from);
}

void KernelCache::store_header(const std::string& name, const MadeFrom& made_from) {
    write_file(path(name + ".deps"), fmt::format("{}\n{}header\n", header, conditions(made_from)));
}

}  // namespace tessera::host
