#include "sim/sfpu/load_macro_places.hpp"

#include <algorithm>

#include "sim/sfpu/ops/mad.hpp"
#include "sim/sfpu/refuse.hpp"

namespace tessera::sfpu {
namespace {

constexpr std::uint32_t flags_bit = 1u << 20, stack_bit = 1u << 21, config_bit = 1u << 22, prng_bit = 1u << 23;

std::uint32_t shared(Operands operands) {
    std::uint32_t places = 0;
    if (operands & operand::flags) places |= flags_bit;
    if (operands & operand::stack) places |= stack_bit;
    if (operands & operand::config) places |= config_bit;
    if (operands & operand::prng) places |= prng_bit;
    if (operands & operand::dst) places |= dst_bit;
    return places;
}

std::uint32_t place(std::uint32_t reg) { return 1u << reg; }

}  // namespace

// Which lanes take part is read by nearly all; that nobody is left out costs nothing.
Places places_of(const Timed& timed, const State& state) {
    const Instr& in = timed.in;
    const Row& row = row_of(in.op);
    const Operands reads = row.reads(in.mod);
    // What SFPLOADMACRO's row says of flags and stores is what it schedules, which counts when it runs.
    const Operands writes = in.op == Op::loadmacro ? operand::vd : row.writes(in.mod);
    if (in.op == Op::nop || row.unit == Unit::counters) return {};
    const bool moved = timed.scheduled && in.op != Op::swap && in.op != Op::store;
    const auto registers_in = [&](Operands operands, int vd) {
        std::uint32_t set = 0;
        if (is_mad_class(in.op) && (operands & operand::all)) {
            for (int l = 0; l < lane::count; ++l) set |= place(state.lreg[7][l] & 15);
            operands &= ~operand::all;
        }
        if (moved && (operands & operand::vd)) {
            set |= place(static_cast<std::uint32_t>(vd));
            operands &= ~operand::vd;
        }
        return set | registers(operands, in);
    };
    Places places{shared(reads) | flags_bit | registers_in(reads, timed.old), shared(writes)};
    if (is_mad_class(in.op) && ((reads | writes) & operand::all)) places.read |= place(7);
    places.written |= registers_in(writes, timed.target) & 0x100ff;
    return places;
}

void take_written(std::uint32_t places, const State& from, State& to) {
    for_each_register(places & registers_mask, [&](int reg) { to.lreg[reg] = from.lreg[reg]; });
    if (places & flags_bit) {
        to.flags = from.flags;
        to.use = from.use;
    }
    if (places & stack_bit) {
        std::copy(std::begin(from.stack), std::end(from.stack), std::begin(to.stack));
        to.depth = from.depth;
    }
    if (places & prng_bit) to.prng = from.prng;
    if (places & config_bit) {
        std::copy_n(from.lreg + 11, 4, to.lreg + 11);
        std::copy_n(&from.macro[0][0], sizeof from.macro / sizeof from.macro[0][0], &to.macro[0][0]);
        to.lane_config = from.lane_config;
    }
}

bool stores(const State& state, const Instr& macro) {
    return macro.op == Op::loadmacro && SequenceByte{state.macro[4 + macro.va][0] >> 24}.choice() != 0;
}

bool lane_enabled(const State& state, int lane) {
    return !(state.lane_config >> (12 + lane / 8) & 1) && (!state.use || state.flags[lane] != 0);
}

Timed computed(const Instr& macro, Instr in, SequenceByte byte) {
    const Row& row = row_of(in.op);
    const std::uint8_t loaded = macro.vd, own = in.vd;
    Timed timed{
        .in = in, .unit = row.unit, .target = byte.staged() ? 16 : loaded, .old = byte.loaded_in_vb() ? loaded : own};
    if (!byte.loaded_in_vb()) timed.in.vc = loaded;
    switch (row.layout) {
        case Layout::fma:
            if (byte.loaded_in_vb()) timed.in.vb = loaded;
            break;
        case Layout::stochrnd:
            if (byte.loaded_in_vb()) timed.in.vb = loaded;
            // The bit that takes the shift of an integer from the immediate says nothing of a float.
            if ((in.mod & 7) != 4 && (in.mod & 7) != 5) timed.in.mod = in.mod & 7;
            break;
        case Layout::imm16:
            // SFPADDI and SFPMULI read their VD as VC.
            if (in.op == Op::config) refuse_unsupported(macro, "scheduling SFPCONFIG is not modelled");
            timed.old = byte.loaded_in_vb() ? own : loaded;
            break;
        case Layout::imm12:
            if (in.op == Op::shft2 && in.mod >= 5) {
                // VB shifted, by VC or by the immediate, which needs the bits that name a VB: as SFPSHFT with VB for
                // VD.
                timed.in.op = Op::shft;
                timed.in.mod = in.mod == 6;
                timed.old = byte.loaded_in_vb() ? loaded : static_cast<int>(in.imm & 15);
            } else if (in.op == Op::shft2 && in.mod < 3) {
                refuse_unsupported(macro, "scheduling SFPSHFT2 of four registers is not modelled");
            } else if (row.reads(in.mod) & operand::vb) {
                refuse_unsupported(macro, "scheduling an instruction that names VB in its immediate is not modelled");
            }
            break;
        default: break;
    }
    if (in.op == Op::swap) {
        // The register that was loaded is VD; VC takes the other result, unless it is a constant. Where the loaded one
        // is VC, it is VD as well, and only a constant can be the other operand.
        timed.in.vc = byte.loaded_in_vb() ? in.vc : loaded;
        timed.in.vd = byte.loaded_in_vb() ? loaded : own;
        if (timed.in.mod > 9) timed.in.mod = 9;  // silicon takes them so
        if (byte.staged() || (!byte.loaded_in_vb() && own < 8))
            refuse_unsupported(macro,
                               "scheduling SFPSWAP with its loaded register for VC is modelled against a constant "
                               "only, and not into LReg16");
        return timed;
    }
    timed.in.vd = timed.target < 8 ? static_cast<std::uint8_t>(timed.target) : std::uint8_t{0};
    return timed;
}

Timed store_of(const Instr& macro, Instr in, SequenceByte byte, std::uint32_t misc, std::uint32_t address) {
    if (byte.staged())
        in.vd = 16;
    else if (!byte.keeps_source())
        in.vd = macro.vd;
    const bool with_mode_of_load = misc >> (4 + macro.va) & 1;
    in.mod = with_mode_of_load ? macro.mod : static_cast<std::uint8_t>(misc & 15);
    in.addr_mod = 0;
    in.imm = address;
    return {.in = in, .unit = unit_of(in), .target = in.vd, .old = in.vd, .address = address};
}

}  // namespace tessera::sfpu
