// 32 lanes of 32 bits and their masks (spec/tensix-core.md 2.3, 3). Lane l is row l/8, position l%8 of a 4x8 group.
#pragma once

#include <array>
#include <cstdint>

namespace tessera::lane {

inline constexpr int count = 32;

struct alignas(64) Lanes {
    std::array<std::uint32_t, count> word{};
    std::uint32_t& operator[](int lane) { return word[static_cast<std::size_t>(lane)]; }
    std::uint32_t operator[](int lane) const { return word[static_cast<std::size_t>(lane)]; }
    friend bool operator==(const Lanes&, const Lanes&) = default;
};

inline Lanes broadcast(std::uint32_t value) {
    Lanes lanes;
    lanes.word.fill(value);
    return lanes;
}

// A mask as lanes: all ones where the lane takes part, zero elsewhere, so that loops over it vectorise.
using LaneMask = Lanes;

inline LaneMask mask_from_bits(std::uint32_t bits) {
    LaneMask mask;
    for (int l = 0; l < count; ++l) mask[l] = -((bits >> l) & 1u);
    return mask;
}

inline std::uint32_t bits_of(const LaneMask& mask) {
    std::uint32_t bits = 0;
    for (int l = 0; l < count; ++l) bits |= (mask[l] & 1u) << l;
    return bits;
}

}  // namespace tessera::lane
