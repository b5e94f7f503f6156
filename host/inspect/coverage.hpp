// How much is modelled of what the low-level kernels of the user's tree use (TT_METAL_HOME): instructions, fields of
// configuration registers, and addresses that a core reads and writes registers at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/compile/vendor_tree.hpp"

namespace tessera::host {

// `refused`: a fault names it where something depends on it.
enum class Modelled : std::uint8_t { yes, refused, no };

struct UsedName {
    std::string name;
    int uses = 0;  // in how many places of the headers
    Modelled state = Modelled::no;
};

struct CoverageGroup {
    std::string_view what;  // "opcodes", "fields", "addresses"
    std::vector<UsedName> names;
    int count(Modelled state) const;
};

// By the tree's own lists of an architecture, against the tables of sim/tensix, sim/sfpu and sim/abi.
std::vector<CoverageGroup> low_level_coverage(const VendorTree& tree, const arch::Arch& arch);

}  // namespace tessera::host
