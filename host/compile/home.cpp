#include "host/compile/home.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <cstdlib>
#include <string>

#include "sim/fault/fault.hpp"
#include "sim/riscv/source_names.hpp"

// Made by CMake's package in programs with a static libtessera (tesseraConfig.cmake).
extern "C" __attribute__((weak)) const char tessera_share_folder[];

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

bool is_api(const fs::path& folder) {
    std::error_code error;
    return fs::exists(folder / "tessera/kernel.h", error);
}

std::optional<Home> installed(const fs::path& share) {
    const fs::path api = share / "sim/api";
    return is_api(api) ? std::optional(Home{api, api}) : std::nullopt;
}

// The folder of a file that was installed there, with the rest of the installed tree around it.
std::optional<Home> beside(const fs::path& folder) {
    for (const std::string name : {TESSERA_BIN_FOLDER, TESSERA_LIB_FOLDER, "lib"}) {
        const std::string path = folder.string();
        if (!path.ends_with("/" + name)) continue;
        const fs::path prefix = path.substr(0, path.size() - name.size());
        if (const auto home = installed(prefix / TESSERA_SHARE_FOLDER)) return home;
    }
    return std::nullopt;
}

std::optional<Home> build_tree(const fs::path& file) {
    std::error_code error;
    const fs::path build = fs::canonical(TESSERA_BUILD_DIR, error);
    if (error || !riscv::is_below(file.string(), build.string())) return std::nullopt;
    return is_api(TESSERA_API_SOURCE) ? std::optional(Home{TESSERA_API_SOURCE, TESSERA_API_FORWARDING}) : std::nullopt;
}

// The file that holds this function: the program or a shared library.
fs::path file_of_this_code() {
    static const char here = 0;
    Dl_info info;
    link_map* map = nullptr;
    std::error_code error;
    fs::path file = "/proc/self/exe";
    if (::dladdr1(&here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 && map != nullptr &&
        map->l_name != nullptr && *map->l_name != 0)
        file = map->l_name;
    return fs::canonical(file, error);
}

}  // namespace

std::optional<Home> home_of(const fs::path& file) {
    fs::path folder = file.parent_path();
    if (const auto home = beside(folder)) return home;
    if (const auto home = build_tree(file)) return home;
    // A module or a plugin may lie deeper below lib.
    for (; folder.has_relative_path(); folder = folder.parent_path())
        if (const auto home = beside(folder)) return home;
    return std::nullopt;
}

Home find_home() {
    const fs::path file = file_of_this_code();
    const fs::path given = tessera_share_folder != nullptr ? tessera_share_folder : "";
    std::optional<Home> home;
    if (!given.empty()) home = installed(given);
    if (!given.empty() && !home) home = build_tree(given / "program");
    if (!home) home = home_of(file);

    const char* chosen = std::getenv("TESSERA_API_DIR");
    if (chosen != nullptr && *chosen != 0) {
        if (!is_api(chosen))
            throw fault::InputError(fmt::format(
                "kernel API not found in {}: set TESSERA_API_DIR to the folder that holds tessera/kernel.h", chosen));
        fs::path api = fs::absolute(chosen).lexically_normal();
        if (!api.has_filename()) api = api.parent_path();  // "sim/api/"
        return {api, home ? home->forwarding : api};
    }
    if (!home)
        throw fault::InputError(fmt::format(
            "kernel API not found: no {} beside the bin or lib folder of {}{}; install tessera anew, or set "
            "TESSERA_API_DIR to the folder that holds tessera/kernel.h",
            TESSERA_SHARE_FOLDER, file.string(), given.empty() ? "" : fmt::format(", and none in {}", given.string())));
    return *home;
}

}  // namespace tessera::host
