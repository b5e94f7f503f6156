#include "sim/core/port/vector_inits.hpp"

#include <fmt/format.h>

#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::core {

namespace {

using sfpu::Instr;
using sfpu::Op;
namespace operand = sfpu::operand;

// L0 as far as immediates tell: its value, or a number that no value has.
struct Immediate {
    static constexpr std::uint64_t unknown = std::uint64_t{1} << 32;
    std::uint64_t value = unknown;

    void load(const Instr& in) {
        switch (in.mod) {
            case 0: value = in.imm << 16; break;
            case 2: value = in.imm; break;
            case 8: value = (value & 0xFFFF) | in.imm << 16; break;
            case 10: value = (value & 0xFFFF0000) | in.imm; break;
            default: value = unknown;
        }
    }
};

constexpr std::string_view function_suffix = "_tile", init_suffix = "_init";

}  // namespace

const VectorInits::Name& VectorInits::name(std::uint32_t pc, const FunctionAt& function_at) {
    const auto [at, first] = names_.try_emplace(pc);
    if (!first) return at->second;
    std::string text = function_at(pc);
    Name& name = at->second;
    name.init = text.ends_with(init_suffix);
    if (name.init) text.resize(text.size() - init_suffix.size());
    if (text.ends_with(function_suffix)) text.resize(text.size() - function_suffix.size());
    name.stem = std::move(text);
    return name;
}

std::optional<VectorInits::Wrong> VectorInits::judge(const std::string& function, std::size_t constant,
                                                     std::uint32_t pc) const {
    const std::optional<Constant>& now = now_[constant];
    const auto own = of_init_.find(function);
    const auto reg = constant + first_constant;
    if (own == of_init_.end()) {
        if (!now)
            return Wrong{
                pc, {}, fmt::format("{0}_tile reads L{1}, which no init has set: call {0}_tile_init", function, reg)};
        if (now->init.empty()) return {};  // the kernel's own constants, for its own reasons
        return Wrong{pc, now->pc,
                     fmt::format("{0}_tile without {0}_tile_init: it reads the constant that {1}_tile_init has left in "
                                 "L{2}",
                                 function, now->init, reg)};
    }
    const std::optional<Constant>& wanted = own->second[constant];
    if (!wanted || !now || wanted->value == now->value) return {};
    return Wrong{pc, now->pc,
                 fmt::format("{0}_tile under the constants of another: L{1} holds what {2} has put there since "
                             "{0}_tile_init",
                             function, reg, now->init.empty() ? "the kernel" : now->init + "_tile_init")};
}

// Every init of the vector unit programs its address modes, and many its constants.
std::optional<VectorInits::Wrong> VectorInits::without_init(std::uint32_t pc, const FunctionAt& function_at,
                                                            const ApiHas& api_has) {
    const Name& here = name(pc, function_at);
    if (here.stem.empty() || here.init || of_init_.contains(here.stem)) return {};
    if (of_init_.empty())
        return Wrong{pc,
                     {},
                     fmt::format("{0}_tile without {0}_tile_init: no init of the vector unit has run in this kernel",
                                 here.stem)};
    if (!api_has(here.stem + "_tile_init")) return {};
    std::string ran;
    for (const auto& [stem, constants] : of_init_) ran += fmt::format("{}{}_tile_init", ran.empty() ? "" : ", ", stem);
    return Wrong{pc, {}, fmt::format("{0}_tile without {0}_tile_init: what has run is {1}", here.stem, ran), true};
}

std::optional<VectorInits::Wrong> VectorInits::follow(const sfpu::Program& program, const sfpu::Recording& recording,
                                                      const CalledFrom& called_from, const FunctionAt& function_at,
                                                      const ApiHas& api_has) {
    Immediate immediate;
    std::optional<Wrong> tolerated;
    const bool first_time = seen_.insert(&program).second;
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const Instr& in = program.code[i];
        const auto pc = [&] { return called_from(recording.ops[program.origin[i]].pc); };
        const bool names_init = in.op == Op::setrwc || in.op == Op::config;
        if (names_init)
            if (const Name& here = name(pc(), function_at); here.init) of_init_.try_emplace(here.stem);
        if (in.op == Op::loadi && in.vd == 0) immediate.load(in);
        if (in.op == Op::config) {
            if (in.vd < first_constant || in.vd >= first_constant + now_.size()) continue;
            const Name& here = name(pc(), function_at);
            const bool known = (in.mod & 1) == 0 && immediate.value < Immediate::unknown;
            const Constant made{here.init ? here.stem : "", known ? immediate.value : Immediate::unknown + i, pc()};
            const std::size_t constant = in.vd - std::size_t{first_constant};
            now_[constant] = made;
            if (here.init) of_init_[here.stem][constant] = made;
            continue;
        }
        if (first_time && !tolerated && (in.op == Op::load || in.op == Op::store)) {
            tolerated = without_init(pc(), function_at, api_has);
            if (tolerated && !tolerated->may_do) return tolerated;
        }
        const sfpu::Operands reads = sfpu::row_of(in.op).reads(in.mod);
        for (const auto& [mask, reg] :
             {std::pair{operand::va, in.va}, std::pair{operand::vb, in.vb}, std::pair{operand::vc, in.vc}}) {
            if ((reads & mask) == 0 || reg < first_constant || reg >= first_constant + now_.size()) continue;
            const Name& here = name(pc(), function_at);
            if (here.stem.empty() || here.init) continue;
            if (auto wrong = judge(here.stem, reg - std::size_t{first_constant}, pc())) return wrong;
        }
    }
    return tolerated;
}

}  // namespace tessera::core
