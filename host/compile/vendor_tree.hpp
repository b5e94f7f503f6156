// The user's own tree of the vendor's sources (TT_METAL_HOME): its compute API and low-level kernels in place of
// tessera's (sim/api/tessera and sim/api/llk), for kernels that name what tessera lacks, or for all (TESSERA_LIBRARY).
//
// Circular buffers, and what the vendor's firmware holds for its kernels, stay tessera's (sim/api/vendor,
// sim/api/low_level). The two libraries are never mixed in a kernel: their names are the same, their types are not, and
// they hand banks from unpackers to matrix unit in different ways. Which of them a kernel gets is decided by compiling:
// tessera's where it has all that the kernel names on each of its three cores, else the tree's on all three.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"

namespace tessera::host {

struct VendorTree {
    std::filesystem::path root;
    bool for_all = false;  // also for kernels that tessera's library has all names of

    bool has_tile_layout = true;     // DstTileLayout, of the library until 2025
    bool has_fidelity_type = false;  // MATH_FIDELITY is of type MathFidelity, since spring 2026

    // Headers of the compute API that end in the vector unit, as paths below `root`, and those that end in others.
    std::vector<std::filesystem::path> vector_functions, matrix_functions;
    // The vendor's checker of inits, of trees whose headers name it by a path from their own folder, in the order in
    // which they stand on each other; empty where tessera's stands for it (sim/api/tessera/sentinel.h).
    std::vector<std::filesystem::path> sentinel;
    // Where its headers lie, in the order of the search.
    std::vector<std::filesystem::path> folders(const arch::Arch& arch) const;
    // Preprocessed text without what g++ 12 refuses in the tree's headers and the vendor's compiler takes: assertions
    // of false in templates that nothing uses.
    std::string acceptable(std::string_view preprocessed) const;
    // Path and a short hash of the library's headers, for reports.
    std::string name(const arch::Arch& arch) const;
};

// Folders of a tree that TT_METAL_HOME names whose lines are nobody's kernel.
std::vector<std::string> vendor_header_folders();

// Which library compute kernels get: "tessera", "vendor", or unset for tessera's and the tree's where that fails.
inline constexpr const char* library_variable = "TESSERA_LIBRARY";

// By the environment; null where there is no tree or tessera's library was asked for. Throws InputError where the
// tree's library was asked for and there is none.
std::shared_ptr<const VendorTree> find_vendor_tree();

}  // namespace tessera::host
