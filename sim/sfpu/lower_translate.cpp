#include "sim/sfpu/lower_translate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu::lowering {
namespace {

constexpr std::uint32_t imm12 = 0xfff;

// Operations of one operand and one instruction (tensix-core.md 5.1).
struct Simple {
    VectorOp op;
    Op instruction;
    int mod;
};
constexpr Simple simple[] = {
    {VectorOp::negate, Op::mov, 1},
    {VectorOp::bit_not, Op::not_, 0},
    {VectorOp::abs_float, Op::abs, 1},
    {VectorOp::abs_int, Op::abs, 0},
    {VectorOp::leading_zeros, Op::lz, 0},
    {VectorOp::leading_zeros_nosign, Op::lz, 4},
    {VectorOp::exponent, Op::exexp, 0},
    {VectorOp::exponent_raw, Op::exexp, 1},
    {VectorOp::mantissa_hidden, Op::exman, 0},
    {VectorOp::mantissa, Op::exman, 1},
    {VectorOp::rotate_lanes, Op::shft2, 3},
    {VectorOp::shift_lanes, Op::shft2, 4},
    {VectorOp::approx_recip, Op::arecip, 0},
    {VectorOp::set_exponent_imm, Op::setexp, 1},
    {VectorOp::set_mantissa_imm, Op::setman, 1},
    {VectorOp::set_sign_imm, Op::setsgn, 1},
    {VectorOp::add_exponent, Op::divp2, 1},
    {VectorOp::to_fp16a, Op::stochrnd, 0},
    {VectorOp::to_fp16b, Op::stochrnd, 1},
    {VectorOp::to_uint8, Op::stochrnd, 2},
    {VectorOp::to_int8, Op::stochrnd, 3},
    {VectorOp::to_uint16, Op::stochrnd, 6},
    {VectorOp::to_int16, Op::stochrnd, 7},
};

// Operations of two operands where one sits in VD: VD's is the first for shifts and logic, the field's for set*.
struct TwoAddress {
    VectorOp op;
    Op instruction;
    int mod;
    bool first_in_vd;
};
constexpr TwoAddress two_address[] = {
    {VectorOp::bit_and, Op::and_, 0, true},          {VectorOp::bit_or, Op::or_, 0, true},
    {VectorOp::bit_xor, Op::xor_, 0, true},          {VectorOp::shift, Op::shft, 0, true},
    {VectorOp::shift_arithmetic, Op::shft, 2, true}, {VectorOp::set_exponent, Op::setexp, 0, false},
    {VectorOp::copy_exponent, Op::setexp, 2, false}, {VectorOp::set_mantissa, Op::setman, 0, false},
    {VectorOp::set_sign, Op::setsgn, 0, false},
};

template <class Row, std::size_t n>
const Row* find(const Row (&table)[n], VectorOp op) {
    const auto row = std::find_if(std::begin(table), std::end(table), [&](const Row& r) { return r.op == op; });
    return row == std::end(table) ? nullptr : row;
}

}  // namespace

std::uint32_t dst_address(std::uint32_t index, std::uint32_t pc) {
    if (index < 512) return 2 * index;
    throw LoweringFault(fault::Id::dst_index,
                        fmt::format("dst_reg[{}] is outside 0..511", static_cast<std::int32_t>(index)), {pc});
}

Translator::Translator(const Recording& recording, const arch::Sfpu& arch, const LoweringOf& lowering_of)
    : recording_(recording), arch_(arch), lowering_of_(lowering_of) {
    code_.arch = &arch;
    value_of_.assign(recording.values, no_value);
    conditions_.resize(recording.values);
    std::fill(std::begin(lreg_), std::end(lreg_), no_value);
    // Two names of one vector came to the same register.
    for (std::size_t i = 0; i < recording.live_in.size(); ++i) {
        const auto same = std::find(recording.live_in.begin(), recording.live_in.end(), recording.live_in[i]);
        const auto first = static_cast<std::size_t>(same - recording.live_in.begin());
        value_of_[i] = first < i ? value_of_[first] : fixed(recording.live_in[i]);
    }
    for (const bool issued : recording.pushes) {
        stack_.push_back({.region = region_, .issued = issued});
        new_region();
    }
}

Code Translator::run() {
    for (const Recorded& entry : recording_.ops) {
        if (entry.pc < pc_) ++block_;
        pc_ = entry.pc;
        operation(entry);
        ++source_;
    }
    for (const std::uint32_t v : recording_.live_out) code_.live_out.push_back(value_of_[v]);
    // What the kernel put into a register stays there for what follows.
    for (std::size_t r = 0; r < std::size(lreg_); ++r)
        if (lreg_written_[r]) code_.live_out.push_back(lreg_[r]);
    for (const Push& open : stack_) code_.pushes.push_back(open.issued);
    return std::move(code_);
}

Node& Translator::emit(Node node) {
    node.region = region_;
    node.block = block_;
    node.pc = pc_;
    node.source = source_;
    const Instr in = node.raw ? decode(node.raw_word, arch_.isa_column) : Instr{.op = node.op, .mod = node.mod};
    node.writes_flags = writes_flags(in);
    code_.nodes.push_back(std::move(node));
    return code_.nodes.back();
}

