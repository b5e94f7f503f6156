#include "tests/fuzz/sfpi/slow_tree.hpp"

#include <algorithm>

#include "sim/num/mad.hpp"

namespace tessera::fuzz {
namespace {

constexpr Word sign = 0x80000000, one = 0x3f800000;

// 0, 1, -1 and 0.8373 live in registers and are no immediates.
bool in_register(Word w) { return w == 0 || w == one || w == (one | sign) || w == 0x3f56594b; }

}  // namespace

int Graph::push(Node node) {
    node.epoch = epoch_;
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
}

int Graph::condition(Test test, int a, int b) {
    conditions_.push_back({test, a, b});
    return static_cast<int>(conditions_.size()) - 1;
}

int Graph::mask(Mask mask) {
    masks_.push_back(mask);
    return static_cast<int>(masks_.size()) - 1;
}

int Graph::difference(int a, int b) {
    if (lowering_ == sfpu::Lowering::none) return in_place(a, b);
    const int negative = push({.kind = Kind::negate, .a = b});
    return push({.kind = Kind::add, .b = a, .c = negative});
}

int Graph::in_place(int a, int b) {
    if (bh_) return push({.kind = Kind::add, .b = a, .c = b, .flip = 2});
    return push({.kind = Kind::subtract, .b = b, .c = a});
}

int Graph::comparison(Test test, int a, int b) {
    const bool with_zero = is_literal(b) && node(b).word == 0;
    return condition(test, push({.kind = Kind::compare, .a = a, .b = with_zero ? -1 : b}), -1);
}

std::vector<int> Graph::readers(int value) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& n = nodes_[i];
        if (n.dead) continue;
        for (const int operand : {n.a, n.b, n.c})
            if (operand == value) found.push_back(static_cast<int>(i));
    }
    return found;
}

bool Graph::near(int from, int at) const {
    return nodes_[static_cast<std::size_t>(from)].epoch == nodes_[static_cast<std::size_t>(at)].epoch;
}

void Graph::drop_unused() {
    for (int i = static_cast<int>(nodes_.size()) - 1; i >= 0; --i)
        if (node(i).kind != Kind::store && node(i).kind != Kind::compare && readers(i).empty()) node(i).dead = true;
}

void Graph::contract() {
    drop_unused();
    if (lowering_ == sfpu::Lowering::none) return;
    if (lowering_ == sfpu::Lowering::sfpi_2025) form_immediates();
    if (bh_) fold_flips();
    form_mads();
    if (!bh_) negate_by_mad();
    if (lowering_ == sfpu::Lowering::sfpi_2023) form_immediates();
}

// 5.2 step 1: the left operand first; the other one must not be used afterwards.
void Graph::form_immediates() {
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
        const Node n = node(i);
        if (n.dead || n.flip != 0) continue;
        if (n.kind == Kind::add && !immediate(i, n.b, n.c)) immediate(i, n.c, n.b);
        if (n.kind == Kind::mul && !immediate(i, n.a, n.b)) immediate(i, n.b, n.a);
    }
}

bool Graph::immediate(int at, int constant, int other) {
    const Node k = node(constant);
    if (k.kind != Kind::literal || (k.word & 0xffff) != 0 || in_register(k.word) || !near(constant, at)) return false;
    if (node(other).kind == Kind::literal && in_register(node(other).word)) return false;
    if (readers(other).back() > at) return false;
    Node& n = node(at);
    n.kind = n.kind == Kind::add ? Kind::addi : Kind::muli;
    n.word = k.word;
    n.a = n.c = -1;
    n.b = other;
    return true;
}

// 5.2 step 2: a flip with one use vanishes into what uses it, or into the product or sum that it flips.
void Graph::fold_flips() {
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
        if (node(i).dead) continue;
        if (node(i).kind == Kind::add) {
            fold_operand(i, &Node::b, 1);
            fold_operand(i, &Node::c, 2);
        } else if (node(i).kind == Kind::mul) {
            fold_operand(i, &Node::a, 1);
            fold_operand(i, &Node::b, 1);
        } else if (node(i).kind == Kind::negate) {
            const int from = node(i).a;
            Node& source = node(from);
            if (!single(from) || !near(from, i) || (source.kind != Kind::mul && source.kind != Kind::add)) continue;
            source.flip ^= source.kind == Kind::mul ? 1 : 3;
            node(i).dead = true;
            for (Node& n : nodes_)
                for (int* slot : {&n.a, &n.b, &n.c})
                    if (*slot == i) *slot = from;
        }
    }
}

