#include "sim/core/judges/dst_use.hpp"

#include <algorithm>

#include "sim/sfpu/dst_fit.hpp"
#include "sim/sfpu/load_macro.hpp"

namespace tessera::core {

using sfpu::Instr;
using sfpu::Op;
using tensix::DstContents;

namespace {

constexpr int rows_of_access = 4;

bool is_wide_load(int mode) { return (sfpu::SfpLoad::wide >> mode & 1) != 0; }
bool is_wide_store(int mode) { return (sfpu::SfpStore::wide >> mode & 1) != 0; }

// What an instruction makes of lanes that may be off, where it says so.
std::optional<bool> leaves_lanes_out(const Instr& in) {
    if (in.op == Op::encc && ((in.mod & 8) == 0 || (in.imm & 2) != 0 || (in.mod & 2 && (in.imm & 1) == 0)))
        return false;
    if (in.op == Op::config || (in.op != Op::loadmacro && sfpu::writes_flags(in))) return true;
    return std::nullopt;
}

const DstContents::Entry& held_at(const DstUse::Access& access, const DstContents& contents) {
    const int row = access.place.row;
    return contents.at(is_wide_load(access.mode) ? tensix::Dst::upper_row(row) : row, access.place.column);
}

}  // namespace

bool DstUse::lanes_are_off(const sfpu::State& state) {
    if ((state.lane_config & sfpu::lane_config::row_mask) != 0) return true;
    return state.use && !std::ranges::all_of(state.flags.word, [](std::uint32_t flag) { return flag != 0; });
}

// The first row whose datums are of another kind.
std::optional<DstUse::Misfit> DstUse::misfit(const arch::Sfpu& arch, const Instr& in, const Access& access,
                                             const DstContents& contents) const {
    for (int row = access.place.row; row < access.place.row + rows_of_access; ++row) {
        std::optional<Entry> other;
        DstContents::each_row(row, 1, is_wide_load(access.mode), [&](int physical) {
            const Entry& held = contents.at(physical, access.place.column);
            if (!other && !sfpu::fits(arch, access.mode, held.kind)) other = held;
        });
        if (other) return Misfit{in, access.mode, row, access.pc, *other};
    }
    return std::nullopt;
}

std::optional<DstUse::Misfit> DstUse::looked_at(sfpu::Registers read) {
    const sfpu::Registers shared = read & carried_;
    if (shared == 0) return std::nullopt;
    carried_ &= ~shared;
    for (std::size_t reg = 0; reg < carried_by_.size(); ++reg)
        if ((shared >> reg & 1) != 0 && carried_by_[reg].misfit) return carried_by_[reg].misfit;
    return std::nullopt;
}

std::optional<DstUse::Misfit> DstUse::follow(const arch::Sfpu& arch, const sfpu::State& state, const Instr& in,
                                             const Access& access, DstContents& contents) {
    if (in.op == Op::store) return store(arch, in, access, contents);
    std::optional<Misfit> found;
    if (carried_ != 0) {
        found = looked_at(sfpu::registers_read(in));
        carried_ &= ~sfpu::registers_written(in);
    }
    if (in.op == Op::load || in.op == Op::loadmacro) {
        std::optional<Misfit> other = in.vd < carried_by_.size() ? misfit(arch, in, access, contents) : std::nullopt;
        if (in.op == Op::load && in.vd < carried_by_.size() && sfpu::carries_bits(access.mode)) {
            carried_ |= 1u << in.vd;
            carried_by_[in.vd] = {access.mode, other ? other->held : held_at(access, contents), other};
        } else if (!found) {
            found = other;
        }
        // What a macro stores, by which mode and when, is not followed.
        if (in.op == Op::loadmacro && sfpu::stores(state, in))
            for (const bool wide : {false, true})
                contents.stored(access.place.row, access.place.column, wide, {}, false);
        return found;
    }
    if (const auto out = leaves_lanes_out(in)) some_lanes_ = *out;
    return found;
}

std::optional<DstUse::Misfit> DstUse::store(const arch::Sfpu& arch, const Instr& in, const Access& access,
                                            DstContents& contents) {
    Entry entry{sfpu::stored_kind(arch, access.mode), thread_, access.pc};
    std::optional<Misfit> found;
    if ((carried_ >> in.vd & 1) != 0) {
        const Carried& carried = carried_by_[in.vd];
        if (carried.mode == access.mode)
            entry = carried.held;
        else
            found = looked_at(1u << in.vd);
    }
    contents.stored(access.place.row, access.place.column, is_wide_store(access.mode), entry, some_lanes_);
    return found;
}

}  // namespace tessera::core
