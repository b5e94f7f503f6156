#include "sim/arch/arch.hpp"

namespace tessera::arch {

std::string_view name(Evidence evidence) {
    switch (evidence) {
        case Evidence::documented: return "documented";
        case Evidence::measured: return "measured";
        case Evidence::computed: return "computed";
        case Evidence::inferred: return "inferred";
    }
    return "?";
}

std::span<const Arch* const> all() {
    static const std::array<const Arch*, 2> list{&wormhole_b0(), &blackhole()};
    return list;
}

const Arch* find(std::string_view name) {
    for (const Arch* arch : all())
        if (arch->name == name) return arch;
    return nullptr;
}

}  // namespace tessera::arch
