#include "host/conformance/published_sequences.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::conformance {
namespace {

// Instruction words of the golden data's README, equal on both architectures.
constexpr std::uint32_t exp_24f_head[] = {
    0x71100000, 0x87000000, 0x712042b0, 0x850a0230, 0x7b000304, 0x7b000302, 0x71284b38, 0x712aaa3b, 0x71304e7e,
};
constexpr std::uint32_t exp_24f_fused[] = {0x84002320};                // SFPMAD
constexpr std::uint32_t exp_24f_unfused[] = {0x86002920, 0x850a2320};  // SFPMUL, SFPADD
constexpr std::uint32_t exp_24f_tail[] = {
    0x77000240, 0x87000000, 0x7b000400, 0x71340000, 0x8b000000, 0x87000000, 0x79fe2455, 0x7b000504, 0x7b000502,
    0x71387fff, 0x713affff, 0x87000000, 0x7b000200, 0x89001331, 0x88000000, 0x8b000000, 0x78000250, 0x79fe9465,
    0x7a000650, 0x87000000, 0x7b000200, 0x89001551, 0x88000000, 0x7c000530, 0x88000000, 0x88000000, 0x77000340,
    0x78000351, 0x87000000, 0x71700060, 0x79000576, 0x7b000704, 0x7b000702, 0x71283361, 0x712a7844, 0x71380081,
    0x713a354a, 0x71680010, 0x716aa440, 0x8b000000, 0x87000000, 0x71700040, 0x79000576, 0x7b000704, 0x7b000702,
    0x7128333d, 0x712a98c4, 0x713800cd, 0x713af4b4, 0x71680003, 0x716ae4d6, 0x8b000000, 0x87000000, 0x71700020,
    0x79000576, 0x7b000704, 0x7b000702, 0x7128331f, 0x712a6e64, 0x71380111, 0x713a3a74, 0x71680000, 0x716a9f16,
    0x8b000000, 0x71283306, 0x712a10ad, 0x71380151, 0x713ad842, 0x71680000, 0x716a0148, 0x88000000, 0x88000000,
    0x88000000, 0x79000534, 0x90000330, 0x79000564, 0x90000660, 0x86023930, 0x86036920, 0x77000200, 0x87000000,
    0x7b000000, 0x71340000, 0x8b000000, 0x87000000, 0x79fe2055, 0x7b000504, 0x7b000502, 0x71387fff, 0x713affff,
    0x87000000, 0x7b000200, 0x89001331, 0x88000000, 0x8b000000, 0x78000250, 0x79fe9065, 0x7a000650, 0x87000000,
    0x7b000200, 0x89001551, 0x88000000, 0x7c000530, 0x88000000, 0x88000000, 0x7907f445, 0x82000340, 0x7c000410,
    0x88000000,
};
constexpr std::uint32_t exp_21f[] = {
    0x71283fb8, 0x712aaa3b, 0x713042fe, 0x84002310, 0x71200000, 0x92000121, 0x7120437f, 0x92000211,
    0x77000120, 0x78000130, 0x7a000230, 0x77000321, 0x78000341, 0x90000440, 0x715827ac, 0x715aa418,
    0x716833a8, 0x716a5ada, 0x84054650, 0x71683f80, 0x716a3885, 0x84054650, 0x82000520,
};
constexpr std::uint32_t to_bf16[] = {0x8e000221};  // SFPSTOCHRND of LReg2 in place
constexpr std::uint32_t sin_phase[] = {
    0x8e000017, 0x90000120, 0x8402b000, 0x86000920, 0x71383da0, 0x713a3314, 0x7148bf19, 0x714a3f86, 0x84032430,
    0x71484023, 0x714a3590, 0x84032430, 0x7148c0a5, 0x714a5dec, 0x84032430, 0x71484049, 0x714a0fdb, 0x84032430,
    0x86003900, 0x71440001, 0x7e000140, 0x87000000, 0x7b000402, 0x7c000001, 0x88000000,
};

using Words = std::span<const std::uint32_t>;
struct Published {
    std::string_view name;
    int output;
    Words parts[3];
};
constexpr Published published[] = {
    {"exp_24f", 1, {exp_24f_head, exp_24f_fused, exp_24f_tail}},
    {"exp_24f_unfused", 1, {exp_24f_head, exp_24f_unfused, exp_24f_tail}},
    {"exp_21f", 2, {exp_21f}},
    {"exp_21f_bf16", 2, {exp_21f, to_bf16}},
    {"sin_phase", 0, {sin_phase}},
};

const Published* find(std::string_view name) {
    for (const Published& one : published)
        if (one.name == name) return &one;
    return nullptr;
}

}  // namespace

bool is_published(std::string_view name) { return find(name) != nullptr; }

Sequence published_sequence(std::string_view name, const arch::Sfpu& arch) {
    const Published* it = find(name);
    if (it == nullptr) throw fault::InputError{fmt::format("no instruction sequence is known by the name {}", name)};
    Sequence sequence{.program = {}, .output = it->output};
    for (const Words part : it->parts)
        for (const std::uint32_t word : part) sequence.program.push_back(sfpu::decode(word, arch.isa_column));
    return sequence;
}

}  // namespace tessera::conformance
