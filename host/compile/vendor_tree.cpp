#include "host/compile/vendor_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "host/compile/files.hpp"
#include "host/compile/hash.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

// Sorted, so that a tree gives the same list whatever the file system's order.
std::vector<fs::path> headers_below(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error))
        if (entry.path().extension() == ".h") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

// The low-level kernels: part of the tree since spring 2026, a repository of its own below it before. Empty without.
fs::path low_level_kernels(const fs::path& metal) {
    for (const char* folder : {"tt-llk", "third_party/tt_llk"})
        if (is_folder(metal / folder)) return metal / folder;
    return {};
}

// Where the compute API lies: the older and the newer generation of the tree.
std::vector<fs::path> compute_api(const fs::path& metal) {
    std::vector<fs::path> files;
    for (const char* folder : {"include/compute_kernel_api", "hw/inc/api/compute"}) {
        const std::vector<fs::path> found = headers_below(metal / folder);
        files.insert(files.end(), found.begin(), found.end());
    }
    const fs::path top = metal / "include/compute_kernel_api.h";
    std::error_code error;
    if (fs::is_regular_file(top, error)) files.push_back(top);
    return files;
}

// A header that calls the low-level functions of the vector unit and of no other unit.
bool ends_in_the_vector_unit(std::string_view text) {
    return text.find("_sfpu") != text.npos && text.find("PACK((") == text.npos;
}

// What the math core shares with the others, and what it needs nothing of, comes from tessera.
bool is_of_matrix_unit(const fs::path& file) {
    static constexpr std::array ours{"common.h", "common_globals.h", "cb_api.h", "blank.h"};
    const std::string folder = file.parent_path().filename().string();
    return folder != "sentinel" && folder != "experimental" && std::ranges::find(ours, file.filename()) == ours.end();
}

// Every file it names exists; the vendor's trees hold some that nothing includes and that include what is gone.
bool is_whole(std::string_view text, const std::vector<fs::path>& folders) {
    constexpr std::string_view directive = "#include \"";
    std::error_code error;
    for (std::size_t at = text.find(directive); at != text.npos; at = text.find(directive, at + 1)) {
        const std::size_t begin = at + directive.size(), end = text.find('"', begin);
        const fs::path name(text.substr(begin, end - begin));
        // Other parts of the API and of the firmware come from tessera.
        if (name.has_parent_path()) continue;
        if (std::ranges::none_of(folders, [&](const fs::path& folder) { return fs::exists(folder / name, error); }))
            return false;
    }
    return true;
}

std::vector<fs::path> with(std::vector<fs::path> folders, const fs::path& another) {
    folders.push_back(another);
    return folders;
}

}  // namespace

std::vector<fs::path> VendorTree::folders(const arch::Arch& arch) const {
    const fs::path metal = root / "tt_metal", kernels = low_level_kernels(metal);
    const fs::path llk = kernels / fmt::format("tt_llk_{}", arch.name);
    const fs::path api = metal / fmt::format("hw/ckernels/{}/metal/llk_api", arch.name);
    std::vector<fs::path> all{llk / "common/inc", llk / "llk_lib", kernels / "common", api, api / "llk_sfpu"};
    // The registers of the machine: Wormhole's lie in a folder of the family and one of the chip.
    for (const std::string& chip : {std::string(arch.name), std::string(arch.name.substr(0, arch.name.find('_')))}) {
        const fs::path folder = metal / "hw/inc/internal/tt-1xx" / chip;
        if (!is_folder(folder)) continue;
        all.push_back(folder);
        if (is_folder(folder / fmt::format("{}_defines", arch.name)))
            all.push_back(folder / fmt::format("{}_defines", arch.name));
    }
    std::erase_if(all, [](const fs::path& folder) { return !is_folder(folder); });
    return all;
}

