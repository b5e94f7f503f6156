// Contraction: which operations become one instruction (spec/tensix-core.md 5.2; these rules decide bits).
#include <utility>

#include "sim/sfpu/lower_ir.hpp"

namespace tessera::sfpu::lowering {

Uses::Uses(const Code& code)
    : reads(code.values.size(), 0),
      last_reader(code.values.size(), -1),
      definition(code.values.size(), -1),
      out(code.values.size(), false) {
    for (std::uint32_t i = 0; i < code.nodes.size(); ++i) {
        const Node& node = code.nodes[i];
        if (node.dead) continue;
        for_each_read(node, [&](Value v) {
            ++reads[v];
            last_reader[v] = i;
        });
        if (node.result != no_value) definition[node.result] = i;
        if (node.other != no_value) definition[node.other] = i;
        for (const Forced& forced : node.forced)
            if (forced.out != no_value) definition[forced.out] = i;
    }
    for (const Value v : code.live_out) out[v] = true;
}

namespace {

class Contractor {
  public:
    Contractor(Code& code, const LoweringOf& lowering_of)
        : code_(code), lowering_of_(lowering_of), uses_(code), flag_writers_(code.nodes.size() + 1) {
        for (std::size_t i = 0; i < code.nodes.size(); ++i)
            flag_writers_[i + 1] = flag_writers_[i] + (code.nodes[i].writes_flags && !code.nodes[i].dead);
    }

    // Rule 1: SFPADDI and SFPMULI, of the operations with this profile.
    void form_immediates(Lowering lowering) {
        for_each_node([&](Node& node, std::uint32_t at) {
            if (node.mod != 0 || lowering_of_(node.source) != lowering) return;
            if (node.op == Op::add &&
                (to_immediate(node, at, node.b, node.c) || to_immediate(node, at, node.c, node.b)))
                return;
            if (node.op == Op::mul && !to_immediate(node, at, node.a, node.b)) to_immediate(node, at, node.b, node.a);
        });
    }

    // Rule 2: sign flips with a single use become modifier bits, of the product (1) and of the addend (2).
    void fold_flips() {
        for_each_node([&](Node& node, std::uint32_t at) {
            if (node.op == Op::add) {
                fold_operand(node, at, node.b, 1);
                fold_operand(node, at, node.c, 2);
            } else if (node.op == Op::mul && !is_flip(node)) {
                fold_operand(node, at, node.a, 1);
                fold_operand(node, at, node.b, 1);
            } else if (is_flip(node)) {
                fold_result(node, at);
            }
        });
    }

    // Rule 3: SFPMAD, the right operand of the addition first.
    void form_mads() {
        for_each_node([&](Node& node, std::uint32_t at) {
            if (node.op != Op::add) return;
            const int flip_left = node.mod & 1, flip_right = (node.mod >> 1) & 1;
            if (!fuse(node, at, node.c, node.b, flip_right, flip_left))
                fuse(node, at, node.b, node.c, flip_left, flip_right);
        });
    }

    // Rule 4: an addition left with a flipped operand is one SFPMAD with -1.
    void negate_by_mad() {
        for_each_node([&](Node& node, std::uint32_t at) {
            if (node.op == Op::add && !negate(node, at, node.c, node.b)) negate(node, at, node.b, node.c);
        });
    }

  private:
    // A pass goes down the code and changes nothing behind the node that it is at: the last readers of the pass's begin
    // serve for what is asked of later nodes. Counts and definitions are kept current.
    template <class F>
    void for_each_node(F f) {
        uses_ = Uses(code_);
        for (std::uint32_t i = 0; i < code_.nodes.size(); ++i)
            if (!code_.nodes[i].dead && !code_.nodes[i].raw && lowering_of_(code_.nodes[i].source) != Lowering::none)
                f(code_.nodes[i], i);
    }

    template <class F>
    void rewrite(Node& node, F change) {
        for_each_read(node, [&](Value v) { --uses_.reads[v]; });
        change();
        for_each_read(node, [&](Value v) { ++uses_.reads[v]; });
    }
    void remove(Node& node) {
        for_each_read(node, [&](Value v) { --uses_.reads[v]; });
        uses_.definition[node.result] = -1;
        node.dead = true;
    }

