#include "sim/sfpu/dst_fit.hpp"

#include <array>

#include "sim/sfpu/ops/loadstore.hpp"

namespace tessera::sfpu {
namespace {

using enum tensix::DatumKind;
using tensix::DatumKind;

constexpr std::uint16_t kinds(auto... kind) {
    return static_cast<std::uint16_t>(((1u << static_cast<unsigned>(kind)) | ... | 0u));
}
constexpr std::uint16_t any_kind = 0xffff, words_of_32 = kinds(fp32, int32, any32),
                        integers_of_32 = kinds(int32, any32);

struct Mode {
    std::uint16_t loads;
    DatumKind stores;
    std::string_view expected;
};
constexpr std::array<Mode, 16> modes{Mode{any_kind, unknown, ""},
                                     {kinds(fp16), fp16, "fp16"},
                                     {kinds(bf16), bf16, "bf16"},
                                     {words_of_32, any32, "32-bit datums"},
                                     {words_of_32, any32, "32-bit datums"},
                                     {kinds(int8), int8, "8-bit integers"},
                                     // Sorts carry indices so, whatever format brought them.
                                     {kinds(raw16, bf16, fp16), raw16, "opaque 16 bits"},
                                     {kinds(raw16), bits32, "opaque 16 bits"},
                                     {kinds(raw16), raw16, "16-bit integers"},
                                     {kinds(raw16), bits32, "opaque 16 bits"},
                                     {words_of_32, any32, "32-bit datums"},
                                     {any_kind, unknown, ""},
                                     {integers_of_32, int32, "int32"},
                                     {kinds(int8), int8, "8-bit integers"},
                                     {kinds(raw16), raw16, "opaque 16 bits"},
                                     {kinds(raw16), raw16, "opaque 16 bits"}};

constexpr int converted_int32 = 12, as_it_is = 4;

// Without the conversion of int32 mode 12 is mode 4.
const Mode& mode_of(const arch::Sfpu& arch, int mode) {
    const bool plain = mode == converted_int32 && !arch.int32_is_converted;
    return modes[static_cast<std::size_t>(plain ? as_it_is : mode)];
}

}  // namespace

bool fits(const arch::Sfpu& arch, int mode, DatumKind held) {
    return held == unknown || (mode_of(arch, mode).loads >> static_cast<unsigned>(held) & 1) != 0;
}
DatumKind stored_kind(const arch::Sfpu& arch, int mode) { return mode_of(arch, mode).stores; }
bool carries_bits(int mode) { return (modifiers(4, 6, 10) >> mode & 1) != 0; }
std::string_view expected(const arch::Sfpu& arch, int mode) { return mode_of(arch, mode).expected; }

}  // namespace tessera::sfpu
