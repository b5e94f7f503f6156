// NaNs and infinities in the vector unit. A pattern of bits that is none as an integer becomes one where an operation
// on floats takes it, or where it is stored as a float: until then its origin does not count.
#include <fmt/format.h>

#include <bit>

#include "sim/core/follow/non_finite.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/load_macro_places.hpp"
#include "sim/sfpu/ops/loadstore.hpp"
#include "sim/sfpu/registers.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::core {

using sfpu::Instr;
using sfpu::Op;
using watch::NonFinite;
using watch::NonFinites;

namespace {

constexpr sfpu::Modifiers float_modes = sfpu::modifiers(1, 2, 3);
constexpr int fp16_mode = 1;

// Whether what it writes are floats that it has worked out.
bool is_arithmetic(const Instr& in) {
    const bool rounds_to_float = in.op == Op::stochrnd && (in.mod & 7) < 2;
    return (sfpu::is_mad_class(in.op) && in.op != Op::mul24) || in.op == Op::divp2 || in.op == Op::arecip ||
           rounds_to_float;
}
bool moves_lanes(const Instr& in) { return in.op == Op::shft2 || in.op == Op::transp; }

// Lane l is at row `row` + l / 8, column 2 (l % 8) + `column` (tensix-core.md 2.3).
struct LanePlace {
    int row, column;
    int row_of(int lane) const { return (row + lane / 8) & (tensix::Dst::rows - 1); }
    int column_of(int lane) const { return 2 * (lane % 8) + column; }
};
LanePlace place_of(const Instr& in, const FollowedValues::Vectors& vectors) {
    const std::uint32_t exchange = in.op == Op::load ? sfpu::lane_config::load_odd : sfpu::lane_config::store_odd;
    const std::uint32_t address = vectors.access.address;
    const bool odd = (vectors.before.lane_config & exchange) != 0 || (address >> 1 & 1) != 0;
    return {static_cast<int>(address & ~3u), odd ? 1 : 0};
}

std::vector<NonFinites::Operand> operands_of(const Instr& in, const sfpu::State& before, int lane) {
    std::vector<NonFinites::Operand> out;
    sfpu::for_each_register(sfpu::registers_read(in), [&](int reg) {
        const std::uint32_t bits = before.lreg[reg][lane];
        out.push_back({fmt::format("L{}", reg), is_arithmetic(in) ? fmt::format("{:g}", std::bit_cast<float>(bits))
                                                                  : fmt::format("{:#010x}", bits)});
    });
    return out;
}

}  // namespace

void FollowedValues::computed(Core& core, const Actor& by, const Instr& in, const Vectors& vectors) {
    Marks& marks = of(core);
    if (in.op == Op::load) {
        const LanePlace place = place_of(in, vectors);
        marks.loaded_row = place.row;
        marks.loaded_column = place.column;
    }
    if (in.op == Op::store)
        stored(core, by, in, vectors);
    else
        written(core, by, in, vectors);
}

// Where no operand has a mark of that kind, the instruction has made the value.
void FollowedValues::written(Core& core, const Actor& by, const Instr& in, const Vectors& vectors) {
    Marks& marks = of(core);
    const auto old = marks.lreg;
    const sfpu::Registers reads = sfpu::registers_read(in);
    const auto marked = [&](NonFinite kind, int reg, int lane) {
        return watch::non_finite(vectors.before.lreg[reg][lane]) == kind
                   ? old[static_cast<std::size_t>(reg)][static_cast<std::size_t>(lane)]
                   : 0;
    };
    const auto operand = [&](NonFinite kind, int lane, std::uint32_t bits) {
        Id id = 0;
        sfpu::for_each_register(reads, [&](int reg) {
            if (id == 0) id = marked(kind, reg, lane);
            for (int from = 0; id == 0 && moves_lanes(in) && from < lane::count; ++from)
                if (vectors.before.lreg[reg][from] == bits) id = marked(kind, reg, from);
        });
        return id;
    };
    const sfpu::Registers writes = sfpu::registers_written(in) | (in.vd == 16 ? 1u << 16 : 0);
    sfpu::for_each_register(writes, [&](int reg) {
        for (int lane = 0; lane < lane::count; ++lane) {
            const std::uint32_t bits = vectors.after.lreg[reg][lane];
            const NonFinite kind = watch::non_finite(bits);
            if (kind == NonFinite::none) continue;
            Id& mark = marks.lreg[static_cast<std::size_t>(reg)][static_cast<std::size_t>(lane)];
            const bool same = bits == vectors.before.lreg[reg][lane] && mark != 0;
            if (same && !sfpu::lane_enabled(vectors.before, lane)) continue;
            const Id from = in.op == Op::load ? loaded(core, in, vectors, lane) : operand(kind, lane, bits);
            mark = from != 0 ? from : made(core, by, in, vectors, kind, lane);
            if (mark == from && is_arithmetic(in) && found.at(from).as_bits) found.made(from, 1, core.index);
        }
    });
}