    // The node that defines v, when only straight-line code without flag writes lies between.
    Node* reachable(Value v, std::uint32_t at) {
        const std::int64_t from = uses_.definition[v];
        if (from < 0) return nullptr;
        Node& source = code_.nodes[static_cast<std::size_t>(from)];
        if (source.block != code_.nodes[at].block) return nullptr;
        return flag_writers_[at] == flag_writers_[static_cast<std::size_t>(from) + 1] ? &source : nullptr;
    }

    bool is_register(Value v, int reg) const { return v != no_value && code_.values[v].reg == reg; }

    // SFPMOV Mod1 1, or a product with L11.
    bool is_flip(const Node& node) const {
        if (node.assign || node.old != no_value) return false;
        if (node.op == Op::mov) return node.mod == 1;
        return code_.arch->sign_flips && node.op == Op::mul && node.mod == 0 &&
               (is_register(node.a, 11) || is_register(node.b, 11));
    }
    Value flipped(const Node& node) const {
        if (node.op == Op::mov) return node.c;
        return is_register(node.a, 11) ? node.b : node.a;
    }
    Node* single_flip(Value v, std::uint32_t at) {
        if (!uses_.single(v)) return nullptr;
        Node* source = reachable(v, at);
        return source && is_flip(*source) ? source : nullptr;
    }

    bool to_immediate(Node& node, std::uint32_t at, Value constant, Value other) {
        const ValueInfo& info = code_.values[constant];
        if (!info.constant || (info.word & 0xffff) != 0 || constant_register(info.word) >= 0) return false;
        if (other == constant || uses_.used_after(other, at) || code_.values[other].reg >= 8) return false;
        if (code_.values[other].constant && constant_register(code_.values[other].word) >= 0) return false;
        const Node* source = reachable(constant, at);
        if (!source || source->op != Op::loadi) return false;
        rewrite(node, [&] {
            node.op = node.op == Op::add ? Op::addi : Op::muli;
            node.imm = info.word >> 16;
            node.d = other;
            node.a = node.b = node.c = no_value;
        });
        return true;
    }

    void fold_operand(Node& node, std::uint32_t at, Value& slot, std::uint8_t flip) {
        while (Node* source = single_flip(slot, at)) {
            rewrite(node, [&] { slot = flipped(*source); });
            node.mod ^= flip;
            remove(*source);
        }
    }

    void fold_result(Node& flip, std::uint32_t at) {
        const Value v = flipped(flip);
        if (!uses_.single(v)) return;
        Node* source = reachable(v, at);
        if (!source || (source->op != Op::mul && source->op != Op::add)) return;
        source->mod ^= source->op == Op::mul ? 1 : 3;
        remove(flip);
        source->result = flip.result;
        uses_.definition[flip.result] = std::exchange(uses_.definition[v], -1);
    }

    bool fuse(Node& sum, std::uint32_t at, Value product, Value addend, int flip_product, int flip_addend) {
        if (!uses_.single(product)) return false;
        Node* source = reachable(product, at);
        if (!source || source->op != Op::mul) return false;
        rewrite(sum, [&] {
            sum.op = Op::mad;
            sum.a = source->a;
            sum.b = source->b;
            sum.c = addend;
        });
        sum.mod =
            static_cast<std::uint8_t>((source->mod & 1) ^ flip_product) | static_cast<std::uint8_t>(flip_addend << 1);
        remove(*source);
        return true;
    }

    bool negate(Node& sum, std::uint32_t at, Value flip, Value other) {
        Node* source = single_flip(flip, at);
        if (!source) return false;
        const Value minus_one = code_.add_fixed(11);
        uses_.add();
        rewrite(sum, [&] {
            sum.op = Op::mad;
            sum.a = minus_one;
            sum.b = source->c;
            sum.c = other;
        });
        remove(*source);
        return true;
    }

    Code& code_;
    const LoweringOf& lowering_of_;
    Uses uses_;
    std::vector<std::uint32_t> flag_writers_;  // before each node; contraction removes none
};

}  // namespace

void contract(Code& code, const LoweringOf& lowering_of) {
    Contractor contractor(code, lowering_of);
    contractor.form_immediates(Lowering::sfpi_2025);
    if (code.arch->sign_flips) contractor.fold_flips();
    contractor.form_mads();
    if (!code.arch->sign_flips) contractor.negate_by_mad();
    contractor.form_immediates(Lowering::sfpi_2023);
}

}  // namespace tessera::sfpu::lowering
