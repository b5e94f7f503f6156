#include "host/compile/lookups.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <unordered_map>

#include "host/compile/files.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view blanks = " \t";

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

bool takes(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text = without_blanks(text.substr(word.size()));
    return true;
}

// A header's name as a directive gives it; empty for one that a macro makes.
struct Name {
    std::string name;
    bool beside = false;  // "name": the folder of the including file comes first
    bool next = false;    // include_next: any later folder may hold it
};

Name name_in(std::string_view text, bool next) {
    const char close = text.starts_with('<') ? '>' : text.starts_with('"') ? '"' : '\0';
    const std::size_t end = close == '\0' ? close : text.find(close, 1);
    if (close == '\0' || end == std::string_view::npos) return {};
    return {std::string(text.substr(1, end - 1)), close == '"', next};
}

struct Directives {
    std::vector<Name> names;
    bool computed_include = false, complete = true, relative_line = false;
};

void read_has_include(std::string_view line, Directives& found) {
    constexpr std::string_view word = "__has_include";
    // Headers define the word for compilers without it.
    if (takes(line, "#") && takes(line, "define") && takes(line, word)) return;
    for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
        std::string_view rest = line.substr(at + word.size());
        const bool next = takes(rest, "_next");
        rest = without_blanks(rest);
        if (!takes(rest, "(")) continue;  // #ifdef __has_include
        const Name name = name_in(rest, next);
        if (name.name.empty()) found.complete = false;
        found.names.push_back(name);
    }
}

// #line 7 "name" and # 7 "name"
void read_line(std::string_view rest, std::string_view named, Directives& found) {
    const std::size_t quote = rest.find('"');
    if (rest.empty() || quote == std::string_view::npos) return;
    const std::string name = name_in(rest.substr(quote), false).name;
    if (!name.empty() && name.front() != '/' && name.front() != '<' && name != named) found.relative_line = true;
}

Directives directives(std::string_view text, std::string_view named) {
    Directives found;
    for (const std::string_view other : {".incbin", ".include \"", ".include \\\""})
        if (text.find(other) != std::string_view::npos) found.complete = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = without_blanks(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        read_has_include(line, found);
        if (!takes(line, "#")) continue;
        const bool next = takes(line, "include_next");
        if (next || takes(line, "include") || takes(line, "import")) {
            const Name name = name_in(line, next);
            if (name.name.empty()) found.computed_include = true;
            found.names.push_back(name);
        } else if (takes(line, "line") || (!line.empty() && line.front() >= '0' && line.front() <= '9')) {
            read_line(line, named, found);
        }
    }
    return found;
}

class Resolver {
  public:
    explicit Resolver(std::span<const fs::path> folders) : folders_(folders) {}

    void resolve(const Name& name, const fs::path& includer) {
        if (name.name.empty()) return;
        if (fs::path(name.name).is_absolute()) return static_cast<void>(reaches({}, name));
        if (name.beside && reaches(includer, name)) return;
        for (const fs::path& folder : folders_)
            if (reaches(folder, name)) return;
    }

    // A file that no name leads to came by a macro: whatever name it was, no earlier folder held it.
    void resolve_computed(const fs::path& file, const std::set<fs::path>& includers) {
        if (reached_.contains(file.lexically_normal())) return;
        for (std::size_t i = 0; i < folders_.size(); ++i) {
            const fs::path name = file.lexically_relative(folders_[i]);
            if (name.empty() || *name.begin() == "..") continue;
            for (const fs::path& includer : includers) missing(includer, name);
            for (std::size_t earlier = 0; earlier < i; ++earlier) missing(folders_[earlier], name);
        }
    }

    const std::set<fs::path>& absent() const { return absent_; }
    const std::set<fs::path>& reached() const { return reached_; }

  private:
    // Whether the search ends here.
    bool reaches(const fs::path& folder, const Name& name) {
        std::error_code error;
        const fs::path file = folder / name.name;
        if (!exists(file)) {
            missing(folder, name.name);
            return false;
        }
        reached_.insert(file.lexically_normal());
        return !name.next && !fs::is_directory(file, error);
    }

    // Notes the first part of folder/name that is not there.
    void missing(const fs::path& folder, const fs::path& name) {
        fs::path part = folder;
        if (!part.empty() && !exists(part)) {
            absent_.insert(part);
            return;
        }
        for (const fs::path& step : name) {
            part /= step;
            if (!exists(part)) {
                absent_.insert(part);
                return;
            }
        }
    }

    bool exists(const fs::path& path) {
        const auto [at, first] = exists_.try_emplace(path.string());
        std::error_code error;
        if (first) at->second = fs::exists(path, error);
        return at->second;
    }

    std::span<const fs::path> folders_;
    std::unordered_map<std::string, bool> exists_;
    std::set<fs::path> absent_, reached_;
};

}  // namespace

Lookups lookups(std::span<const fs::path> files, std::span<const fs::path> folders, std::string_view named) {
    Lookups found;
    Resolver resolver(folders);
    std::set<fs::path> computing;  // folders of files with an include that a macro names
    for (const fs::path& file : files) {
        const Directives in = directives(read_file(file).value_or(""), named);
        found.complete = found.complete && in.complete;
        found.names_working_folder = found.names_working_folder || in.relative_line;
        if (in.computed_include) computing.insert(file.parent_path());
        for (const Name& name : in.names) resolver.resolve(name, file.parent_path());
    }
    std::set<fs::path> read;
    for (const fs::path& file : files) {
        resolver.resolve_computed(file, computing);
        read.insert(file.lexically_normal());
    }
    found.absent.assign(resolver.absent().begin(), resolver.absent().end());
    std::ranges::set_difference(resolver.reached(), read, std::back_inserter(found.present));
    return found;
}

}  // namespace tessera::host
