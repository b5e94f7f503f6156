#include "host/compile/folders.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <vector>

#include "host/compile/files.hpp"
#include "host/compile/hash.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/screen.hpp"
#include "sim/views/unfinished.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> scratch_asked_for{false};
constexpr std::chrono::minutes still_in_use{10};

// Folders for temporary files in the order of preference: the first may be named in vain.
std::vector<fs::path> temporary_folders() {
    std::vector<fs::path> all;
    if (const std::string named = environment("TMPDIR"); !named.empty()) all.emplace_back(named);
    for (const char* usual : {"/tmp", "/var/tmp", "/dev/shm"}) all.emplace_back(usual);
    return all;
}

bool is_private(const fs::path& folder) {
    struct stat status;
    return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
           (status.st_mode & 077) == 0;
}

class ScratchFolder {
  public:
    ScratchFolder() : path_(made()), unfinished_(path_) {}
    ~ScratchFolder() {
        // A process that this one forked ends by itself.
        if (::getpid() != owner_) return;
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    static fs::path made() {
        for (const fs::path& folder : temporary_folders()) {
            std::string name = (folder / "tessera-XXXXXX").string();
            if (::mkdtemp(name.data()) != nullptr) return name;
        }
        throw fault::InputError(
            "kernels cannot be compiled: no folder for temporary files can be written; set TMPDIR to one with room");
    }

    fs::path path_;
    views::Unfinished unfinished_;
    pid_t owner_ = ::getpid();
};

// All files of a kernel begin with the name of its entry (cache.hpp).
bool is_of_an_entry(const std::string& file) {
    return file.size() > Hash::hex_digits && std::all_of(file.begin(), file.begin() + Hash::hex_digits, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

struct Entry {
    std::vector<fs::path> files;
    std::uint64_t bytes = 0;
    fs::file_time_type used = fs::file_time_type::min();
};

std::map<std::string, Entry> entries_in(const fs::path& folder) {
    std::map<std::string, Entry> entries;
    std::error_code error;
    for (const fs::directory_entry& file : fs::directory_iterator(folder, error)) {
        const std::string name = file.path().filename().string();
        if (!is_of_an_entry(name) || !file.is_regular_file(error)) continue;
        Entry& entry = entries[name.substr(0, Hash::hex_digits)];
        entry.files.push_back(file.path());
        const std::uint64_t bytes = file.file_size(error);
        if (!error) entry.bytes += bytes;
        const fs::file_time_type written = file.last_write_time(error);
        if (!error) entry.used = std::max(entry.used, written);
    }
    return entries;
}

}  // namespace

fs::path kept_folder() {
    if (const std::string folder = environment("XDG_CACHE_HOME"); !folder.empty()) return fs::path(folder) / "tessera";
    if (const std::string home = environment("HOME"); !home.empty()) return fs::path(home) / ".cache/tessera";
    for (const fs::path& temporary : temporary_folders()) {
        const fs::path folder = temporary / fmt::format("tessera-cache-{}", ::geteuid());
        if (::mkdir(folder.c_str(), 0700) == 0 || is_private(folder)) return folder;
    }
    return {};
}

const fs::path& scratch_folder() {
    static const ScratchFolder folder;
    scratch_asked_for = true;
    return folder.path();
}

bool has_scratch_folder() { return scratch_asked_for; }

void say_no_cache(const std::string& reason) {
    static std::atomic<bool> said{false};
    if (said.exchange(true)) return;
    views::print_text(stderr, fmt::format("tessera: kernels are compiled in every run: {}; set XDG_CACHE_HOME to a "
                                          "folder with room that can be written\n",
                                          reason));
}

void evict(const fs::path& folder) {
    const std::uint64_t bound = whole_number_of(cache_megabytes_variable, usual_cache_megabytes) * megabyte;
    const std::map<std::string, Entry> entries = entries_in(folder);
    std::uint64_t bytes = 0;
    std::vector<const Entry*> oldest;
    const fs::file_time_type now = fs::file_time_type::clock::now();
    for (const auto& [name, entry] : entries) {
        bytes += entry.bytes;
        if (entry.used + still_in_use < now) oldest.push_back(&entry);
    }
    if (bytes <= bound) return;
    std::ranges::sort(oldest, {}, &Entry::used);
    // A little below the bound, so that not every kernel from now on looks through the folder for something to remove.
    for (auto entry = oldest.begin(); entry != oldest.end() && bytes > bound / 4 * 3; ++entry) {
        for (const fs::path& file : (*entry)->files) {
            std::error_code ignored;
            fs::remove(file, ignored);
        }
        bytes -= (*entry)->bytes;
    }
}

}  // namespace tessera::host
