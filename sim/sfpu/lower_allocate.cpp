// LReg allocation by exact liveness: code is straight, so the life of a register's content is one interval. Values that
// an instruction changes in place share a register: a web.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "sim/sfpu/lower_ir.hpp"

namespace tessera::sfpu::lowering {
namespace {

constexpr int registers = 8;
constexpr std::int64_t end_of_segment = std::int64_t{1} << 40;

// Node i reads at position 2i and writes at 2i + 1, so that a result may take an operand's register.
constexpr std::int64_t reads_at(std::size_t node) { return 2 * static_cast<std::int64_t>(node); }
constexpr std::int64_t writes_at(std::size_t node) { return reads_at(node) + 1; }

struct Web {
    std::int64_t start = end_of_segment, end = -1;
    int reg = -1;     // assigned
    int wanted = -1;  // forced by an instruction or by the segment before
    std::uint32_t pc = 0;
    bool used() const { return end >= start; }
    bool meets(const Web& other) const { return start <= other.end && other.start <= end; }
};

class Allocator {
  public:
    explicit Allocator(Code& code) : code_(code) { build(); }

    // The forced operand that cannot have its register, as node and index; no_value when all can.
    struct Conflict {
        std::size_t node, operand;
    };
    bool pin(Conflict& conflict) {
        for (Value v = 0; v < code_.values.size(); ++v)
            if (const int reg = code_.values[v].reg; reg >= 0 && reg < registers) web(v).wanted = reg;
        for (std::size_t i = 0; i < code_.nodes.size(); ++i)
            for (std::size_t k = 0; k < code_.nodes[i].forced.size(); ++k)
                if (!pin_one(code_.nodes[i].forced[k])) {
                    conflict = {i, k};
                    return false;
                }
        return true;
    }

    void assign() {
        std::vector<std::uint32_t> order = used_;
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return webs_[a].start < webs_[b].start; });
        check_pressure();
        for (const std::uint32_t w : order)
            if (webs_[w].wanted >= 0) webs_[w].reg = webs_[w].wanted;
        std::vector<std::uint32_t> loose;
        for (const std::uint32_t w : order)
            if (webs_[w].wanted < 0) loose.push_back(w);
        int budget = 20000;
        if (!place(loose, 0, budget))
            throw LoweringFault(fault::Id::lreg_pressure,
                                "no assignment of the 8 vector registers leaves room for those that instructions force "
                                "(SFPLUT L0-L3, SFPTRANSP L0-L3, SFPCONFIG L0)",
                                {});
    }

    std::uint8_t reg(Value v) const {
        if (v == no_value) return 0;
        if (code_.values[v].reg >= registers) return static_cast<std::uint8_t>(code_.values[v].reg);
        return static_cast<std::uint8_t>(std::max(0, webs_[find(v)].reg));
    }

    int live_after(std::size_t node) const { return live_at(writes_at(node), 1); }
    int peak() const {
        int most = 0;
        for (std::size_t i = 0; i < code_.nodes.size(); ++i)
            most = std::max({most, live_at(reads_at(i), 0), live_at(writes_at(i), 0)});
        return most;
    }

  private:
    std::uint32_t find(Value v) const {
        while (parent_[v] != v) v = parent_[v];
        return v;
    }
    Web& web(Value v) { return webs_[find(v)]; }
    void unite(Value a, Value b) { parent_[find(b)] = find(a); }

    void build() {
        parent_.resize(code_.values.size());
        std::iota(parent_.begin(), parent_.end(), 0u);
        webs_.assign(code_.values.size(), {});
        for (const Node& node : code_.nodes) {
            const Value tied = node.old != no_value ? node.old : node.d;
            if (tied != no_value && node.result != no_value) unite(tied, node.result);
            if (node.op == Op::swap) unite(node.c, node.other);
            for (const Forced& forced : node.forced)
                if (forced.in != no_value && forced.out != no_value) unite(forced.in, forced.out);
        }
        const Uses uses(code_);
        for (Value v = 0; v < code_.values.size(); ++v) {
            if (code_.values[v].reg >= registers) continue;
            const bool defined = uses.definition[v] >= 0;
            if (!defined && uses.readers[v].empty() && !uses.out[v]) continue;
            Web& w = web(v);
            const std::int64_t start = defined ? writes_at(static_cast<std::size_t>(uses.definition[v])) : -1;
            if (start < w.start) {
                w.start = start;
                w.pc = defined ? code_.nodes[static_cast<std::size_t>(uses.definition[v])].pc : 0;
            }
            w.end = std::max(w.end, start);
            if (!uses.readers[v].empty()) w.end = std::max(w.end, reads_at(uses.readers[v].back()));
            if (uses.out[v]) w.end = end_of_segment;
        }
        for (std::uint32_t w = 0; w < webs_.size(); ++w)
            if (webs_[w].used()) used_.push_back(w);
    }