Value Translator::compute(Node node) {
    node.result = code_.add_value(region_);
    return emit(std::move(node)).result;
}

Value Translator::operand(std::uint32_t recorded) {
    if (recorded == no_value || value_of_[recorded] == no_value)
        throw LoweringFault(fault::Id::uninitialised_vector, "a vector is used that was never given a value", {pc_});
    return value_of_[recorded];
}

std::optional<std::uint32_t> Translator::known(Value v) const {
    if (code_.values[v].constant) return code_.values[v].word;
    return std::nullopt;
}

bool Translator::is_zero(Value v) const { return known(v) == 0u || code_.values[v].reg == 9; }

// The constant as a signed imm12, if it is one and fits.
std::optional<std::int32_t> Translator::immediate(Value v, bool negated) const {
    const auto word = known(v);
    if (!word) return std::nullopt;
    const auto n = static_cast<std::int32_t>(negated ? 0u - *word : *word);
    if (n < -2048 || n > 2047) return std::nullopt;
    return n;
}

void Translator::require_extensions(std::string_view what) const {
    if (!arch_.has_compare)
        throw LoweringFault(fault::Id::sfpu_mode, fmt::format("{} does not exist on this architecture", what), {pc_});
}

Value Translator::constant(std::uint32_t word, bool literal, Value old) {
    const Value v = compute({.op = Op::loadi, .imm = word, .old = old, .built = !literal});
    if (old == no_value) {
        code_.values[v].constant = literal;
        code_.values[v].word = word;
    }
    return v;
}

// 5.1: a - b is an addition of -b, which contraction may turn into one SFPMAD with L11.
Value Translator::subtract(Value a, Value b) {
    if (lowering_of_(source_) == Lowering::none) {
        if (arch_.sign_flips) return compute({.op = Op::add, .mod = 2, .a = fixed(10), .b = a, .c = b});
        return compute({.op = Op::mad, .a = fixed(11), .b = b, .c = a});
    }
    const Value negative = compute({.op = Op::mov, .mod = 1, .c = b});
    return compute({.op = Op::add, .a = fixed(10), .b = a, .c = negative});
}

Value Translator::int_add(Value a, Value b) {
    if (const auto n = immediate(b, false))
        return compute({.op = Op::iadd, .mod = 5, .imm = static_cast<std::uint32_t>(*n) & imm12, .c = a});
    if (const auto n = immediate(a, false))
        return compute({.op = Op::iadd, .mod = 5, .imm = static_cast<std::uint32_t>(*n) & imm12, .c = b});
    return compute({.op = Op::iadd, .mod = 4, .c = a, .d = b});
}

Value Translator::int_sub(Value a, Value b) {
    if (const auto n = immediate(b, true))
        return compute({.op = Op::iadd, .mod = 5, .imm = static_cast<std::uint32_t>(*n) & imm12, .c = a});
    return compute({.op = Op::iadd, .mod = 6, .c = a, .d = b});
}

// A variable whose lanes were all given in the region in force simply takes the new value: the others are undefined or
// off. Else lanes that are off keep the old one.
Value Translator::assign(Value old, Value value) {
    if (old == no_value || old == value || code_.values[old].region == region_ || region_ == 0) return value;
    const std::uint32_t home = code_.values[old].region;
    const Value merged = compute({.op = Op::mov, .c = value, .old = old, .assign = true});
    code_.values[merged].region = home;
    return merged;
}

void Translator::raw(std::uint32_t word) {
    // To lowering it is no instruction it knows: its operands are registers, not values.
    emit({.op = Op::nop, .keep = true, .raw = true, .raw_word = word});
}

