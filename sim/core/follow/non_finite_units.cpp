// NaNs and infinities in the unpackers and the packers.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/follow/non_finite.hpp"
#include "sim/core/follow/non_finite_datums.hpp"

namespace tessera::core {

using tensix::DataFormat;
using tensix::DstFormat;
using tensix::SrcBank;
using watch::NonFinite;

namespace {

std::uint32_t bytes_of_datum(DataFormat format) {
    return static_cast<std::uint32_t>(std::max(1, tensix::datum_bits(format) / 8));
}

// Calls f(datum, fp32) for each datum of L1 bytes that is no number; nothing for block floats, whose single datums are
// not followed.
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

// Marks what lies in L1 unmarked as having come in with it.
FollowedValues::OfKind FollowedValues::taken_from_l1(Core& core, const Actor& by, std::uint32_t address,
                                                     std::uint32_t bytes, DataFormat format, const Counts& counts) {
    Parts& here = marks(core.index, -1);
    const std::uint32_t datum_bytes = bytes_of_datum(format);
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
    const std::uint32_t datum_bytes = bytes_of_datum(format);
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
