// What lowering works on between the recording and the instructions: nodes with values for operands. Internal to
// lower*.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/sfpu/lower.hpp"

namespace tessera::sfpu::lowering {

using Value = std::uint32_t;  // index into Code::values; no_value where an operand is absent

struct ValueInfo {
    // The LReg of a value that is not computed: a constant register 8..15, or that of a vector from the segment before.
    int reg = -1;
    bool constant = false;  // a compile-time constant, `word`
    std::uint32_t word = 0;
    std::uint32_t region = 0;  // the lanes it was first given in
};

// An operand or result that must be in a certain register.
struct Forced {
    Value in = no_value, out = no_value;  // with both, the instruction changes the register in place
    std::uint8_t reg = 0;
};

struct Node {
    Op op = Op::nop;
    std::uint8_t mod = 0, rounding = 0;
    std::uint32_t imm = 0;                           // of SFPLOADI all 32 bits: one or two instructions
    Value a = no_value, b = no_value, c = no_value;  // VA, VB, VC
    Value d = no_value;                              // what VD held before, read by the instruction
    Value old = no_value;                            // what VD held before, kept in lanes that are off
    Value result = no_value;  // VD; of SFPSWAP and SFPTRANSP the results are in `forced` or `other`
    Value other = no_value;   // SFPSWAP: what VC holds afterwards
    std::vector<Forced> forced = {};
    std::uint8_t scrambles = 0;  // LRegs beside its operands whose lanes it exchanges; the allocator looks past that
    bool built = false;          // its word is put together at run time
    bool assign = false;         // a variable takes a value: a copy that may vanish
    bool keep = false;           // has an effect beside its results
    bool writes_flags = false;   // as its row says of its modifier; nothing is contracted across it
    std::int8_t addr_mod = -1;   // of loads and stores; -1 is that of dst_reg
    bool raw = false;            // a Tensix word of the kernel, as it is
    std::uint32_t raw_word = 0;
    bool dead = false;
    std::uint32_t region = 0;  // numbers the set of enabled lanes
    std::uint32_t block = 0;   // straight-line piece of the kernel
    std::uint32_t pc = 0;
    std::uint32_t source = 0;  // the recorded operation it comes from
};

struct Code {
    std::vector<Node> nodes;
    std::vector<ValueInfo> values;
    std::vector<Value> live_out;
    std::vector<bool> pushes;  // at the end
    const arch::Sfpu* arch = nullptr;

    Value add_value(std::uint32_t region) {
        values.push_back({.region = region});
        return static_cast<Value>(values.size() - 1);
    }
    Value add_fixed(int reg) {
        values.push_back({.reg = reg});
        return static_cast<Value>(values.size() - 1);
    }
};

// Calls f(value) for every value that the node reads, once per operand.
template <class F>
void for_each_read(const Node& node, F f) {
    for (const Value v : {node.a, node.b, node.c, node.d, node.old})
        if (v != no_value) f(v);
    for (const Forced& forced : node.forced)
        if (forced.in != no_value) f(forced.in);
}

// For every value: how many operands read it, the last node that does, and the node that defines it.
struct Uses {
    explicit Uses(const Code& code);
    std::vector<std::uint32_t> reads;
    std::vector<std::int64_t> last_reader;  // -1: nobody
    std::vector<std::int64_t> definition;   // -1: before the segment
    std::vector<bool> out;                  // still held by the kernel at the end
    void add() {                            // a value that nobody reads or defines yet
        reads.push_back(0);
        last_reader.push_back(-1);
        definition.push_back(-1);
        out.push_back(false);
    }
    bool single(Value v) const { return !out[v] && reads[v] == 1; }
    bool used_after(Value v, std::uint32_t node) const { return out[v] || last_reader[v] > node; }
};

constexpr std::uint32_t bit(int n) { return 1u << n; }

// The register that already holds a constant, or -1 (tensix-core.md 5.1).
constexpr int constant_register(std::uint32_t word) {
    switch (word) {
        case 0x00000000: return 9;
        case 0x3f800000: return 10;
        case 0xbf800000: return 11;
        case 0x3f56594b: return 8;
        default: return -1;
    }
}

// The address field of dst_reg[index]; a fault where there is none.
std::uint32_t dst_address(std::uint32_t index, std::uint32_t pc);

// The passes, in the order lower() runs them.
Code translate(const Recording& recording, const arch::Sfpu& arch, const LoweringOf& lowering_of);
void remove_unused(Code& code);  // what nobody reads is no use that could keep a product from fusing
void contract(Code& code, const LoweringOf& lowering_of);
void settle(Code& code);          // assignments, constants in registers, two-address copies
bool sink_constants(Code& code);  // for want of registers; whether anything moved
// The LReg of every value; adds copies where an instruction wants an operand in a register that it cannot live in.
// Fills `live` (one entry a node), `peak` and the registers of `exit`.
std::vector<std::uint8_t> allocate(Code& code, Program& program);

}  // namespace tessera::sfpu::lowering
