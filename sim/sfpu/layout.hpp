// Where the fields of an instruction sit in its word (spec/tensix-core.md 4.9), and in which order kernels name them
// (kernel-api.md 1.6): the decoder, the encoder and the kernels' macros are made from these lists.
#pragma once

#include <span>
#include <string_view>

#include "sim/sfpu/instr.hpp"
#include "sim/tensix/field.hpp"

namespace tessera::sfpu {

// imm12: where a VB is read, it is the low four bits of the immediate. loadmacro: VA of Instr is the macro.
enum class Layout : std::uint8_t {
    load,
    loadmacro,
    loadi,
    lut,
    imm16,
    fma,
    imm12,
    unary,   // VC and VD
    result,  // VD alone
    stochrnd,
    rwc,
    none
};

// What of Instr a field holds.
enum class Slot : std::uint8_t { vd, va, vb, vc, mod, addr_mod, rounding, imm };

struct Field : tensix::Field {
    Slot slot;
    constexpr Field(std::string_view name, Slot of, int shift, int width)
        : tensix::Field(name, {shift, width}), slot(of) {}
    constexpr Field(std::string_view name, Slot of, tensix::Place first, tensix::Place second)
        : tensix::Field(name, first, second), slot(of) {}
};

namespace fields {
inline constexpr Field load[] = {{"lreg", Slot::vd, 20, 4},
                                 {"mod0", Slot::mod, 16, 4},
                                 {"addr_mode", Slot::addr_mod, {14, 2}, {13, 3}},
                                 {"dest_addr", Slot::imm, 0, 10}};
inline constexpr Field loadi[] = {{"lreg", Slot::vd, 20, 4}, {"mod0", Slot::mod, 16, 4}, {"imm16", Slot::imm, 0, 16}};
inline constexpr Field lut[] = {{"lreg", Slot::vd, 20, 4}, {"mod0", Slot::mod, 16, 4}, {"dest_addr", Slot::imm, 0, 14}};
inline constexpr Field imm16[] = {{"imm16", Slot::imm, 8, 16}, {"dest", Slot::vd, 4, 4}, {"mod1", Slot::mod, 0, 4}};
inline constexpr Field fma[] = {{"a", Slot::va, 16, 4},
                                {"b", Slot::vb, 12, 4},
                                {"c", Slot::vc, 8, 4},
                                {"dest", Slot::vd, 4, 4},
                                {"mod1", Slot::mod, 0, 4}};
inline constexpr Field imm12[] = {
    {"imm12", Slot::imm, 12, 12}, {"lreg_c", Slot::vc, 8, 4}, {"lreg_dest", Slot::vd, 4, 4}, {"mod1", Slot::mod, 0, 4}};
inline constexpr Field unary[] = {{"c", Slot::vc, 8, 4}, {"dest", Slot::vd, 4, 4}, {"mod1", Slot::mod, 0, 4}};
inline constexpr Field result[] = {{"dest", Slot::vd, 4, 4}, {"mod1", Slot::mod, 0, 4}};
inline constexpr Field stochrnd[] = {{"rnd_mode", Slot::rounding, {21, 1}, {21, 2}},
                                     {"imm8", Slot::imm, 16, 5},
                                     {"b", Slot::vb, 12, 4},
                                     {"c", Slot::vc, 8, 4},
                                     {"dest", Slot::vd, 4, 4},
                                     {"mod1", Slot::mod, 0, 4}};
inline constexpr Field rwc[] = {{"fields", Slot::imm, 0, 24}};
}  // namespace fields

// SFPLOADMACRO has the fields of SFPLOAD; decode() takes them apart once more.
constexpr std::span<const Field> fields_of(Layout layout) {
    switch (layout) {
        case Layout::load:
        case Layout::loadmacro: return fields::load;
        case Layout::loadi: return fields::loadi;
        case Layout::lut: return fields::lut;
        case Layout::imm16: return fields::imm16;
        case Layout::fma: return fields::fma;
        case Layout::imm12: return fields::imm12;
        case Layout::unary: return fields::unary;
        case Layout::result: return fields::result;
        case Layout::stochrnd: return fields::stochrnd;
        case Layout::rwc: return fields::rwc;
        case Layout::none: break;
    }
    return {};
}

}  // namespace tessera::sfpu