std::string VendorTree::acceptable(std::string_view preprocessed) const {
    constexpr std::string_view refused = "static_assert(false";
    const std::string below = fmt::format("\"{}/", root.string());
    std::string text;
    text.reserve(preprocessed.size());
    bool of_tree = false;
    while (!preprocessed.empty()) {
        const std::size_t end = std::min(preprocessed.find('\n'), preprocessed.size() - 1);
        const std::string_view line = preprocessed.substr(0, end + 1);
        preprocessed.remove_prefix(end + 1);
        // "# 12 "file" 1": where the lines that follow come from.
        if (line.starts_with("# ")) of_tree = line.find(below) != line.npos;
        const std::size_t assertion = of_tree ? line.find(refused) : line.npos;
        if (assertion == line.npos) {
            text += line;
        } else {
            text += line.substr(0, assertion);
            text += "static_assert(true";
            text += line.substr(assertion + refused.size());
        }
    }
    return text;
}

std::string VendorTree::name(const arch::Arch& arch) const {
    Hash hash;
    for (const std::vector<fs::path>* files : {&sentinel, &vector_functions, &matrix_functions})
        for (const fs::path& file : *files) hash.field(read_file(root / file).value_or(""));
    for (const fs::path& folder : folders(arch))
        for (const fs::path& file : headers_below(folder)) hash.field(read_file(file).value_or(""));
    return fmt::format("{} ({})", root.string(), hash.hex().substr(0, 12));
}

std::vector<std::string> vendor_header_folders() {
    const std::string home = environment("TT_METAL_HOME");
    std::vector<std::string> folders;
    if (home.empty()) return folders;
    std::error_code error;
    const fs::path metal = fs::absolute(home, error).lexically_normal() / "tt_metal";
    for (const char* folder : {"third_party", "tt-llk", "hw", "include"}) folders.push_back((metal / folder).string());
    return folders;
}

std::shared_ptr<const VendorTree> find_vendor_tree() {
    const std::string wanted = environment(library_variable), home = environment("TT_METAL_HOME");
    if (!wanted.empty() && wanted != "tessera" && wanted != "vendor")
        throw fault::InputError(
            fmt::format("library {} (--library or {}): tessera or vendor", wanted, library_variable));
    if (wanted == "tessera") return nullptr;
    std::error_code error;
    const fs::path root = home.empty() ? fs::path() : fs::absolute(home, error).lexically_normal();
    if (home.empty() || !is_folder(root / "tt_metal/hw/ckernels") || low_level_kernels(root / "tt_metal").empty()) {
        if (wanted.empty()) return nullptr;
        throw fault::InputError(fmt::format(
            "library vendor (--library or {}), but TT_METAL_HOME names no tree with tt_metal/hw/ckernels and tt_metal/"
            "tt-llk (or tt_metal/third_party/tt_llk)",
            library_variable));
    }
    auto tree = std::make_shared<VendorTree>();
    tree->root = root;
    tree->for_all = wanted == "vendor";
    std::vector<fs::path> folders = tree->folders(arch::wormhole_b0());
    const auto names = [](const fs::path& folder, std::string_view name) {
        return std::ranges::any_of(headers_below(folder), [&](const fs::path& file) {
            return read_file(file).value_or("").find(name) != std::string::npos;
        });
    };
    const fs::path types = low_level_kernels(root / "tt_metal") / "tt_llk_wormhole_b0";
    tree->has_tile_layout = names(types / "common/inc", "DstTileLayout");
    tree->has_fidelity_type = names(types / "llk_lib", "enum class MathFidelity");
    for (const char* other_unit : {"common", "llk_io"})
        folders.push_back(root / "tt_metal/hw/ckernels/wormhole_b0/metal" / other_unit);
    for (const fs::path& file : compute_api(root / "tt_metal")) {
        const std::string text = read_file(file).value_or("");
        if (ends_in_the_vector_unit(text) && is_whole(text, folders))
            tree->vector_functions.push_back(file.lexically_relative(root));
        else if (is_of_matrix_unit(file) && is_whole(text, with(folders, file.parent_path())))
            tree->matrix_functions.push_back(file.lexically_relative(root));
    }
    const fs::path compute = "tt_metal/hw/inc/api/compute";
    if (is_folder(root / compute / "sentinel"))
        tree->sentinel = {compute / "reconfig_data_format.h", compute / "sentinel/sentinel_core.h",
                          compute / "sentinel/compute_kernel_sentinel.h"};
    return tree;
}

}  // namespace tessera::host
