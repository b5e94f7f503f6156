// Fields, predication, configuration, Dst and counters of the slow evaluator; what lanes compute is in slow_value.cpp.
#include "tests/fuzz/sfpu/slow_sfpu.hpp"

#include <fmt/format.h>

#include "tests/fuzz/sfpu/slow_fields.hpp"

namespace tessera::fuzz {

using std::uint32_t;

SlowSfpu::SlowSfpu(bool blackhole, const sfpu::State& state, const sfpu::DstPort& port)
    : bh_(blackhole),
      rules_(blackhole ? num::MadRules{true, true, true, true} : num::MadRules{}),
      lane_config_(state.lane_config),
      setup_(port),
      rwc_(port.rwc.dst),
      rwc_cr_(port.rwc.dst_cr) {
    for (int l = 0; l < 32; ++l) {
        SlowLane& lane = lanes_[static_cast<std::size_t>(l)];
        for (int r = 0; r < 16; ++r) lane.lreg[static_cast<std::size_t>(r)] = state.lreg[r][l];
        lane.now = {state.flags[l] != 0, state.use};
        lane.prng = state.prng[l];
        for (int d = 0; d < state.depth; ++d) lane.stack.push_back({state.stack[d].flags[l] != 0, state.stack[d].use});
    }
    for (std::size_t r = 0; r < dst_.size(); ++r)
        for (std::size_t c = 0; c < 16; ++c) dst_[r][c] = port.dst.bits[r][c];
}

bool SlowSfpu::enabled(int lane) const {
    const Flags& now = lanes_[static_cast<std::size_t>(lane)].now;
    return !(lane_config_ >> (12 + lane / 8) & 1) && (!now.use || now.flag);
}

void SlowSfpu::write(const Fields&, int lane, int reg, uint32_t value) {
    if (reg < 8) lanes_[static_cast<std::size_t>(lane)].lreg[static_cast<std::size_t>(reg)] = value;
}

void SlowSfpu::step(uint32_t word) {
    const Fields f(word, bh_);
    if (f.op == 0x8F) return;  // SFPNOP
    if (f.op == 0x37 || f.op == 0x38) return move_counters(f);
    if (f.op == 0x70) return load(f);
    if (f.op == 0x72) return store(f);
    if (f.op == 0x91) return config(f);
    if (f.vd >= 12 && !(lane_config_ & 2)) {  // the backdoor
        for (SlowLane& lane : lanes_) lane.macro[static_cast<std::size_t>(f.vd) - 12] = word;
        return;
    }
    const bool on_flags = f.op == 0x87 || f.op == 0x88 || f.op == 0x8A || f.op == 0x8B;
    const Lanes old = lanes_;
    for (int l = 0; l < 32; ++l) {
        if (on_flags)
            predicate(f, lanes_[static_cast<std::size_t>(l)]);
        else if (f.op == 0x92)
            swap(f, l);
        else
            compute(f, old, l);
    }
}

// op(A, B) of 3.3.
static bool boolean(int mod, bool a, bool b) {
    switch (mod) {
        case 1: return b;
        case 2: return !b;
        case 3: return a && b;
        case 4: return a || b;
        case 5: return a && !b;
        case 6: return a || !b;
        case 7: return !a && b;
        case 8: return !a || b;
        case 9: return !a && !b;
        case 10: return !a || !b;
        case 11: return a != b;
        default: return a == b;
    }
}

void SlowSfpu::predicate(const Fields& f, SlowLane& lane) const {
    Flags& now = lane.now;
    if (f.op == 0x87) {  // SFPPUSHC
        if (f.mod == 0) return lane.stack.push_back(now);
        Flags& top = lane.stack.back();
        if (f.mod == 13) now.flag = !now.flag;
        if (f.mod <= 12) top = {boolean(f.mod, top.flag, now.flag), now.use};
        if (f.mod == 13) top = now;
        if (f.mod >= 14) top = {f.mod == 14, true};
    } else if (f.op == 0x88) {  // SFPPOPC
        const Flags top = lane.stack.empty() ? Flags{false, false} : lane.stack.back();
        if (f.mod == 0) {
            lane.stack.pop_back();
            now = top;
            return;
        }
        if (!bh_ && lane.stack.size() == 8) lane.stack.front() = top;
        if (f.mod <= 12) now = {boolean(f.mod, now.flag, top.flag), top.use};
        if (f.mod == 13) now.flag = !now.flag;
        if (f.mod >= 14) now = {f.mod == 14, true};
    } else if (f.op == 0x8A) {  // SFPENCC
        if (f.mod & 2)
            now.use = f.imm12 & 1;
        else if (f.mod & 1)
            now.use = !now.use;
        now.flag = !(f.mod & 8) || (f.imm12 & 2);
    } else {  // SFPCOMPC
        const Flags top = lane.stack.empty() ? Flags{true, true} : lane.stack.back();
        now.flag = top.use && now.use ? top.flag && !now.flag : false;
    }
}

void SlowSfpu::config(const Fields& f) {
    static constexpr uint32_t reset[4]{0xbf800000, 0x3b000000, 0xbf2cc4c7, 0xbeb08ff9};
    const auto combined = [&](uint32_t old, uint32_t value) {
        const int how = f.mod & 6;
        return how == 0 ? value : how == 2 ? old | value : how == 4 ? old & value : old ^ value;
    };
    const Lanes old = lanes_;
    for (std::size_t l = 0; l < 32; ++l) {
        const SlowLane& source = old[l % 8];
        if ((f.mod & 8) && !(f.imm16 >> (2 * (l % 8)) & 1)) continue;
        if (source.now.use && !source.now.flag) continue;
        const uint32_t from_l0 = source.lreg[0], given = f.mod & 1 ? f.imm16 : from_l0;
        const auto vd = static_cast<std::size_t>(f.vd);
        if (vd < 4) lanes_[l].macro[vd] = from_l0;
        if (vd >= 4 && vd < 8) lanes_[l].macro[vd] = given;
        if (vd == 8) lanes_[l].macro[8] = combined(old[l].macro[8], given) & 0xfff;
        if (vd >= 11 && vd <= 14) lanes_[l].lreg[vd] = f.mod & 1 ? reset[vd - 11] : from_l0;
        if (vd == 15 && l == 0) {
            const uint32_t next = combined(lane_config_, given);
            lane_config_ = f.mod & 1 ? (next & 0xffff) | (lane_config_ & 0xffff0000) : next;
        }
    }
}

void SlowSfpu::move_counters(const Fields& f) {
    const bool cr = f.word >> 20 & 1, c_to_cr = f.word >> 21 & 1;
    const uint32_t value = f.word >> 14 & 15;
    if (f.op == 0x38) {
        if (cr) rwc_ = rwc_cr_;
        rwc_ = (rwc_ + value) & 1023;
        if (cr) rwc_cr_ = rwc_;
    } else if ((f.word & 4) || c_to_cr) {
        rwc_ = rwc_cr_ = ((c_to_cr ? rwc_ : cr ? rwc_cr_ : 0) + value) & 1023;
    }
}

uint32_t SlowSfpu::address(const Fields& f) const {
    return (f.imm10 + setup_.math_offset + (f.mod == 10 ? rwc_ & 3 : rwc_)) & 1023;
}

int SlowSfpu::resolved(int mode) const {
    if (mode != 0) return mode;
    if (setup_.fp32) return 3;
    for (const int format : {0, 4, 5, 6, 7, 15, 8, 9})
        if (setup_.implied_format == format) return 2;
    return 1;
}

static void auto_increment(const sfpu::AddrMod& slot, uint32_t& dst, uint32_t& cr) {
    if (slot.clear) {
        dst = cr = 0;
    } else if (slot.c_to_cr) {
        dst = (dst + slot.increment) & 1023;
        cr = dst;
    } else if (slot.cr) {
        cr = (cr + slot.increment) & 1023;
        dst = cr;
    } else {
        dst = (dst + slot.increment) & 1023;
    }
}

void SlowSfpu::load(const Fields& f) {
    const uint32_t at = address(f);
    for (int l = 0; l < 32 && f.vd < 8; ++l) {
        if ((lane_config_ & 32) || !(enabled(l) || f.mod == 10)) continue;
        const int row = static_cast<int>(at & ~3u) + l / 8;
        const int column = 2 * (l % 8) + ((at & 2) || (lane_config_ & 64) ? 1 : 0);
        auto& lreg = lanes_[static_cast<std::size_t>(l)].lreg;
        const auto vd = static_cast<std::size_t>(f.vd);
        lreg[vd] = loaded(resolved(f.mod), row, column, lreg[vd]);
        if (vd < 4 && (lane_config_ & 12) == 12) lreg[vd + 4] = static_cast<uint32_t>(row << 4 | column);
    }
    auto_increment(setup_.slots[(setup_.slot_base + f.addr_mod) & 7], rwc_, rwc_cr_);
}

void SlowSfpu::store(const Fields& f) {
    const uint32_t at = address(f);
    for (int l = 0; l < 32; ++l) {
        if ((lane_config_ & 16) || !(enabled(l) || f.mod == 10)) continue;
        const int row = static_cast<int>(at & ~3u) + l / 8;
        const int column = 2 * (l % 8) + ((at & 2) || (lane_config_ & 128) ? 1 : 0);
        stored(resolved(f.mod), row, column, lanes_[static_cast<std::size_t>(l)].lreg[static_cast<std::size_t>(f.vd)]);
    }
    auto_increment(setup_.slots[(setup_.slot_base + f.addr_mod) & 7], rwc_, rwc_cr_);
}

std::string SlowSfpu::difference(const sfpu::State& state, const sfpu::DstPort& port) const {
    for (int l = 0; l < 32; ++l) {
        const SlowLane& lane = lanes_[static_cast<std::size_t>(l)];
        const auto differs = [&](const std::string& what, uint32_t expected, uint32_t got) {
            return fmt::format("{} lane {}: expected {:08x}, got {:08x}", what, l, expected, got);
        };
        for (int r = 0; r < 16; ++r)
            if (lane.lreg[static_cast<std::size_t>(r)] != state.lreg[r][l])
                return differs(fmt::format("LReg{}", r), lane.lreg[static_cast<std::size_t>(r)], state.lreg[r][l]);
        if (lane.now.flag != (state.flags[l] != 0)) return differs("flag", lane.now.flag, state.flags[l]);
        if (lane.now.use != state.use) return differs("use", lane.now.use, state.use);
        if (lane.prng != state.prng[l]) return differs("generator", lane.prng, state.prng[l]);
        if (static_cast<int>(lane.stack.size()) != state.depth) return differs("depth", 0, 0);
        for (int d = 0; d < state.depth; ++d)
            if (lane.stack[static_cast<std::size_t>(d)] != Flags{state.stack[d].flags[l] != 0, state.stack[d].use})
                return differs(fmt::format("stack entry {}", d), 0, 0);
        for (std::size_t m = 0; m < 9; ++m)
            if (lane.macro[m] != state.macro[m][l % 8])
                return differs(fmt::format("macro {}", m), lane.macro[m], state.macro[m][l % 8]);
    }
    if (lane_config_ != state.lane_config) return "LaneConfig";
    if (rwc_ != port.rwc.dst || rwc_cr_ != port.rwc.dst_cr) return "counters";
    for (std::size_t r = 0; r < dst_.size(); ++r)
        for (std::size_t c = 0; c < 16; ++c)
            if (dst_[r][c] != port.dst.bits[r][c])
                return fmt::format("Dst row {} column {}: expected {:04x}, got {:04x}", r, c, dst_[r][c],
                                   port.dst.bits[r][c]);
    return "";
}

}  // namespace tessera::fuzz
