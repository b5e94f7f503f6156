#include "host/study/folding.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "host/study/levels.hpp"
#include "sim/sfpu/registers.hpp"

namespace tessera::accuracy {
namespace {

using sfpu::Instr;
using sfpu::Lanes;
using sfpu::Op;
using sfpu::Registers;
using sfpu::State;

// The sets of lanes that a program's instructions run in. Within conditions they only get smaller, until a pop brings
// an outer one back; SFPCOMPC parts the set on top of the stack in two.
class Masks {
  public:
    static constexpr int all = 0;
    int narrowed(int within) {
        nodes_.push_back({within, {}});
        return static_cast<int>(nodes_.size()) - 1;
    }
    int rest(int part, int of) {
        const int other = narrowed(of);
        if (is_within(part, of)) nodes_[static_cast<std::size_t>(of)].halves.emplace_back(part, other);
        return other;
    }
    // Whether writes in the marked sets together reach every lane of the set.
    bool covered(int set, const std::vector<bool>& marked) const {
        for (int outer = set; outer >= 0; outer = parent(outer))
            if (is_full(outer, marked)) return true;
        return false;
    }
    bool is_full(int set, const std::vector<bool>& marked) const {
        if (marked[static_cast<std::size_t>(set)]) return true;
        for (const auto& [one, other] : nodes_[static_cast<std::size_t>(set)].halves)
            if (is_full(one, marked) && is_full(other, marked)) return true;
        return false;
    }
    bool is_within(int set, int outer) const {
        while (set >= 0 && set != outer) set = parent(set);
        return set == outer;
    }
    std::size_t size() const { return nodes_.size(); }

  private:
    struct Node {
        int parent;
        std::vector<std::pair<int, int>> halves;
    };
    int parent(int set) const { return nodes_[static_cast<std::size_t>(set)].parent; }
    std::vector<Node> nodes_{{-1, {}}};
};

// What is known of one instruction before anything runs.
struct Place {
    Registers reads, writes;
    int mask;
    std::vector<int> stack;
};

// Whether a lane's results come from this lane alone, and the change of flags is one that Masks can follow.
bool is_followed(const Instr& in) {
    const sfpu::Operands writes = sfpu::row_of(in.op).writes(in.mod);
    if (in.vd >= 8 && (writes & sfpu::operand::vd) != 0) return false;
    if ((writes & sfpu::operand::all) != 0) return false;
    switch (in.op) {
        case Op::mov: return in.mod < 2;
        case Op::shft2: return in.mod >= 5;
        case Op::swap: return in.mod < 2 || in.mod == 9;
        case Op::cast: return in.mod != 1;
        case Op::stochrnd: return in.rounding != 1;
        case Op::pushc:
        case Op::popc: return in.mod == 0;
        case Op::le:
        case Op::gt: return (in.mod & 2) == 0;
        case Op::encc: return in.mod == 10 && in.imm == 3;  // predication on, every flag set
        case Op::transp:
        case Op::config:
        case Op::loadmacro:
        case Op::setrwc: return false;
        default: return true;
    }
}

bool is_same_in_all_lanes(const Lanes& lanes) {
    std::uint32_t differs = 0;
    for (int l = 0; l < lane::count; ++l) differs |= lanes[l] ^ lanes[0];
    return differs == 0;
}

class Follower {
  public:
    Follower(std::span<const Instr> code, const State& start) : code_(code), start_(start) {}

    // False where the program does what is not followed.
    bool follow() {
        if (!start_.use || start_.depth != 0 || start_.lane_config != 0 || start_.flags != lane::broadcast(~0u))
            return false;
        int mask = Masks::all;
        std::vector<int> stack;
        for (const Instr& in : code_) {
            if (!is_followed(in)) return false;
            places_.push_back({sfpu::registers_read(in), sfpu::registers_written(in), mask, stack});
            if (!move(in, mask, stack)) return false;
        }
        places_.push_back({0, 0, mask, stack});
        return true;
    }

    // The registers of which lanes read what they hold before instruction `at`: any lane, or one that takes part there.
    struct Live {
        Registers anywhere = 0, flagged = 0;
        Registers all() const { return anywhere | flagged; }
    };
    Live live(std::size_t at) const {
        Live live;
        for (int r = 0; r < 16; ++r) add_live(r, at, live);
        return live;
    }

    std::vector<Fold> folds() const {
        std::size_t last_load = 0;
        for (std::size_t i = 0; i < code_.size(); ++i)
            if (code_[i].op == Op::load) last_load = i;
        Registers told_apart = 0;  // registers that differ between lanes
        for (int r = 0; r < 16; ++r)
            if (!is_same_in_all_lanes(start_.lreg[r])) told_apart |= 1u << r;
        std::vector<Fold> all;
        Live before = live(0);
        for (std::size_t i = 0; i < code_.size(); ++i) {
            const Live now = live(i + 1);
            const Registers ends =
                (before.all() & (~now.all() | places_[i].writes)) | (before.anywhere & ~now.anywhere);
            const bool number_ends = (ends & told_apart) != 0;
            const bool differs =
                code_[i].op == Op::load || places_[i].mask != Masks::all || (places_[i].reads & told_apart) != 0;
            told_apart = differs ? told_apart | places_[i].writes : told_apart & ~places_[i].writes;
            before = now;
            const bool is_numbered = (now.all() & told_apart & 0xff00) != 0;  // LReg15 holds the lane's number
            if (i >= last_load && number_ends && code_.size() - i > least_rest && !is_numbered)
                all.push_back({i + 1, columns(places_[i + 1], now, told_apart)});
        }
        return all;
    }

  private:
    static constexpr std::size_t least_rest = 8;  // instructions that are worth a try