    bool pin_one(const Forced& forced) {
        Web& w = web(forced.in);
        if (w.wanted == forced.reg) return true;
        if (w.wanted >= 0) return false;
        for (const Web& other : webs_)
            if (&other != &w && other.used() && other.wanted == forced.reg && other.meets(w)) return false;
        w.wanted = forced.reg;
        return true;
    }

    // First fit by start, with a bounded search where forced registers stand in the way.
    bool place(const std::vector<std::uint32_t>& loose, std::size_t next, int& budget) {
        if (next == loose.size()) return true;
        Web& w = webs_[loose[next]];
        for (int r = 0; r < registers; ++r) {
            const bool taken = std::any_of(used_.begin(), used_.end(), [&](std::uint32_t other) {
                return webs_[other].reg == r && &webs_[other] != &w && webs_[other].meets(w);
            });
            if (taken) continue;
            w.reg = r;
            if (place(loose, next + 1, budget)) return true;
            w.reg = -1;
            if (--budget < 0) return false;
        }
        return false;
    }

    int live_at(std::int64_t position, std::int64_t beyond) const {
        return static_cast<int>(std::count_if(used_.begin(), used_.end(), [&](std::uint32_t w) {
            return webs_[w].start <= position && webs_[w].end >= position + beyond;
        }));
    }

    void check_pressure() const {
        for (std::size_t i = 0; i < code_.nodes.size(); ++i)
            for (const std::int64_t position : {reads_at(i), writes_at(i)}) {
                const int live = live_at(position, 0);
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

    Code& code_;
    std::vector<std::uint32_t> parent_;
    std::vector<Web> webs_;  // by representative value
    std::vector<std::uint32_t> used_;
};

void copy_operand(Code& code, std::size_t at, std::size_t operand) {
    const Node& user = code.nodes[at];
    Forced forced = user.forced[operand];
    Node move{.op = Op::mov, .c = forced.in, .result = code.add_value(user.region)};
    // Instructions that move data between lanes need all of them.
    move.mod = forced.out != no_value && user.region != 0 ? 2 : 0;
    move.region = user.region;
    move.block = user.block;
    move.pc = user.pc;
    move.source = user.source;
    code.nodes[at].forced[operand].in = move.result;
    code.nodes.insert(code.nodes.begin() + static_cast<std::ptrdiff_t>(at), std::move(move));
}

// What lived through an exchange of its lanes and is read, or kept, afterwards.
std::vector<Scrambled> scrambled(const Code& code, const std::vector<std::uint8_t>& regs) {
    std::vector<Scrambled> found;
    std::optional<Uses> uses;
    for (std::size_t i = 0; i < code.nodes.size(); ++i) {
        if (code.nodes[i].scrambles == 0) continue;
        if (!uses) uses.emplace(code);
        for (Value v = 0; v < regs.size(); ++v) {
            if (regs[v] >= registers || !(code.nodes[i].scrambles & bit(regs[v]))) continue;
            if (uses->definition[v] >= static_cast<std::int64_t>(i)) continue;
            const auto& readers = uses->readers[v];
            const auto reader = std::upper_bound(readers.begin(), readers.end(), i);
            if (reader == readers.end() && !uses->out[v]) continue;
            const std::uint32_t at = reader == readers.end() ? code.nodes[i].pc : code.nodes[*reader].pc;
            found.push_back({code.nodes[i].pc, at, regs[v]});
        }
    }
    return found;
}

}  // namespace

std::vector<std::uint8_t> allocate(Code& code, Program& program) {
    bool sunk = false;
    for (std::size_t copies = 0;; ++copies) {
        Allocator allocator(code);
        Allocator::Conflict conflict{};
        if (!allocator.pin(conflict)) {
            if (copies > 16 * code.nodes.size() + 64)
                throw LoweringFault(fault::Id::lreg_pressure, "two vectors are forced into one register at once",
                                    {code.nodes[conflict.node].pc});
            copy_operand(code, conflict.node, conflict.operand);
            continue;
        }
        try {
            allocator.assign();
        } catch (const LoweringFault&) {
            if (sunk || !sink_constants(code)) throw;
            sunk = true;
            continue;
        }
        program.peak = allocator.peak();
        program.live.clear();
        for (std::size_t i = 0; i < code.nodes.size(); ++i)
            program.live.push_back(static_cast<std::uint8_t>(allocator.live_after(i)));
        std::vector<std::uint8_t> regs(code.values.size());
        for (Value v = 0; v < regs.size(); ++v) regs[v] = allocator.reg(v);
        program.scrambled = scrambled(code, regs);
        return regs;
    }
}

}  // namespace tessera::sfpu::lowering
