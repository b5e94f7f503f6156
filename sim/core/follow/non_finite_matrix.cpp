// NaNs and infinities in the matrix unit. Where its banks hold some, what comes out is taken for theirs; where they
// hold none, the unit has made it.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "sim/core/follow/non_finite.hpp"
#include "sim/core/follow/non_finite_datums.hpp"

namespace tessera::core {

using tensix::DatumKind;
using tensix::DstFormat;
using tensix::SrcBank;
using watch::NonFinite;

namespace {

// How the matrix unit left floats in the row, if it did.
std::optional<DstFormat> float_view(const Core& core, int row) {
    const bool wide = core.dst_is_32_bit();
    const int physical = wide ? tensix::Dst::upper_row(row) : row & (tensix::Dst::rows - 1);
    switch (core.dst_contents.at(physical, 0).kind) {
        case DatumKind::bf16: return DstFormat::bf16;
        case DatumKind::fp32:
        case DatumKind::any32: return DstFormat::fp32;
        case DatumKind::unknown: break;
        default: return std::nullopt;
    }
    const auto written = core.dst_protocol.written[static_cast<std::size_t>(core.dst_protocol.math_half)];
    if (wide) return DstFormat::fp32;
    return written == DstFormat::bf16 ? written : std::nullopt;
}

double largest(const SrcBank& bank) {
    double most = 0;
    for (std::size_t i = 0; i < bank.datum.size(); ++i)
        if (const float x = std::fabs(std::bit_cast<float>(as_fp32(bank, i))); std::isfinite(x))
            most = std::max(most, static_cast<double>(x));
    return most;
}

}  // namespace

// A bank that got datums of Dst has their marks.
void FollowedValues::note_banks(Core& core, int row, int rows) {
    Marks& marks = of(core);
    for (const Operand operand : operands) {
        const std::size_t turn = core.math_bank[operand];
        const SrcBank& bank = core.src[operand][turn];
        OfKind held{};
        for (std::size_t i = 0; i < bank.datum.size(); ++i) {
            const NonFinite kind = watch::non_finite(as_fp32(bank, i));
            if (kind == NonFinite::none || held[index_of(kind)] != 0) continue;
            Id& id = held[index_of(kind)];
            id = marks.src[operand][turn][index_of(kind)];
            for (int r = row; id == 0 && r < row + rows; ++r)
                for (const Id of_datum : marks.dst[static_cast<std::size_t>(r) % tensix::Dst::rows])
                    if (of_datum != 0 && (id == 0 || found.at(of_datum).kind == kind)) id = of_datum;
        }
        marks.src[operand][turn] = held;
    }
}

void FollowedValues::computed(Core& core, const Actor& by, std::string_view name, int row, int rows,
                              const tensix::Dst& before) {
    Marks& marks = of(core);
    std::map<Id, Reached> values;
    for (int r = row; r < row + rows; ++r) {
        const std::optional<DstFormat> view = float_view(core, r);
        if (!view) continue;
        const tensix::DstRow now = core.dst().read_row(r, *view), old = before.read_row(r, *view);
        for (int c = 0; c < tensix::Dst::columns; ++c) {
            const auto column = static_cast<std::size_t>(c);
            const NonFinite kind = watch::non_finite(as_fp32(*view, now[column]));
            if (kind == NonFinite::none) continue;
            Id& mark = marks.dst[static_cast<std::size_t>(r) % tensix::Dst::rows][column];
            const NonFinite was = watch::non_finite(as_fp32(*view, old[column]));
            if (mark != 0 && now[column] == old[column]) continue;
            const auto of_kind = [&](NonFinite wanted) -> Id {
                if (mark != 0 && was == wanted) return mark;
                for (const Operand operand : operands)
                    if (const Id id = marks.src[operand][core.math_bank[operand]][index_of(wanted)]; id != 0) return id;
                return 0;
            };
            Id id = of_kind(kind);
            if (id == 0 && kind == NonFinite::infinity) id = of_kind(NonFinite::nan);
            if (id == 0) {
                id = found.origin(kind, key(by, name));
                if (found.is_first(id, when(by))) {
                    const SrcBank &a = core.src[src_a][core.math_bank[src_a]],
                                  &b = core.src[src_b][core.math_bank[src_b]];
                    const float dst = std::bit_cast<float>(as_fp32(*view, old[column]));
                    describe(id, by,
                             {fmt::format("{} by the matrix unit", name),
                              dst_element(core, r, c),
                              {{"Dst before", fmt::format("{:g}", dst)},
                               {"largest of SrcA", fmt::format("{:g}", largest(a))},
                               {"largest of SrcB", fmt::format("{:g}", largest(b))}},
                              kind == NonFinite::nan ? of_kind(NonFinite::infinity) : 0});
                }
                found.made(id, 1, core.index);
            }
            mark = id;
            values[id].add(kind, 1, [&] { return dst_element(core, r, c); });
        }
    }
    note_banks(core, row, rows);
    reached(values, by, fmt::format("in Dst by {}", name));
}

}  // namespace tessera::core