FollowedValues::Id FollowedValues::made(Core& core, const Actor& by, const Instr& in, const Vectors& vectors,
                                        NonFinite kind, int lane) {
    const Marks& marks = of(core);
    const bool floats = in.op == Op::load ? (float_modes >> vectors.access.mode & 1) != 0 : is_arithmetic(in);
    const Id id = found.origin(kind, key(by, sfpu::row_of(in.op).name));
    if (found.is_first(id, when(by))) {
        Id because = 0;
        sfpu::for_each_register(sfpu::registers_read(in), [&](int reg) {
            const bool is_infinity = watch::non_finite(vectors.before.lreg[reg][lane]) == NonFinite::infinity;
            if (because == 0 && kind == NonFinite::nan && is_infinity)
                because = marks.lreg[static_cast<std::size_t>(reg)][static_cast<std::size_t>(lane)];
        });
        std::string element = fmt::format("lane {}", lane);
        if (marks.loaded_row >= 0) {
            const LanePlace place{marks.loaded_row, marks.loaded_column};
            element += fmt::format(": {}", dst_element(core, place.row_of(lane), place.column_of(lane)));
        }
        describe(id, by, {sfpu::text(in), element, operands_of(in, vectors.before, lane), because, !floats});
    }
    if (floats) found.made(id, 1, core.index);
    return id;
}

FollowedValues::Id FollowedValues::loaded(Core& core, const Instr& in, const Vectors& vectors, int lane) {
    const LanePlace place = place_of(in, vectors);
    return of(core).dst[static_cast<std::size_t>(place.row_of(lane))][static_cast<std::size_t>(place.column_of(lane))];
}

void FollowedValues::stored(Core& core, const Actor& by, const Instr& in, const Vectors& vectors) {
    Marks& marks = of(core);
    const int mode = vectors.access.mode;
    const bool floats = (float_modes >> mode & 1) != 0;
    const LanePlace place = place_of(in, vectors);
    std::map<Id, Reached> values;
    for (int lane = 0; lane < lane::count; ++lane) {
        if (mode != sfpu::SfpLoad::all_lanes_mode && !sfpu::lane_enabled(vectors.before, lane)) continue;
        const NonFinite kind = watch::non_finite(vectors.before.lreg[in.vd][lane]);
        if (kind == NonFinite::none) continue;
        Id id = marks.lreg[in.vd][static_cast<std::size_t>(lane)];
        if (id == 0) id = made(core, by, in, vectors, kind, lane);
        if (floats && found.at(id).as_bits) found.made(id, 1, core.index);
        const int row = place.row_of(lane), column = place.column_of(lane);
        marks.dst[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = mode == fp16_mode ? 0 : id;
        if (floats)
            values[id].add(mode == fp16_mode ? NonFinite::none : kind, 1,
                           [&] { return dst_element(core, row, column); });
    }
    reached(values, by, mode == fp16_mode ? "stored to Dst as fp16, in which it is a number" : "stored to Dst");
}

}  // namespace tessera::core
