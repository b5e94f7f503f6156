// What depends on bytes that nobody has written. From the first of them on that is unpacked, the units of a core work
// twice: on what lies there, and on other bits in its place. What they pack differs exactly where those bytes matter;
// what is padding to them, or multiplied by zero, or not looked at, changes nothing (design.md 6).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/core/core.hpp"

namespace tessera::core {

// No byte keeps its value under this, and no float stays near it.
inline constexpr std::uint8_t flipped = 0x55;

// Parts of a block of L1 that nobody has written, or that depend on such; some may overlap.
std::vector<ByteRange> undetermined(const Core& core, std::uint32_t address, std::uint32_t bytes);
// The block with other bits in those parts.
std::vector<std::uint8_t> with_other_bits(const Core& core, std::uint32_t address, std::uint32_t bytes);

// The units work twice from here on, because of `why`.
void use_other_bits(Core& core, watch::Undetermined::Why why);
// They work once again where nothing that Dst, Src or the vector unit hold differs any more.
void drop_equal_bits(Core& core);

// Does with the other bits what has been done with those that are there.
template <class Do>
void repeat_with_other_bits(Core& core, Do repeat) {
    if (!core.other_bits) return;
    const auto turn = [&core] {
        std::swap(core.src, core.other_bits->src);
        std::swap(core.dst(), core.other_bits->dst);
        std::swap(core.sfpu, core.other_bits->sfpu);
    };
    turn();
    repeat();
    turn();
}

// Packs into some bytes of a block of L1, or adds to them, and notes what of it depends on bytes that nobody has
// written; `kept` is what did so before.
template <class Pack>
void pack_noting_dependence(Core& core, std::uint32_t address, std::uint32_t bytes, bool adds,
                            const std::vector<watch::Undetermined::Part>& kept, Pack pack) {
    if (!core.other_bits && kept.empty()) return pack();
    const auto here = core.l1.raw(address, bytes);
    const std::vector<std::uint8_t> before(here.begin(), here.end());
    pack();
    for (const watch::Undetermined::Part& part : kept)
        for (std::uint64_t i = part.begin - address; i < part.end - address; ++i)
            if (adds || here[i] == before[i]) core.undetermined.add({address + i, address + i + 1, part.why});
    if (!core.other_bits) return;
    const std::vector<std::uint8_t> packed(here.begin(), here.end());
    const std::vector<ByteRange> gaps = core.l1.gaps(address, bytes);
    core.l1.write(address, before);
    repeat_with_other_bits(core, pack);
    for (std::uint32_t at = 0; at < bytes;) {
        const auto differs = [&](std::uint32_t i) { return packed[i] != here[i]; };
        std::uint32_t end = at + 1;
        while (end < bytes && differs(end) == differs(at)) ++end;
        if (differs(at)) core.undetermined.add({address + at, address + end, core.other_bits->why});
        at = end;
    }
    core.l1.write(address, packed);
    for (const ByteRange gap : gaps) core.l1.mark(address + gap.offset, gap.bytes, false);
}

}  // namespace tessera::core
