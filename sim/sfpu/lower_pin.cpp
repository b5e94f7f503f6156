#include "sim/sfpu/lower_pin.hpp"

#include <algorithm>

namespace tessera::sfpu::lowering {
namespace {

// Positions in the code: a node reads at one and writes at the next. Before it there is room for a copy of each of its
// operands.
constexpr std::int64_t spread = 64;
constexpr std::int64_t reads_at(std::uint32_t node) { return spread * (std::int64_t{node} + 1); }
constexpr std::int64_t copy_reads_at(std::uint32_t node, std::size_t operand) {
    return reads_at(node) - spread + 2 * (static_cast<std::int64_t>(operand) + 1);
}

// Calls f(in, out) for every two values that a node keeps in one register.
template <class F>
void for_each_tie(const Node& node, F f) {
    const Value tied = node.old != no_value ? node.old : node.d;
    if (tied != no_value && node.result != no_value) f(tied, node.result);
    if (node.op == Op::swap) f(node.c, node.other);
    for (const Forced& forced : node.forced)
        if (forced.in != no_value && forced.out != no_value) f(forced.in, forced.out);
}

}  // namespace

Pins::Pins(Code& code) : code_(code) {
    measure();
    pin_values();
    for (std::uint32_t i = 0; i < code_.nodes.size(); ++i) visit(i);
    if (inserted()) insert_copies();
}

void Pins::add_value(std::int64_t start, std::int64_t end) {
    root_.push_back(static_cast<Value>(root_.size()));
    start_.push_back(start);
    end_.push_back(end);
    last_end_.push_back(end);
    for (std::vector<Value>* link : {&parent_, &child_, &sibling_}) link->push_back(no_value);
    wanted_.push_back(-1);
}

void Pins::tie(Value in, Value out) {
    parent_[out] = in;
    sibling_[out] = child_[in];
    child_[in] = out;
}

void Pins::untie(Value in, Value out) {
    Value* link = &child_[in];
    while (*link != out) link = &sibling_[*link];
    *link = sibling_[out];
}

// A value that nothing touches has a life that ends before it starts.
void Pins::measure() {
    const Uses uses(code_);
    for (Value v = 0; v < code_.values.size(); ++v) {
        const bool defined = uses.definition[v] >= 0, touched = defined || uses.last_reader[v] >= 0 || uses.out[v];
        const std::int64_t start = defined ? reads_at(static_cast<std::uint32_t>(uses.definition[v])) + 1 : -1;
        std::int64_t end = start;
        if (uses.last_reader[v] >= 0) end = std::max(end, reads_at(static_cast<std::uint32_t>(uses.last_reader[v])));
        if (uses.out[v]) end = end_of_segment;
        if (touched)
            add_value(start, end);
        else
            add_value(end_of_segment, -1);
    }
    for (const Node& node : code_.nodes) for_each_tie(node, [this](Value in, Value out) { tie(in, out); });
    // A result comes behind what it is tied to.
    for (std::size_t i = code_.nodes.size(); i-- > 0;)
        for_each_tie(code_.nodes[i], [this](Value in, Value out) {
            last_end_[in] = std::max(last_end_[in], last_end_[out]);
            start_[in] = std::min(start_[in], start_[out]);
        });
}

void Pins::pin_values() {
    std::vector<Value> pinned;
    for (Value v = 0; v < code_.values.size(); ++v) {
        const int reg = code_.values[v].reg;
        if (reg < 0 || reg >= registers) continue;
        Value root = v;
        while (parent_[root] != no_value) root = parent_[root];
        wanted_[root] = reg;
        pinned.push_back(root);
    }
    std::ranges::sort(pinned);
    pinned.erase(std::unique(pinned.begin(), pinned.end()), pinned.end());
    for (const Value root : pinned) hold(root, static_cast<std::uint8_t>(wanted_[root]));
}

void Pins::visit(std::uint32_t at) {
    for (std::size_t k = 0; k < code_.nodes[at].forced.size(); ++k) {
        Forced& forced = code_.nodes[at].forced[k];
        if (pin(root_[forced.in], forced.reg)) continue;
        if (!pin(copy(at, forced, copy_reads_at(at, k)), forced.reg))
            throw LoweringFault(fault::Id::lreg_pressure, "two vectors are forced into one register at once",
                                {code_.nodes[at].pc});
    }
    for_each_tie(code_.nodes[at], [this](Value in, Value out) { root_[out] = root_[in]; });
}

bool Pins::pin(Value root, std::uint8_t reg) {
    if (wanted_[root] >= 0) return wanted_[root] == reg;
    if (is_held(reg, root)) return false;
    wanted_[root] = reg;
    hold(root, reg);
    return true;
}

void Pins::hold(Value root, std::uint8_t reg) {
    if (last_end_[root] < start_[root]) return;
    if (is_held(reg, root))
        meeting_[reg].push_back(root);
    else
        held_[reg].emplace(start_[root], root);
}

bool Pins::is_held(std::uint8_t reg, Value by) const {
    const auto meets = [&](Value other) { return start_[other] <= last_end_[by] && start_[by] <= last_end_[other]; };
    const auto behind = held_[reg].upper_bound(last_end_[by]);
    return (behind != held_[reg].begin() && meets(std::prev(behind)->second)) ||
           std::ranges::any_of(meeting_[reg], meets);
}

// Returns the copy, which is a web's root.
Value Pins::copy(std::uint32_t at, Forced& forced, std::int64_t position) {
    const Node& user = code_.nodes[at];
    const Value from = forced.in, fresh = code_.add_value(user.region);
    Node move{.op = Op::mov, .c = from, .result = fresh};
    // Instructions that move data between lanes need all of them.
    move.mod = forced.out != no_value && user.region != 0 ? 2 : 0;
    move.region = user.region;
    move.block = user.block;
    move.pc = user.pc;
    move.source = user.source;
    copies_.push_back({at, std::move(move)});
    forced.in = fresh;
    add_value(position + 1, reads_at(at));
    bool still_read = false;
    for_each_read(user, [&](Value v) { still_read |= v == from; });
    const bool ended_here = end_[from] == reads_at(at) && !still_read;
    if (ended_here) end_[from] = position;
    if (forced.out != no_value) {
        untie(from, forced.out);
        tie(fresh, forced.out);
        last_end_[fresh] = std::max(last_end_[fresh], last_end_[forced.out]);
    }
    const Value root = root_[from];
    if (forced.out != no_value || (ended_here && last_end_[root] == reads_at(at))) shrink(root);
    return fresh;
}

void Pins::shrink(Value root) {
    std::int64_t end = end_[root];
    std::vector<Value> open{root};
    while (!open.empty()) {
        const Value v = open.back();
        open.pop_back();
        end = std::max(end, end_[v]);
        for (Value c = child_[v]; c != no_value; c = sibling_[c]) open.push_back(c);
    }
    last_end_[root] = end;
}

void Pins::insert_copies() {
    std::vector<Node> nodes;
    nodes.reserve(code_.nodes.size() + copies_.size());
    auto next = copies_.begin();
    for (std::uint32_t i = 0; i < code_.nodes.size(); ++i) {
        for (; next != copies_.end() && next->before == i; ++next) nodes.push_back(std::move(next->move));
        nodes.push_back(std::move(code_.nodes[i]));
    }
    code_.nodes = std::move(nodes);
}

}  // namespace tessera::sfpu::lowering
