// LReg allocation by exact liveness: code is straight, so the life of a register's content is one interval. Values that
// an instruction changes in place share a register: a web.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sfpu/lower_ir.hpp"
#include "sim/sfpu/lower_pin.hpp"

namespace tessera::sfpu::lowering {
namespace {

// Node i reads at position 2i and writes at 2i + 1, so that a result may take an operand's register.
constexpr std::int64_t reads_at(std::size_t node) { return 2 * static_cast<std::int64_t>(node); }
constexpr std::int64_t writes_at(std::size_t node) { return reads_at(node) + 1; }

struct Web {
    std::int64_t start = end_of_segment, end = -1;
    int reg = -1;     // assigned
    int wanted = -1;  // forced by an instruction or by the segment before
    std::uint32_t pc = 0;
    bool used() const { return end >= start; }
};

// How many webs are live, by position.
class Pressure {
  public:
    Pressure(const std::vector<Web>& webs, std::size_t nodes) : live_(2 * nodes + 1), after_(nodes + 1) {
        const auto last = static_cast<std::int64_t>(2 * nodes);
        for (const Web& w : webs) {
            if (!w.used()) continue;
            const std::int64_t start = std::max<std::int64_t>(w.start, 0), end = std::min(w.end, last);
            add(live_, start, end);
            // After node i are those that begin by its result and are read by a later one.
            add(after_, start / 2, end / 2 - 1);
        }
        sum(live_);
        sum(after_);
    }
    int at(std::int64_t position) const { return live_[static_cast<std::size_t>(position)]; }
    int after(std::size_t node) const { return after_[node]; }
    int peak() const { return live_.size() < 2 ? 0 : *std::max_element(live_.begin(), live_.end() - 1); }

  private:
    // One more from the first to the last of them; nothing where the last is before the first.
    static void add(std::vector<int>& counts, std::int64_t first, std::int64_t last) {
        if (last < first) return;
        ++counts[static_cast<std::size_t>(first)];
        if (const auto behind = static_cast<std::size_t>(last) + 1; behind < counts.size()) --counts[behind];
    }
    static void sum(std::vector<int>& counts) {
        for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
    }

    std::vector<int> live_, after_;
};

// The webs that have a register, as far as others ask for it: those that are forced into it, by start, and of those
// that were given it in order of their starts the last end.
class Occupied {
  public:
    void force(const Web& web) {
        const std::int64_t before = forced_.empty() ? -1 : forced_.back().end;
        forced_.push_back({web.start, std::max(before, web.end)});
    }
    bool is_free(const Web& web) const {
        if (end_ >= web.start) return false;
        const auto behind = std::upper_bound(forced_.begin(), forced_.end(), web.end,
                                             [](std::int64_t end, const Life& life) { return end < life.start; });
        return behind == forced_.begin() || std::prev(behind)->end < web.start;
    }
    std::int64_t end() const { return end_; }
    void set_end(std::int64_t end) { end_ = end; }

  private:
    struct Life {
        std::int64_t start, end;  // the last end of it and of those before
    };
    std::vector<Life> forced_;
    std::int64_t end_ = -2;
};

class Allocator {
  public:
    Allocator(const Code& code, const Pins& pins) : code_(code), pins_(pins) { build(); }

    void assign() {
        const Pressure pressure(webs_, code_.nodes.size());
        check(pressure);
        std::array<Occupied, registers> occupied;
        std::vector<std::uint32_t> loose;
        for (const std::uint32_t w : by_start_) {
            Web& web = webs_[w];
            if (web.wanted < 0) {
                loose.push_back(w);
            } else {
                web.reg = web.wanted;
                occupied[static_cast<std::size_t>(web.reg)].force(web);
            }
        }
        if (!place(loose, occupied))
            throw LoweringFault(fault::Id::lreg_pressure,
                                "no assignment of the 8 vector registers leaves room for those that instructions force "
                                "(SFPLUT L0-L3, SFPTRANSP L0-L3, SFPCONFIG L0)",
                                {});
    }

    std::uint8_t reg(Value v) const {
        if (v == no_value) return 0;
        if (code_.values[v].reg >= registers) return static_cast<std::uint8_t>(code_.values[v].reg);
        return static_cast<std::uint8_t>(std::max(0, webs_[pins_.root(v)].reg));
    }

    Pressure pressure() const { return {webs_, code_.nodes.size()}; }

  private:
    void build() {
        webs_.assign(code_.values.size(), {});
        const Uses uses(code_);
        for (Value v = 0; v < code_.values.size(); ++v) {
            if (code_.values[v].reg >= registers) continue;
            const bool defined = uses.definition[v] >= 0;
            if (!defined && uses.last_reader[v] < 0 && !uses.out[v]) continue;
            Web& w = webs_[pins_.root(v)];
            const std::int64_t start = defined ? writes_at(static_cast<std::size_t>(uses.definition[v])) : -1;
            if (start < w.start) {
                w.start = start;
                w.pc = defined ? code_.nodes[static_cast<std::size_t>(uses.definition[v])].pc : 0;
            }
            w.end = std::max(w.end, start);
            if (uses.last_reader[v] >= 0)
                w.end = std::max(w.end, reads_at(static_cast<std::size_t>(uses.last_reader[v])));
            if (uses.out[v]) w.end = end_of_segment;
        }
        for (std::uint32_t w = 0; w < webs_.size(); ++w) {
            webs_[w].wanted = pins_.wanted(w);
            if (webs_[w].used()) by_start_.push_back(w);
        }
        std::ranges::stable_sort(by_start_, {}, [&](std::uint32_t w) { return webs_[w].start; });
    }

