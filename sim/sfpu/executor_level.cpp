// The executor, built once per x86 level: a table of functions by operation and modifier, each an inlined loop over
// lanes. Nothing here may leave a shared inline function in the object: the linker could take it for another level.
#include "sim/sfpu/isa_list.hpp"
#include "sim/sfpu/level/flags.hpp"
#include "sim/sfpu/level/loadstore.hpp"
#include "sim/sfpu/level/mad.hpp"
#include "sim/sfpu/level/moves.hpp"

namespace tessera::sfpu::TESSERA_LEVEL {
namespace {

struct VectorStates {
    const arch::Sfpu& arch;
    const lane::MadOps& mad;
    State* states;
    std::size_t count;
    DstPort* port;
    bool masks_are_alike;  // all by their flags or all not, and by nothing else, now and behind any instruction
};

// Predication is the same for all lanes of a state, and what changes it does so in all states alike. A program that
// could set the configuration of lanes is left out.
bool masks_stay_alike(const State* states, std::size_t count, const Instr* program, std::size_t length) {
    if (count == 1) return false;
    const State& first = states[0];
    for (std::size_t i = 0; i < count; ++i) {
        const State& s = states[i];
        if (s.use != first.use || s.depth != first.depth || (s.lane_config & lane_config::row_mask)) return false;
        for (int entry = 0; entry < s.depth; ++entry)
            if (s.stack[entry].use != first.stack[entry].use) return false;
    }
    for (std::size_t i = 0; i < length; ++i)
        if (program[i].op == Op::config) return false;
    return true;
}

using Step = void (*)(const VectorStates&, const Instr&);
struct Steps {
    Step of[256][16];  // by opcode and modifier
};

template <auto f>
void on_states(const VectorStates& m, const Instr& in) {
    for (std::size_t i = 0; i < m.count; ++i) f(m.states[i], in);
}

template <auto f>
void on_states_of(const VectorStates& m, const Instr& in) {
    for (std::size_t i = 0; i < m.count; ++i) f(m.arch, m.states[i], in);
}

template <auto f>
void on_states_with_mad(const VectorStates& m, const Instr& in) {
    for (std::size_t i = 0; i < m.count; ++i) f(m.mad, m.states[i], in);
}

// SFPMAD and its short forms, on as many states together as are masked alike.
template <auto f>
void on_states_together(const VectorStates& m, const Instr& in) {
    const std::size_t most = m.masks_are_alike ? most_together : 1;
    for (std::size_t i = 0; i < m.count; i += most)
        f(m.mad, {m.states + i, m.count - i < most ? m.count - i : most}, in);
}

DstPort& port_of(const VectorStates& m, const Instr& in) {
    if (!m.port) refuse_unsupported(in, "there is no Dst when a program runs over blocks of vectors");
    return *m.port;
}

void load_or_store(const VectorStates& m, const Instr& in) {
    DstPort& port = port_of(m, in);
    State& s = *m.states;
    const int mode = resolved_mode(in.mod, port.fp32, port.implied_format);
    if (in.op == Op::load)
        with_modifier<any_modifier>(mode, [&]<int k>() { load<k>(m.arch, s, port, in); });
    else
        with_modifier<any_modifier>(mode, [&]<int k>() { store<k>(m.arch, s, port, in); });
    advance(port.slots[tensix::mode_index(in.addr_mod, port.slot_base, port.rwc)], port.rwc);
}

constexpr void always(Steps& steps, Op op, Step step) {
    for (Step& entry : steps.of[static_cast<std::size_t>(op)]) entry = step;
}

// step_of.operator()<m>() for every modifier m of the set.
template <Modifiers set, int m = 0, class F>
constexpr void by_modifier(Steps& steps, Op op, F step_of) {
    if constexpr (m < 16) {
        if constexpr ((set >> m & 1) != 0) steps.of[static_cast<std::size_t>(op)][m] = step_of.template operator()<m>();
        by_modifier<set, m + 1>(steps, op, step_of);
    }
}

// The modifiers with which an instruction means its value<mod> in every lane: all, unless its struct says which.
template <class I>
constexpr Modifiers lanewise_modifiers() {
    if constexpr (requires { I::lanewise; })
        return I::lanewise;
    else if constexpr (requires { static_cast<Word (*)(Words)>(&I::template value<0>); })
        return modelled_by<I>;
    else
        return 0;
}
template <class... I>
constexpr void all_lanewise(Steps& steps, std::tuple<I...>*) {
    (by_modifier<lanewise_modifiers<I>()>(steps, I::row.op,
                                          []<int mod>() -> Step { return on_states<lanewise<I, mod>>; }),
     ...);
}

constexpr Steps steps = [] {
    Steps t{};
    for (auto& entries : t.of)
        for (Step& entry : entries) entry = [](const VectorStates& m, const Instr& in) { refuse_modifier(m.arch, in); };
    all_lanewise(t, static_cast<Isa*>(nullptr));
    by_modifier<modifiers(2)>(t, Op::mov, []<int>() -> Step { return on_states<move_all>; });
    by_modifier<modifiers(8)>(t, Op::mov, []<int>() -> Step { return on_states<move_special>; });
    by_modifier<modifiers(0, 1, 2, 3, 4)>(t, Op::shft2,
                                          []<int m>() -> Step { return on_states_of<shift_between_lanes<m>>; });
    by_modifier<modelled_by<SfpCast>>(t, Op::cast, []<int m>() -> Step { return on_states<cast<m>>; });
    by_modifier<modelled_by<SfpStochrnd>>(t, Op::stochrnd, []<int m>() -> Step { return on_states<stochrnd<m>>; });
    by_modifier<modelled_by<SfpMul24>>(t, Op::mul24, []<int m>() -> Step { return on_states<mul24<m>>; });
    by_modifier<modelled_by<SfpLutfp32>>(t, Op::lutfp32,
                                         []<int m>() -> Step { return on_states_with_mad<lutfp32<m>>; });
    always(t, Op::mad, on_states_together<mad>);
    always(t, Op::add, on_states_together<add>);
    always(t, Op::mul, on_states_together<mul>);
    for (Op op : {Op::addi, Op::muli}) always(t, op, on_states_together<immediate>);
    always(t, Op::lut, on_states_with_mad<lut>);
    always(t, Op::swap, on_states<swap>);
    always(t, Op::transp, on_states<transpose>);
    always(t, Op::config, on_states<config>);
    always(t, Op::le, on_states<compare<SfpLe>>);
    always(t, Op::gt, on_states<compare<SfpGt>>);
    by_modifier<modelled_by<SfpSetcc>>(t, Op::setcc, []<int m>() -> Step { return on_states<setcc<m>>; });
    by_modifier<modelled_by<SfpPopc>>(t, Op::popc, []<int m>() -> Step { return on_states_of<popc<m>>; });
    by_modifier<modelled_by<SfpPushc>>(t, Op::pushc, []<int m>() -> Step { return on_states<pushc<m>>; });
    always(t, Op::encc, on_states<encc>);
    always(t, Op::compc, on_states<compc>);
    always(t, Op::loadmacro, [](const VectorStates&, const Instr& in) {
        refuse_unsupported(in, "it runs where a core's SFPU does, with Dst and time");
    });
    always(t, Op::nop, [](const VectorStates&, const Instr&) {});
    for (Op op : {Op::load, Op::store}) always(t, op, load_or_store);
    always(t, Op::setrwc, [](const VectorStates& m, const Instr& in) { set_counters(in.imm, port_of(m, in).rwc); });
    always(t, Op::incrwc,
           [](const VectorStates& m, const Instr& in) { increment_counters(in.imm, port_of(m, in).rwc); });
    return t;
}();

// Whether the instruction went into a template of SFPLOADMACRO instead of being run.
bool through_backdoor(const VectorStates& m, const Instr& in) {
    if (!modelled.enters_template[static_cast<std::size_t>(in.op)]) return false;
    if (m.states[0].lane_config & lane_config::no_backdoor) return false;
    const Word word = encode(in, m.arch.isa_column);
    for (std::size_t i = 0; i < m.count; ++i) enter_template(m.states[i], in, word);
    return true;
}

void run(const arch::Sfpu& arch, const lane::MadOps& mad_ops, State* states, std::size_t count, DstPort* port,
         const Instr* program, std::size_t length) {
    const VectorStates m{arch, mad_ops, states, count, port, masks_stay_alike(states, count, program, length)};
    const Modifiers* runs = modelled.of[arch.isa_column];
    for (const Instr* in = program; in != program + length; ++in) {
        const auto op = static_cast<std::size_t>(in->op);
        if (in->vd >= 12 && through_backdoor(m, *in)) [[unlikely]]
            continue;
        if (!(runs[op] >> in->mod & 1)) [[unlikely]]
            refuse_modifier(arch, *in);
        steps.of[op][in->mod](m, *in);
    }
}

}  // namespace

extern const Executor level_executor;
const Executor level_executor{run};

}  // namespace tessera::sfpu::TESSERA_LEVEL