void Translator::operation(const Recorded& entry) {
    if (entry.raw) return raw(entry.b);
    const auto set = [&](Value v) { value_of_[entry.value] = v; };
    if (const Simple* row = find(simple, entry.op)) {
        if (row->instruction == Op::arecip) require_extensions("approx_recip");
        Node node{.op = row->instruction, .mod = static_cast<std::uint8_t>(row->mod), .c = operand(entry.a)};
        if (row->instruction == Op::stochrnd)
            node.rounding = static_cast<std::uint8_t>(entry.b);
        else if (static_cast<std::uint32_t>(entry.op) >= 0x20)
            node.imm = entry.b & imm12, node.built = !entry.literal;
        return set(compute(std::move(node)));
    }
    if (const TwoAddress* row = find(two_address, entry.op)) {
        if (entry.op == VectorOp::shift_arithmetic) require_extensions("an arithmetic shift");
        Value c = operand(entry.b), d = operand(entry.a);
        if (!row->first_in_vd) std::swap(c, d);
        return set(compute({.op = row->instruction, .mod = static_cast<std::uint8_t>(row->mod), .c = c, .d = d}));
    }
    if (entry.op >= VectorOp::float_lt && entry.op <= VectorOp::int_le) {
        conditions_[entry.value] = {entry.op, operand(entry.a), operand(entry.b)};
        return;
    }
    switch (entry.op) {
        case VectorOp::constant: return set(constant(entry.b, entry.literal));
        case VectorOp::const_register: return set(fixed(static_cast<int>(entry.b)));
        case VectorOp::lreg:
            if (lreg_[entry.b & 7] == no_value) lreg_[entry.b & 7] = fixed(static_cast<int>(entry.b & 7));
            return set(lreg_[entry.b & 7]);
        case VectorOp::load_float:
        case VectorOp::load_int:
        case VectorOp::load_uint:
        case VectorOp::load_uint16:
        case VectorOp::load_fp16a:
        case VectorOp::load_fp16b: return load_store(entry, VectorOp::load_float, Op::load);
        case VectorOp::store_float:
        case VectorOp::store_int:
        case VectorOp::store_uint:
        case VectorOp::store_uint16:
        case VectorOp::store_fp16a:
        case VectorOp::store_fp16b: return load_store(entry, VectorOp::store_float, Op::store);
        case VectorOp::result:
            if (entry.b - 1 >= results_.size())
                throw LoweringFault(
                    fault::Id::illegal_instruction,
                    fmt::format("result {} of a vector operation that has {}", entry.b, results_.size()), {pc_});
            return set(results_[entry.b - 1]);
        case VectorOp::random:
            require_extensions("rand");
            return set(compute({.op = Op::mov, .mod = 8, .c = fixed(9), .keep = true}));
        case VectorOp::instruction: return instruction(entry);
        case VectorOp::dst_format: dst_format_ = entry.b; return;
        case VectorOp::condition_not:
        case VectorOp::condition_and:
        case VectorOp::condition_or: conditions_[entry.value] = {entry.op, entry.a, entry.b}; return;
        case VectorOp::condition_value: return set(condition_value(entry.a));
        case VectorOp::shift_imm:
        case VectorOp::shift_arithmetic_imm:
            if (entry.op == VectorOp::shift_arithmetic_imm) require_extensions("an arithmetic shift");
            return set(compute({.op = Op::shft,
                                .mod = static_cast<std::uint8_t>(entry.op == VectorOp::shift_imm ? 1 : 3),
                                .imm = entry.b & imm12,
                                .d = operand(entry.a),
                                .built = !entry.literal}));
        case VectorOp::int_to_float:
            return set(
                compute({.op = Op::cast, .mod = static_cast<std::uint8_t>(entry.b != 0), .c = operand(entry.a)}));
        case VectorOp::lut:
        case VectorOp::lut_fp32: return lut(entry);
        case VectorOp::add:
            return set(compute({.op = Op::add, .a = fixed(10), .b = operand(entry.a), .c = operand(entry.b)}));
        case VectorOp::mul:
            return set(compute({.op = Op::mul, .a = operand(entry.a), .b = operand(entry.b), .c = fixed(9)}));
        case VectorOp::sub: return set(subtract(operand(entry.a), operand(entry.b)));
        case VectorOp::sub_assign:
            if (arch_.sign_flips)
                return set(
                    compute({.op = Op::add, .mod = 2, .a = fixed(10), .b = operand(entry.a), .c = operand(entry.b)}));
            return set(compute({.op = Op::mad, .a = fixed(11), .b = operand(entry.b), .c = operand(entry.a)}));
        case VectorOp::int_add: return set(int_add(operand(entry.a), operand(entry.b)));
        case VectorOp::int_sub: return set(int_sub(operand(entry.a), operand(entry.b)));
        case VectorOp::assign:
            return set(assign(entry.a == no_value ? no_value : value_of_[entry.a], operand(entry.b)));
        case VectorOp::swap:
        case VectorOp::min_max: return swap(entry);
        case VectorOp::write_const:
            emit({.op = Op::config, .imm = entry.b, .forced = {{.in = operand(entry.a), .reg = 0}}, .keep = true});
            return;
        case VectorOp::write_lreg: return write_lreg(operand(entry.a), entry.b & 7);
        case VectorOp::apply: return narrow(entry.a, false);
        case VectorOp::push: return push();
        case VectorOp::complement: return complement();
        case VectorOp::pop:
            for (std::uint32_t i = 0; i < entry.b; ++i) pop();
            return;
        case VectorOp::dst_increment: return dst_increment(entry.b, entry.literal);
        case VectorOp::operands:
            for (const std::uint32_t v : {entry.a, entry.b})
                if (v != no_value) pending_.push_back(operand(v));
            return;
        case VectorOp::transpose: return transpose(entry);
        default:
            throw LoweringFault(fault::Id::illegal_instruction,
                                fmt::format("SFPI operation {:#x} is not known", static_cast<std::uint32_t>(entry.op)),
                                {pc_});
    }
}

Code translate(const Recording& recording, const arch::Sfpu& arch, const LoweringOf& lowering_of) {
    return Translator(recording, arch, lowering_of).run();
}

}  // namespace tessera::sfpu::lowering
