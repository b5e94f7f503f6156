// Values become registers' worth: variables under a condition, constants that need no register, and instructions that
// overwrite an operand. Afterwards every node changes at most the register its result is tied to.
#include <algorithm>

#include "sim/sfpu/lower_ir.hpp"

namespace tessera::sfpu::lowering {
namespace {

// The negative of a loaded constant is loaded instead; no bits change.
void load_negatives(Code& code) {
    const Uses uses(code);
    for (Node& node : code.nodes) {
        if (node.op != Op::mov || node.mod != 1 || node.raw || !uses.single(node.c)) continue;
        const ValueInfo& info = code.values[node.c];
        if (!info.constant || node.old != no_value) continue;
        Node& load = code.nodes[static_cast<std::size_t>(uses.definition[node.c])];
        load.dead = true;
        node.op = Op::loadi;
        node.mod = 0;
        node.imm = info.word ^ 0x80000000u;
        node.c = no_value;
        code.values[node.result].constant = true;
        code.values[node.result].word = node.imm;
    }
    std::erase_if(code.nodes, [](const Node& node) { return node.dead; });
}

// The node that computes what a variable takes, if it may compute it into the variable's register as far as the two
// nodes themselves say.
Node* mergeable(Code& code, const Uses& uses, const Node& assign) {
    if (!assign.assign || !uses.single(assign.c) || uses.definition[assign.c] < 0) return nullptr;
    const std::int64_t from = uses.definition[assign.c];
    Node& source = code.nodes[static_cast<std::size_t>(from)];
    const bool fits = source.region == assign.region && source.old == no_value && source.result == assign.c &&
                      source.op != Op::swap && !source.dead && code.values[assign.c].reg < 0 &&
                      uses.definition[assign.old] <= from;
    return fits ? &source : nullptr;
}

// A variable's new value is computed straight into its register when it was computed for the same lanes, for this use
// alone, and nobody reads the old value in between (tensix-core.md 5.3).
void merge_assignments(Code& code) {
    const Uses uses(code);
    std::vector<std::int64_t> last_read(code.values.size(), -1);  // of the code up to here, as it has become
    for (std::size_t i = 0; i < code.nodes.size(); ++i) {
        Node& assign = code.nodes[i];
        if (Node* const source = mergeable(code, uses, assign)) {
            const std::int64_t from = uses.definition[assign.c];
            if (last_read[assign.old] <= from) {
                last_read[assign.old] = from;
                source->old = assign.old;
                source->result = assign.result;
                assign.dead = true;
                continue;
            }
        }
        for_each_read(assign, [&](Value v) { last_read[v] = static_cast<std::int64_t>(i); });
    }
    std::erase_if(code.nodes, [](const Node& node) { return node.dead; });
}

// 0, 1, -1 and 0.8373 are read from the registers that hold them.
void use_constant_registers(Code& code) {
    for (Node& node : code.nodes)
        for (Value* slot : {&node.a, &node.b, &node.c}) {
            if (*slot == no_value || node.op == Op::swap) continue;
            const ValueInfo info = code.values[*slot];
            const int reg = info.constant ? constant_register(info.word) : -1;
            if (reg >= 0) *slot = code.add_fixed(reg);
        }
}

bool is_commutative(const Node& node) {
    return node.op == Op::and_ || node.op == Op::or_ || node.op == Op::xor_ || (node.op == Op::iadd && node.mod == 4);
}

// Inserts the copies that two-address instructions and surviving old values need.
class Copier {
  public:
    explicit Copier(Code& code) : code_(code), uses_(code) {}