void Graph::fold_operand(int at, int Node::*slot, int flip) {
    for (;;) {
        const int operand = node(at).*slot;
        if (node(operand).kind != Kind::negate || !single(operand) || !near(operand, at)) return;
        node(at).*slot = node(operand).a;
        node(at).flip ^= flip;
        node(operand).dead = true;
    }
}

// 5.2 step 3: the right operand first.
void Graph::form_mads() {
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
        const Node n = node(i);
        if (n.dead || n.kind != Kind::add) continue;
        const int left = n.flip & 1, right = n.flip >> 1;
        if (!fuse(i, n.c, n.b, right, left)) fuse(i, n.b, n.c, left, right);
    }
}

bool Graph::fuse(int at, int product, int addend, int flip_product, int flip_addend) {
    const Node p = node(product);
    if (p.kind != Kind::mul || !single(product) || !near(product, at)) return false;
    Node& n = node(at);
    n.kind = Kind::mad;
    n.a = p.a;
    n.b = p.b;
    n.c = addend;
    n.flip = (p.flip ^ flip_product) | flip_addend << 1;
    node(product).dead = true;
    return true;
}

// 5.2 step 4.
void Graph::negate_by_mad() {
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
        if (node(i).dead || node(i).kind != Kind::add) continue;
        for (const auto& [flip, other] : {std::pair{node(i).c, node(i).b}, std::pair{node(i).b, node(i).c}}) {
            if (node(flip).kind != Kind::negate || !single(flip) || !near(flip, i)) continue;
            node(i).kind = Kind::subtract;
            node(i).b = node(flip).a;
            node(i).c = other;
            node(flip).dead = true;
            break;
        }
    }
}

std::vector<Word> Graph::evaluate(const std::vector<Word>& inputs) const {
    const num::MadRules rules = bh_ ? num::MadRules{true, true, true, true} : num::MadRules{};
    std::vector<Word> value(nodes_.size()), stored;
    const std::function<bool(int)> holds = [&](int index) {
        const Condition& c = conditions_[static_cast<std::size_t>(index)];
        if (c.test == Test::both) return holds(c.a) && holds(c.b);
        if (c.test == Test::either) return holds(c.a) || holds(c.b);
        if (c.test == Test::inverse) return !holds(c.a);
        const Word t = value[static_cast<std::size_t>(c.a)];
        const bool negative = t & sign, zero = t == 0;
        switch (c.test) {
            case Test::lt: return negative;
            case Test::ge: return !negative;
            case Test::eq: return zero;
            case Test::ne: return !zero;
            case Test::gt: return !negative && !zero;
            default: return negative || zero;
        }
    };
    // A mask is settled when it comes into force; its conditions read values of that time, which never change.
    const std::function<bool(int)> on = [&](int index) {
        if (index == 0) return true;
        const Mask& m = masks_[static_cast<std::size_t>(index)];
        return on(m.parent) && (m.condition < 0 || holds(m.condition)) && (m.without < 0 || !on(m.without));
    };
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& n = nodes_[i];
        if (n.dead) continue;
        const auto of = [&](int index) { return index < 0 ? 0 : value[static_cast<std::size_t>(index)]; };
        const Word a = of(n.a), b = of(n.b), c = of(n.c);
        const Word flip_1 = n.flip & 1 ? sign : 0, flip_2 = n.flip & 2 ? sign : 0;
        Word& v = value[i];
        switch (n.kind) {
            case Kind::input: v = inputs[n.word]; break;
            case Kind::literal: v = n.word; break;
            case Kind::negate: v = a ^ sign; break;
            case Kind::mul: v = num::mad(rules, a ^ flip_1, b, 0); break;
            case Kind::add: v = num::mad(rules, one ^ flip_1, b, c ^ flip_2); break;
            case Kind::mad: v = num::mad(rules, a ^ flip_1, b, c ^ flip_2); break;
            case Kind::subtract: v = num::mad(rules, one | sign, b, c); break;
            case Kind::addi: v = num::mad(rules, n.word, one, b); break;
            case Kind::muli: v = num::mad(rules, n.word, b, 0); break;
            case Kind::bits: v = n.bits(a, b); break;
            case Kind::compare: v = n.b < 0 ? a : num::mad(rules, b, one | sign, a); break;
            case Kind::merge: v = on(n.mask) ? b : a; break;
            case Kind::store: stored.push_back(a); break;
        }
    }
    return stored;
}

}  // namespace tessera::fuzz