    bool move(const Instr& in, int& mask, std::vector<int>& stack) {
        switch (in.op) {
            case Op::pushc: stack.push_back(mask); return stack.size() <= State::stack_limit;
            case Op::popc:
                if (stack.empty()) return false;
                mask = stack.back();
                stack.pop_back();
                return true;
            case Op::compc: mask = masks_.rest(mask, stack.empty() ? Masks::all : stack.back()); return true;
            case Op::encc: mask = Masks::all; return true;
            default:
                if ((sfpu::row_of(in.op).writes(in.mod) & sfpu::operand::flags) != 0) mask = masks_.narrowed(mask);
                return true;
        }
    }

    void add_live(int r, std::size_t at, Live& live) const {
        std::vector<bool> written(masks_.size());
        for (std::size_t i = at; i < code_.size(); ++i) {
            const Place& place = places_[i];
            if ((place.reads >> r & 1) != 0 && !masks_.covered(place.mask, written)) {
                const bool is_flagged = masks_.is_within(place.mask, places_[at].mask);
                (is_flagged ? live.flagged : live.anywhere) |= 1u << r;
                if (!is_flagged) return;
            }
            if ((place.writes >> r & 1) == 0) continue;
            written[static_cast<std::size_t>(place.mask)] = true;
            if (masks_.is_full(Masks::all, written)) return;
        }
    }

    static std::vector<Fold::Column> columns(const Place& place, const Live& live, Registers told_apart) {
        std::vector<Fold::Column> columns;
        sfpu::for_each_register(live.all() & told_apart, [&](int r) {
            columns.push_back(
                {static_cast<std::uint8_t>(r), place.mask != Masks::all && (live.anywhere >> r & 1) == 0});
        });
        if (place.mask != Masks::all) columns.push_back({Fold::flags, false});
        for (std::size_t i = 0; i < place.stack.size(); ++i)
            if (place.stack[i] != Masks::all) columns.push_back({static_cast<std::uint8_t>(Fold::stack + i), false});
        return columns;
    }

    std::span<const Instr> code_;
    const State& start_;
    Masks masks_;
    std::vector<Place> places_;  // of each instruction, and of the end
};

Lanes& column(State& state, std::uint8_t where) {
    if (where < Fold::flags) return state.lreg[where];
    return where == Fold::flags ? state.flags : state.stack[where - Fold::stack].flags;
}

// A look at a few pairs of neighbours: most folds are not worth more.
bool is_promising(const Fold& fold, std::span<State> states) {
    int apart = 0;
    for (const std::size_t v : {std::size_t{0}, states.size() / 2})
        for (const int l : {7, 15, 23}) {
            const auto differs = [&](const Fold::Column& c) {
                const Lanes& lanes = column(states[v], c.where);
                const std::uint32_t part = c.where_flagged ? states[v].flags[l] & states[v].flags[l + 1] : ~0u;
                return ((lanes[l] ^ lanes[l + 1]) & part) != 0;
            };
            apart += std::ranges::any_of(fold.columns, differs) ? 1 : 0;
            if (apart > 3) return false;
        }
    return true;
}

}  // namespace

Folding folding_of(std::span<const Instr> code, const State& start) {
    Follower follower(code, start);
    if (!follower.follow()) return {};
    Folding folding{follower.folds(), {}};
    sfpu::for_each_register(follower.live(0).all() & 0xff,
                            [&](int r) { folding.read_at_start.push_back(static_cast<std::uint8_t>(r)); });
    return folding;
}

std::size_t fold(const Fold& fold, std::span<State> states, std::span<std::uint16_t> lane_of) {
    constexpr auto lanes = static_cast<std::size_t>(lane::count);
    if (states.size() < 2 || !is_promising(fold, states)) return states.size();
    std::uint32_t marks[most_states * lanes] = {1};  // lanes that differ from the one before
    constexpr std::size_t stride = sizeof(State) / sizeof(std::uint32_t);
    for (const Fold::Column& c : fold.columns) {
        const std::uint32_t* const words = column(states[0], c.where).word.data();
        const std::uint32_t* const masks = c.where_flagged ? states[0].flags.word.data() : nullptr;
        loops().mark_changes(words, masks, stride, states.size(), marks);
    }
    std::uint16_t first[most_states * lanes / 2 + lanes + 1];  // of each run
    std::size_t kept = 0;
    for (std::size_t v = 0; v < states.size(); ++v) {
        const std::uint32_t* const starts = marks + v * lanes;
        std::uint16_t* const of = lane_of.data() + v * lanes;
        std::uint32_t any = 0;
        for (std::size_t l = 0; l < lanes; ++l) any |= starts[l];
        if (any == 0) {
            std::fill_n(of, lanes, static_cast<std::uint16_t>(kept - 1));
            continue;
        }
        for (std::size_t l = 0; l < lanes; ++l) {
            first[kept] = static_cast<std::uint16_t>(v * lanes + l);
            kept += starts[l] != 0 ? 1 : 0;
            of[l] = static_cast<std::uint16_t>(kept - 1);
        }
        if (kept > states.size() * lanes / 2) return states.size();
    }
    // A packed lane never lies behind the lane it comes from, so that none is overwritten before it is read.
    const std::size_t vectors = (kept + lanes - 1) / lanes;
    for (const auto& [where, flagged] : fold.columns)
        for (std::size_t i = 0; i < vectors * lanes; ++i) {
            const std::size_t from = first[std::min(i, kept - 1)];
            column(states[i / lanes], where).word[i % lanes] = column(states[from / lanes], where).word[from % lanes];
        }
    return vectors;
}

}  // namespace tessera::accuracy