    // First fit by start, with a bounded search where forced registers stand in the way.
    bool place(const std::vector<std::uint32_t>& loose, std::array<Occupied, registers>& occupied) {
        struct Choice {
            std::size_t reg = 0;
            std::int64_t end_before = 0;
        };
        std::vector<Choice> chosen(loose.size());
        int budget = 20000;
        for (std::size_t next = 0; next < loose.size();) {
            Web& web = webs_[loose[next]];
            Choice& choice = chosen[next];
            while (choice.reg < registers && !occupied[choice.reg].is_free(web)) ++choice.reg;
            if (choice.reg < registers) {
                Occupied& taken = occupied[choice.reg];
                choice.end_before = taken.end();
                taken.set_end(web.end);
                web.reg = static_cast<int>(choice.reg);
                ++next;
                continue;
            }
            choice.reg = 0;
            if (next == 0) return false;
            Choice& last = chosen[--next];
            occupied[last.reg++].set_end(last.end_before);
            webs_[loose[next]].reg = -1;
            if (--budget < 0) return false;
        }
        return true;
    }

    void check(const Pressure& pressure) const {
        for (std::size_t i = 0; i < code_.nodes.size(); ++i)
            for (const std::int64_t position : {reads_at(i), writes_at(i)}) {
                const int live = pressure.at(position);
                if (live <= registers) continue;
                std::vector<std::uint32_t> pcs;
                for (const Web& w : webs_)
                    if (w.used() && w.start <= position && w.end >= position) pcs.push_back(w.pc);
                pcs.push_back(code_.nodes[i].pc);
                throw LoweringFault(fault::Id::lreg_pressure,
                                    fmt::format("{} vectors live at once, the SFPU has {} registers", live, registers),
                                    std::move(pcs));
            }
    }

    const Code& code_;
    const Pins& pins_;
    std::vector<Web> webs_;  // by root
    std::vector<std::uint32_t> by_start_;
};

// What lived through an exchange of its lanes and is read, or kept, afterwards.
std::vector<Scrambled> scrambled(const Code& code, const std::vector<std::uint8_t>& regs) {
    std::vector<Scrambled> found;
    if (std::ranges::none_of(code.nodes, [](const Node& node) { return node.scrambles != 0; })) return found;
    const Uses uses(code);
    // Of the registers that are exchanged, the values that are live, in order; and by value what awaits its next
    // reader.
    std::vector<Value> live;
    std::map<Value, std::vector<std::size_t>> awaited;
    const auto begins = [&](Value v) {
        if (v != no_value && regs[v] < registers) live.insert(std::ranges::upper_bound(live, v), v);
    };
    for (Value v = 0; v < regs.size(); ++v)
        if (uses.definition[v] < 0) begins(v);
    for (std::uint32_t i = 0; i < code.nodes.size(); ++i) {
        const Node& node = code.nodes[i];
        for_each_read(node, [&](Value v) {
            const auto waiting = awaited.find(v);
            if (waiting == awaited.end()) return;
            for (const std::size_t n : waiting->second) found[n].reader_pc = node.pc;
            awaited.erase(waiting);
        });
        std::erase_if(live, [&](Value v) { return !uses.used_after(v, i); });
        if (node.scrambles != 0)
            for (const Value v : live) {
                if (!(node.scrambles & bit(regs[v]))) continue;
                awaited[v].push_back(found.size());
                found.push_back({node.pc, node.pc, regs[v]});
            }
        begins(node.result);
        begins(node.other);
        for (const Forced& forced : node.forced) begins(forced.out);
    }
    return found;
}

}  // namespace

std::vector<std::uint8_t> allocate(Code& code, Program& program) {
    for (bool sunk = false;;) {
        const Pins pins(code);
        if (pins.inserted()) continue;
        Allocator allocator(code, pins);
        try {
            allocator.assign();
        } catch (const LoweringFault&) {
            if (sunk || !sink_constants(code)) throw;
            sunk = true;
            continue;
        }
        const Pressure pressure = allocator.pressure();
        program.peak = pressure.peak();
        program.live.clear();
        for (std::size_t i = 0; i < code.nodes.size(); ++i)
            program.live.push_back(static_cast<std::uint8_t>(pressure.after(i)));
        std::vector<std::uint8_t> regs(code.values.size());
        for (Value v = 0; v < regs.size(); ++v) regs[v] = allocator.reg(v);
        program.scrambled = scrambled(code, regs);
        return regs;
    }
}

}  // namespace tessera::sfpu::lowering