    void run() {
        for (std::uint32_t i = 0; i < code_.nodes.size(); ++i) {
            Node node = code_.nodes[i];
            if (node.op == Op::swap) {
                settle_swap(node, i);
            } else {
                if (node.d != no_value && node.result != no_value) choose_operand(node, i);
                if (needs_detour(node)) {
                    Node move = node;
                    move.op = Op::mov;
                    move.mod = 0;
                    move.imm = 0;
                    move.d = no_value;
                    move.c = node.result = code_.add_value(node.region);
                    node.old = no_value;
                    own_operand(node, i);
                    out_.push_back(node);
                    node = std::move(move);
                }
                if (node.old != no_value) keep_old(node, i);
                if (node.d != no_value && node.result != no_value && node.d != node.old) own_operand(node, i);
            }
            for (Forced& forced : node.forced) {
                const bool survives = forced.out != no_value && uses_.used_after(forced.in, i);
                if (survives || is_fixed(forced.in)) forced.in = copy(node, forced.in, true, no_value);
            }
            if (node.op == Op::store && code_.values[node.c].reg > 11) node.c = copy(node, node.c, false, no_value);
            out_.push_back(std::move(node));
        }
        code_.nodes = std::move(out_);
    }

  private:
    bool is_fixed(Value v) const { return code_.values[v].reg >= 8; }
    bool is_loaded(Value v) const { return code_.values[v].constant && !is_fixed(v); }
    bool can_overwrite(Value v, std::uint32_t at) const { return !is_fixed(v) && !uses_.used_after(v, at); }

    // A copy of v before the node; in all lanes where lanes that are off matter later. A loaded constant is loaded
    // anew.
    Value copy(const Node& node, Value v, bool all_lanes, Value old) {
        const Value fresh = code_.add_value(node.region);
        Node move{.op = Op::mov, .c = v, .old = old, .result = fresh};
        move.mod = all_lanes && node.region != 0 ? 2 : 0;
        if (is_loaded(v) && move.mod == 0) {
            move.op = Op::loadi;
            move.c = no_value;
            move.imm = code_.values[v].word;
        }
        move.region = node.region;
        move.block = node.block;
        move.pc = node.pc;
        move.source = node.source;
        out_.push_back(std::move(move));
        return fresh;
    }

    // Commutative operations overwrite the operand that costs no copy: that of the variable, else one that dies here.
    void choose_operand(Node& node, std::uint32_t at) {
        if (!is_commutative(node) || node.d == node.old) return;
        const bool into_variable = node.old != no_value && node.c == node.old;
        if (into_variable || (!can_overwrite(node.d, at) && can_overwrite(node.c, at))) std::swap(node.c, node.d);
    }

    void keep_old(Node& node, std::uint32_t at) {
        if (can_overwrite(node.old, at)) return;
        const Value kept = copy(node, node.old, true, no_value);
        if (node.d == node.old) node.d = kept;
        node.old = kept;
    }

    // A variable that is an operand beside VD cannot be its own VD: the result goes there by a copy.
    bool needs_detour(const Node& node) const {
        return node.old != no_value && node.d != no_value && node.d != node.old && node.c == node.old;
    }

    void own_operand(Node& node, std::uint32_t at) {
        if (node.old == no_value && can_overwrite(node.d, at)) return;
        node.d = copy(node, node.d, false, node.old);
        node.old = no_value;
    }

    void settle_swap(Node& node, std::uint32_t at) {
        if (!can_overwrite(node.d, at)) node.d = copy(node, node.d, true, no_value);
        if (!can_overwrite(node.c, at) || node.c == node.d) node.c = copy(node, node.c, true, no_value);
    }

    Code& code_;
    Uses uses_;
    std::vector<Node> out_;
};

}  // namespace

void remove_unused(Code& code) {
    const Uses uses(code);
    std::vector<std::uint32_t> count = uses.reads;
    for (const Value v : code.live_out) ++count[v];
    for (std::size_t i = code.nodes.size(); i-- > 0;) {
        Node& node = code.nodes[i];
        if (node.dead || node.keep || node.writes_flags || node.result == no_value || count[node.result] > 0) continue;
        node.dead = true;
        for_each_read(node, [&](Value v) { --count[v]; });
    }
    std::erase_if(code.nodes, [](const Node& node) { return node.dead; });
}

void settle(Code& code) {
    remove_unused(code);
    load_negatives(code);
    merge_assignments(code);
    use_constant_registers(code);
    Copier(code).run();
    remove_unused(code);
}

}  // namespace tessera::sfpu::lowering
