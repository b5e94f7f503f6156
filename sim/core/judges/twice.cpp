#include "sim/core/judges/twice.hpp"

#include <algorithm>

namespace tessera::core {
namespace {

// Rows that were cleared read as zero whatever they hold.
bool same(const tensix::Dst& a, const tensix::Dst& b) {
    for (int row = 0; row < tensix::Dst::rows; ++row)
        if (a.valid[row] != b.valid[row] || (a.valid[row] != 0 && !std::ranges::equal(a.bits[row], b.bits[row])))
            return false;
    return true;
}

}  // namespace

std::vector<ByteRange> undetermined(const Core& core, std::uint32_t address, std::uint32_t bytes) {
    std::vector<ByteRange> parts = core.l1.gaps(address, bytes);
    for (const watch::Undetermined::Part& part : core.undetermined.in(address, std::uint64_t{address} + bytes))
        parts.push_back(
            {static_cast<std::uint32_t>(part.begin - address), static_cast<std::uint32_t>(part.end - part.begin)});
    return parts;
}

std::vector<std::uint8_t> with_other_bits(const Core& core, std::uint32_t address, std::uint32_t bytes) {
    const auto here = core.l1.raw(address, bytes);
    std::vector<std::uint8_t> other(here.begin(), here.end());
    for (const ByteRange part : undetermined(core, address, bytes))
        for (std::uint32_t i = part.offset; i < part.offset + part.bytes; ++i)
            other[i] = static_cast<std::uint8_t>(here[i] ^ flipped);
    return other;
}

void use_other_bits(Core& core, watch::Undetermined::Why why) {
    if (!core.other_bits)
        core.other_bits = std::make_unique<OtherBits>(OtherBits{core.src, core.dst(), core.sfpu, nullptr});
    core.other_bits->why = std::move(why);
}

void drop_equal_bits(Core& core) {
    if (!core.other_bits) return;
    const OtherBits& other = *core.other_bits;
    for (std::size_t operand = 0; operand < core.src.size(); ++operand)
        for (std::size_t bank = 0; bank < core.src[operand].size(); ++bank)
            if (core.src[operand][bank].valid && core.src[operand][bank].datum != other.src[operand][bank].datum)
                return;
    if (same(other.dst, core.dst()) && other.sfpu == core.sfpu) core.other_bits.reset();
}

}  // namespace tessera::core
