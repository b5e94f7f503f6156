// The user's own tree of the vendor's sources (TT_METAL_HOME), which supplies the functions of the vector unit that
// tessera's library lacks, or all of them (TESSERA_SFPU_LIBRARY).
//
// A compute build with the tree's library takes types, instruction macros and every function that ends in the vector
// unit from the tree; circular buffers, copies, the matrix unit and the packer stay tessera's (sim/api/vendor replaces
// what the two have in common). The two libraries are never mixed in one build: their names are the same and their
// types are not. Which of them a build gets is decided by compiling: tessera's where it has all the kernel names, the
// tree's where it has not.
//
// TESSERA_LOW_LEVEL=vendor gives the compute cores all of the tree's compute API, whose low-level kernels issue single
// instructions of unpackers, matrix unit and packers.
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
    bool first = false;      // its library before tessera's
    bool low_level = false;  // its low-level kernels instead of tessera's calls

    bool has_tile_layout = true;  // DstTileLayout, of the library until 2025

    // Headers of the compute API that end in the vector unit, as paths below `root`, and those that end in others.
    std::vector<std::filesystem::path> functions, matrix_functions;
    // Where its headers lie, in the order of the search.
    std::vector<std::filesystem::path> folders(const arch::Arch& arch) const;
    // Preprocessed text without what g++ 12 refuses in the tree's headers and the vendor's compiler takes: loops
    // unrolled by a number that has a name, and assertions of false in templates that nothing uses.
    std::string acceptable(std::string_view preprocessed) const;
    // Path and a short hash of the library's headers, for reports.
    std::string name(const arch::Arch& arch, bool low_level) const;
};

// Whether TESSERA_LOW_LEVEL asks for tessera's own low-level kernels (sim/api/llk).
bool uses_own_low_level();

// Folders of a tree that TT_METAL_HOME names whose lines are nobody's kernel.
std::vector<std::string> vendor_header_folders();

// By the environment; null where there is no tree or one of tessera's libraries was asked for. Throws InputError where
// the tree's library was asked for and there is none.
std::shared_ptr<const VendorTree> find_vendor_tree();

}  // namespace tessera::host
