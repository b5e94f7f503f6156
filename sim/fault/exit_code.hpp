// What a fault means for the exit code of the program that ends by it (design.md 8).
#pragma once

#include "sim/fault/fault.hpp"

namespace tessera::fault {

// 1: of the simulated program; 3: met what is not supported; 70: an error of tessera.
constexpr int exit_code(Category category) {
    switch (category) {
        case Category::unsupported:
        case Category::unimplemented: return 3;
        case Category::internal: return 70;
        default: return 1;
    }
}
inline int exit_code(const Fault& fault) { return exit_code(row(fault.id()).category); }

}  // namespace tessera::fault
