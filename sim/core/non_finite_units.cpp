// NaNs and infinities in the matrix unit, the unpackers and the packers. What a unit makes of data that hold one comes
// from that; where they hold none, it has made it.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "sim/core/machine.hpp"
#include "sim/core/memory_faults.hpp"
#include "sim/core/non_finite.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/unpack.hpp"

namespace tessera::core {

using tensix::DataFormat;
using tensix::DatumKind;
using tensix::DstFormat;
using tensix::SrcBank;
using tensix::SrcForm;
using watch::NonFinite;
using watch::NonFinites;

namespace {

constexpr std::size_t index_of(NonFinite kind) { return kind == NonFinite::nan ? 0 : 1; }

// As fp32; 0 in views that have neither NaNs nor infinities.
std::uint32_t as_fp32(DstFormat view, std::uint32_t datum) {
    return view == DstFormat::fp32 ? datum : view == DstFormat::bf16 ? datum << 16 : 0;
}
std::uint32_t as_fp32(const SrcBank& bank, std::size_t i) {
    const bool wide_exponent = bank.form == SrcForm::bf16 || bank.form == SrcForm::tf32;
    return wide_exponent ? num::src_to_fp32(bank.datum[i]) : 0;
}

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

// Calls f(datum, fp32) for each datum of L1 bytes that is no number; nothing for formats of which single datums are
// not told.
template <class F>
void each_non_finite(std::span<const std::uint8_t> l1, DataFormat format, F f) {
    if (format != DataFormat::fp32 && format != DataFormat::tf32 && format != DataFormat::bf16) return;
    const int bits = tensix::datum_bits(format), count = static_cast<int>(l1.size()) * 8 / bits;
    for (int i = 0; i < count; ++i) {
        const std::uint32_t datum = tensix::read_datum(l1.data(), i, bits);
        const std::uint32_t fp32 = bits == 16 ? datum << 16 : datum;
        if (watch::non_finite(fp32) != NonFinite::none) f(i, fp32);
    }
}
bool has_non_finite(DataFormat format) {
    return format == DataFormat::fp32 || format == DataFormat::tf32 || format == DataFormat::bf16 ||
           (tensix::is_bfp(format) && !tensix::has_small_exponent(format));
}

const char* bank_name(Operand operand) { return operand == src_a ? "SrcA" : "SrcB"; }
std::string from_buffer(const tensix::CircularBuffer* cb) {
    return cb == nullptr ? "" : fmt::format(" from cb {}", cb->index);
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

// Marks what lies in L1 unmarked as having come in with it.
FollowedValues::OfKind FollowedValues::taken_from_l1(Core& core, const Actor& by, std::uint32_t address,
                                                     std::uint32_t bytes, DataFormat format, const Counts& counts) {
    Parts& here = marks(core.index, -1);
    const auto datum_bytes = static_cast<std::uint32_t>(std::max(1, tensix::datum_bits(format) / 8));
    OfKind ids{};
    each_non_finite(core.l1.raw(address, bytes), format, [&](int i, std::uint32_t fp32) {
        const NonFinite kind = watch::non_finite(fp32);
        const std::uint64_t at = address + static_cast<std::uint32_t>(i) * datum_bytes;
        const auto known = here.in(at, at + datum_bytes);
        Id id = known.empty() ? 0 : known.front().id;
        if (id == 0) {
            id = came_in(core, by, kind, static_cast<std::uint32_t>(at));
            found.made(id, 1, core.index);
            here.add({at, at + datum_bytes, id, datum_bytes});
        }
        if (ids[index_of(kind)] == 0) ids[index_of(kind)] = id;
    });
    // A NaN may have lost the bits that made it one; a block's exponent may be all that there is of it.
    for (const NonFinite kind : watch::non_finites) {
        Id& id = ids[index_of(kind)];
        if (id != 0 || counts[index_of(kind)] == 0) continue;
        id = ids[1 - index_of(kind)];
        for (const Part& part : here.in(address, std::uint64_t{address} + bytes))
            if (id == 0) id = part.id;
        if (id != 0) continue;
        id = came_in(core, by, kind, address);
        found.made(id, counts[index_of(kind)], core.index);
        here.add({address, std::uint64_t{address} + bytes, id, datum_bytes});
    }
    return ids;
}

FollowedValues::Id FollowedValues::came_in(Core& core, const Actor& by, NonFinite kind, std::uint32_t address) {
    const Source source = source_of(core, address);
    const Id id = found.origin(kind, source.memory);
    if (!found.is_first(id, when(by))) return id;
    describe(id, by, {fmt::format("came in with {}", source.memory), source.element});
    if (source.by) found.at(id).where = *source.by;
    return id;
}

void FollowedValues::unpacked(Core& core, const Actor& by, std::uint32_t address, std::uint32_t bytes,
                              DataFormat format, const tensix::CircularBuffer* cb, Operand operand, std::size_t which) {
    const SrcBank& bank = core.src[operand][which];
    OfKind& held = of(core).src[operand][which];
    held = {};
    if (bytes == 0 || !has_non_finite(format)) return;
    Counts counts{};
    for (std::size_t i = 0; i < bank.datum.size(); ++i)
        if (const NonFinite kind = watch::non_finite(as_fp32(bank, i)); kind != NonFinite::none)
            ++counts[index_of(kind)];
    if (counts == Counts{}) return;
    held = taken_from_l1(core, by, address, bytes, format, counts);
    std::map<Id, Reached> values;
    for (const NonFinite kind : watch::non_finites)
        if (const std::uint64_t count = counts[index_of(kind)]; count != 0)
            values[held[index_of(kind)]].add(kind, count, [] { return std::string(); });
    reached(values, by, fmt::format("unpacked to {}{}", bank_name(operand), from_buffer(cb)));
}

void FollowedValues::unpacked_to_dst(Core& core, const Actor& by, std::uint32_t address, std::uint32_t bytes,
                                     DataFormat format, const tensix::CircularBuffer* cb, int row, int rows) {
    if (bytes == 0 || !has_non_finite(format)) return;
    Marks& marks = of(core);
    Counts counts{};
    const auto each = [&](auto f) {
        for (int r = row; r < row + rows; ++r) {
            const tensix::DstRow datums = core.dst().read_row(r, DstFormat::fp32);
            for (int c = 0; c < tensix::Dst::columns; ++c)
                if (const NonFinite kind = watch::non_finite(datums[static_cast<std::size_t>(c)]);
                    kind != NonFinite::none)
                    f(r, c, kind);
        }
    };
    each([&](int, int, NonFinite kind) { ++counts[index_of(kind)]; });
    if (counts == Counts{}) return;
    const OfKind ids = taken_from_l1(core, by, address, bytes, format, counts);
    std::map<Id, Reached> values;
    each([&](int r, int c, NonFinite kind) {
        marks.dst[static_cast<std::size_t>(r) % tensix::Dst::rows][static_cast<std::size_t>(c)] = ids[index_of(kind)];
        values[ids[index_of(kind)]].add(kind, 1, [&] { return dst_element(core, r, c); });
    });
    reached(values, by, fmt::format("unpacked to Dst{}", from_buffer(cb)));
}

void FollowedValues::packed(Core& core, const Actor& by, int row, int rows, DstFormat view, std::uint32_t address,
                            std::uint32_t bytes, DataFormat format) {
    Marks& marks = of(core);
    OfKind ids{};
    Counts in_dst{};
    for (int r = row; r < row + rows; ++r) {
        const tensix::DstRow datums = core.dst().read_row(r, view);
        for (int c = 0; c < tensix::Dst::columns; ++c) {
            const NonFinite kind = watch::non_finite(as_fp32(view, datums[static_cast<std::size_t>(c)]));
            if (kind == NonFinite::none) continue;
            ++in_dst[index_of(kind)];
            const Id mark = marks.dst[static_cast<std::size_t>(r) % tensix::Dst::rows][static_cast<std::size_t>(c)];
            if (mark != 0 && ids[index_of(kind)] == 0) ids[index_of(kind)] = mark;
        }
    }
    const bool is_number = tensix::has_small_exponent(format);
    if (!has_non_finite(format) && !is_number) return;
    const tensix::CircularBuffer* cb = core.buffer_at(address, [](const tensix::CircularBuffer&) { return true; });
    const std::string to = cb == nullptr ? fmt::format("L1 0x{:x}", address) : fmt::format("cb {}", cb->index);
    std::map<Id, Reached> values;
    Parts& here = this->marks(core.index, -1);
    const auto datum_bytes = static_cast<std::uint32_t>(std::max(1, tensix::datum_bits(format) / 8));
    const auto mark = [&](NonFinite kind, std::uint64_t begin, std::uint64_t end, std::uint64_t count, int datum) {
        Id& id = ids[index_of(kind)];
        if (id == 0) id = ids[1 - index_of(kind)];  // a NaN may have lost the bits that made it one
        if (id == 0) {
            id = found.origin(kind, key(by, "packer"));
            describe(id, by, {fmt::format("the packer, to {} in {}", tensix::name(format), to), ""});
            found.made(id, count, core.index);
        }
        here.add({begin, end, id, datum_bytes});
        values[id].add(kind, count, [&] {
            return datum < 0 ? std::string()
                             : fmt::format("byte {} of page {}", static_cast<std::uint32_t>(datum) * datum_bytes,
                                           cb == nullptr ? 0 : (address - cb->base) / cb->page_bytes);
        });
    };
    if (is_number || tensix::is_bfp(format)) {
        for (const NonFinite kind : watch::non_finites)
            if (in_dst[index_of(kind)] != 0 && !is_number)
                mark(kind, address, std::uint64_t{address} + bytes, in_dst[index_of(kind)], -1);
            else if (in_dst[index_of(kind)] != 0)
                values[ids[index_of(kind)]].add(NonFinite::none, in_dst[index_of(kind)], [] { return std::string(); });
    } else {
        each_non_finite(core.l1.raw(address, bytes), format, [&](int i, std::uint32_t fp32) {
            const std::uint64_t at = address + static_cast<std::uint32_t>(i) * datum_bytes;
            mark(watch::non_finite(fp32), at, at + datum_bytes, 1, i);
        });
    }
    reached(values, by, fmt::format("packed to {}{}", to, is_number ? " as a format in which it is a number" : ""));
}

}  // namespace tessera::core
