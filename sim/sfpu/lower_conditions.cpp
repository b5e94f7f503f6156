// Conditions and predicate regions (spec/tensix-core.md 5.3, classic lowering).
#include "sim/sfpu/lower_translate.hpp"

namespace tessera::sfpu::lowering {
namespace {

// Mod1 of SFPSETCC.
enum : std::uint8_t { negative = 0, not_zero = 2, not_negative = 4, zero = 6 };

VectorOp inverse(VectorOp op) {
    switch (op) {
        case VectorOp::float_lt: return VectorOp::float_ge;
        case VectorOp::float_ge: return VectorOp::float_lt;
        case VectorOp::float_eq: return VectorOp::float_ne;
        case VectorOp::float_ne: return VectorOp::float_eq;
        case VectorOp::float_gt: return VectorOp::float_le;
        case VectorOp::float_le: return VectorOp::float_gt;
        case VectorOp::int_lt: return VectorOp::int_ge;
        case VectorOp::int_ge: return VectorOp::int_lt;
        case VectorOp::int_eq: return VectorOp::int_ne;
        case VectorOp::int_ne: return VectorOp::int_eq;
        case VectorOp::int_gt: return VectorOp::int_le;
        default: return VectorOp::int_gt;
    }
}

}  // namespace

// The outermost push is not issued: below it all lanes are on, and SFPENCC restores that.
void Translator::push() {
    stack_.push_back({.region = region_, .issued = !stack_.empty()});
    if (!stack_.back().issued) return;
    stack_.back().node = static_cast<std::int64_t>(code_.nodes.size());
    emit({.op = Op::pushc, .keep = true});
}

void Translator::pop() {
    if (stack_.empty()) throw LoweringFault(fault::Id::unbalanced_predicate, "v_endif without its v_if", {pc_});
    const Push entry = stack_.back();
    stack_.pop_back();
    // An inner pop directly before an outer one restores lanes that nobody uses.
    const auto here = static_cast<std::int64_t>(code_.nodes.size());
    if (last_pop_ >= 0 && last_pop_ == here - 1) {
        code_.nodes[static_cast<std::size_t>(last_pop_push_)].dead = true;
        code_.nodes.pop_back();
    }
    last_pop_ = -1;
    if (entry.issued && !entry.complemented && entry.node >= 0) {
        last_pop_ = static_cast<std::int64_t>(code_.nodes.size());
        last_pop_push_ = entry.node;
    }
    if (entry.issued)
        emit({.op = Op::popc, .keep = true});
    else
        emit({.op = Op::encc, .mod = 10, .imm = 3, .keep = true});
    region_ = entry.region;
}

void Translator::complement() {
    if (stack_.empty()) throw LoweringFault(fault::Id::unbalanced_predicate, "v_else without its v_if", {pc_});
    stack_.back().complemented = true;
    emit({.op = Op::compc, .keep = true});
    new_region();
}

void Translator::set_flags(int mod, Value v) {
    emit({.op = Op::setcc, .mod = static_cast<std::uint8_t>(mod), .c = v, .keep = true});
    new_region();
}

void Translator::narrow(std::uint32_t condition, bool negate) {
    if (condition == no_value)
        throw LoweringFault(fault::Id::uninitialised_vector,
                            "a condition is used in another segment than the one that made it", {pc_});
    Condition c = conditions_[condition];
    switch (c.op) {
        case VectorOp::condition_not: return narrow(c.a, !negate);
        case VectorOp::condition_and: return negate ? narrow_either(c, true) : narrow_both(c, false);
        case VectorOp::condition_or: return negate ? narrow_both(c, true) : narrow_either(c, false);
        default: break;
    }
    if (negate) c.op = inverse(c.op);
    const bool complemented = c.op == VectorOp::float_le || c.op == VectorOp::int_le;
    if (!complemented) return compare(c);
    c.op = inverse(c.op);
    if (at_head() && !stack_.empty()) {
        compare(c);
        complement();
    } else {
        in_temporary([&] {
            compare(c);
            complement();
        });
    }
}

void Translator::narrow_both(const Condition& condition, bool negate) {
    narrow(condition.a, negate);
    narrow(condition.b, negate);
}

// De Morgan: the lanes where neither holds, complemented within those of the last push.
void Translator::narrow_either(const Condition& condition, bool negate) {
    const auto either = [&] {
        narrow_both(condition, !negate);
        complement();
    };
    if (at_head() && !stack_.empty())
        either();
    else
        in_temporary(either);
}

// Where the lanes in force are fewer than those of the last push, SFPCOMPC would bring others back: the condition is
// worked out one push deeper, saved as 0 where it holds, and tested.
template <class F>
void Translator::in_temporary(F narrow_lanes) {
    const Value ones = constant(1, true);
    push();
    narrow_lanes();
    const Value saved = constant(0, true, ones);
    pop();
    last_pop_ = -1;
    set_flags(zero, saved);
}

Value Translator::condition_value(std::uint32_t condition) {
    const Value zeros = constant(0, true);
    push();
    narrow(condition, false);
    const Value saved = constant(1, true, zeros);
    pop();
    code_.values[saved].region = code_.values[zeros].region;
    return saved;
}

void Translator::compare(const Condition& comparison) {
    if (comparison.op <= VectorOp::float_le)
        compare_float(comparison.op, comparison.a, comparison.b);
    else
        compare_int(comparison.op, comparison.a, comparison.b);
}

void Translator::compare_float(VectorOp op, Value a, Value b) {
    const Value difference = is_zero(b) ? a : compute({.op = Op::mad, .a = b, .b = fixed(11), .c = a, .keep = true});
    switch (op) {
        case VectorOp::float_lt: return set_flags(negative, difference);
        case VectorOp::float_ge: return set_flags(not_negative, difference);
        case VectorOp::float_eq: return set_flags(zero, difference);
        case VectorOp::float_ne: return set_flags(not_zero, difference);
        default: set_flags(not_negative, difference); return set_flags(not_zero, difference);
    }
}

void Translator::compare_int(VectorOp op, Value a, Value b) {
    const bool order = op == VectorOp::int_lt || op == VectorOp::int_ge || op == VectorOp::int_gt;
    Value difference = a;
    if (!is_zero(b)) {
        // Mod1 of SFPIADD: bit 0 immediate, bit 1 c - d, bit 2 leaves the flags alone, bit 3 inverts them.
        const std::uint8_t flags = !order ? 4 : op == VectorOp::int_lt ? 0 : 8;
        Node node{.op = Op::iadd, .c = a, .keep = true};
        if (const auto n = immediate(b, true)) {
            node.mod = 1 | flags;
            node.imm = static_cast<std::uint32_t>(*n) & 0xfff;
        } else {
            node.mod = 2 | flags;
            node.d = b;
        }
        difference = compute(std::move(node));
        if (order) {
            new_region();
            if (op == VectorOp::int_gt) set_flags(not_zero, difference);
            return;
        }
    }
    switch (op) {
        case VectorOp::int_lt: return set_flags(negative, difference);
        case VectorOp::int_ge: return set_flags(not_negative, difference);
        case VectorOp::int_eq: return set_flags(zero, difference);
        case VectorOp::int_ne: return set_flags(not_zero, difference);
        default: set_flags(not_negative, difference); return set_flags(not_zero, difference);
    }
}

}  // namespace tessera::sfpu::lowering
