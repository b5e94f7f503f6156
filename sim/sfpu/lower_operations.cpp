// Operations that are more than a row of a table: memory, lookups, exchanges, physical registers
// (spec/tensix-core.md 5.1).
#include <fmt/format.h>

#include <algorithm>

#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/lower_translate.hpp"

namespace tessera::sfpu::lowering {

void Translator::load_store(const Recorded& entry, VectorOp first, Op op) {
    const int modes[] = {0, arch_.dst_reg_int_mode, 4, 6, 1, 2};
    const auto which = static_cast<std::uint32_t>(entry.op) - static_cast<std::uint32_t>(first);
    Node node{.op = op,
              .mod = static_cast<std::uint8_t>(modes[which]),
              .imm = dst_address(entry.b, pc_),
              .built = !entry.literal,
              .keep = true};
    if (dst_format_) {
        node.mod = *dst_format_ & 15;
        const auto addr_mod = static_cast<std::int8_t>(*dst_format_ >> 4 & 15);
        if (addr_mod != 15) node.addr_mod = addr_mod;
        dst_format_.reset();
    }
    if (op == Op::load) {
        value_of_[entry.value] = compute(std::move(node));
    } else {
        node.c = operand(entry.a);
        emit(std::move(node));
    }
}

// Operations that are one instruction and nothing else; SFPMUL24 alone takes its operands as VA and VB.
void Translator::instruction(const Recorded& entry) {
    Node node{.op = static_cast<Op>(entry.b >> 8 & 0xff),
              .mod = static_cast<std::uint8_t>(entry.b & 15),
              .rounding = static_cast<std::uint8_t>(entry.b >> 4 & 3),
              .imm = entry.b >> 16,
              .built = !entry.literal};
    const Row& row = row_of(node.op);
    if (!(row.column[static_cast<std::size_t>(arch_.isa_column)].legal >> node.mod & 1))
        throw LoweringFault(fault::Id::sfpu_mode,
                            fmt::format("{} with modifier {} does not exist on this architecture", row.name, node.mod),
                            {pc_});
    const bool fma = row.layout == Layout::fma;
    (fma ? node.a : node.c) = operand(entry.a);
    if (fma) node.c = fixed(9);
    if (!pending_.empty()) node.b = pending_.front();
    pending_.clear();
    value_of_[entry.value] = compute(std::move(node));
}

void Translator::lut(const Recorded& entry) {
    const bool fp32 = entry.op == VectorOp::lut_fp32;
    Node node{.op = fp32 ? Op::lutfp32 : Op::lut, .mod = static_cast<std::uint8_t>(entry.b)};
    for (std::size_t i = 0; i < pending_.size(); ++i)
        node.forced.push_back({.in = pending_[i], .reg = static_cast<std::uint8_t>(i < 3 ? i : i + 1)});
    pending_.clear();
    const Value x = operand(entry.a);
    if (node.mod & mad_mod::indirect_vd) {
        // Three fp16 pairs put the result where LReg7 says: onto their argument (tensix-core.md 4.1).
        node.forced.push_back({.in = constant(3, true), .reg = 7});
        value_of_[entry.value] = code_.add_value(region_);
        node.forced.push_back({.in = x, .out = value_of_[entry.value], .reg = 3});
        node.keep = true;
        emit(std::move(node));
        return;
    }
    node.forced.push_back({.in = x, .reg = 3});
    value_of_[entry.value] = compute(std::move(node));
}

// SFPTRANSP transposes L4..L7 as well, whatever they hold; the vendor's compiler keeps values there all the same
// (tensix-core.md 5.1).
void Translator::transpose(const Recorded& entry) {
    pending_.push_back(operand(entry.a));
    pending_.push_back(operand(entry.b));
    Node node{.op = Op::transp, .scrambles = 0xf0};
    results_.clear();
    for (std::size_t i = 0; i < pending_.size(); ++i) {
        results_.push_back(code_.add_value(code_.values[pending_[i]].region));
        node.forced.push_back({pending_[i], results_[i], static_cast<std::uint8_t>(i)});
    }
    node.keep = true;
    pending_.clear();
    emit(std::move(node));
}

// SFPSWAP Mod1 1: VD gets the minimum; 0 exchanges.
void Translator::swap(const Recorded& entry) {
    const Value a = operand(entry.a), b = operand(entry.b);
    const Value new_a = code_.add_value(code_.values[a].region), new_b = code_.add_value(code_.values[b].region);
    emit({.op = Op::swap,
          .mod = static_cast<std::uint8_t>(entry.op == VectorOp::min_max),
          .c = b,
          .d = a,
          .result = new_a,
          .other = new_b,
          .keep = true});
    value_of_[entry.value] = new_a;
    results_ = {new_b};
}

void Translator::write_lreg(Value v, std::uint32_t reg) {
    if (code_.values[v].reg != static_cast<int>(reg)) {
        v = compute({.op = Op::mov, .c = v, .keep = true});
        code_.values[v].reg = static_cast<int>(reg);
    }
    lreg_[reg] = v;
    lreg_written_[reg] = true;
}

// dst_reg += n is INCRWC of 2n rows; its field for Dst has four bits.
void Translator::dst_increment(std::uint32_t steps, bool literal) {
    for (std::uint32_t rows = 2 * steps; rows > 0;) {
        const std::uint32_t now = std::min(rows, abi::rwc_d.ones & ~1u);
        emit({.op = Op::incrwc, .imm = abi::rwc_d.put(now), .built = !literal, .keep = true});
        rows -= now;
    }
}

}  // namespace tessera::sfpu::lowering
