#include "sim/core/datapath.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/machine.hpp"
#include "sim/core/memory_faults.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/matrix_unit.hpp"
#include "sim/tensix/unpacker.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::DataFormat;
using tensix::MatrixUnit;
using tensix::SrcBank;
using From = Fill::From;

namespace {

bool is_integer_32(DataFormat format) { return format == DataFormat::int32 || format == DataFormat::uint32; }

DataFormat src_format(const Core& core, DataFormat in) {
    return tensix::unpacked_format(in, false, core.mode.fp32_dest_acc, core.mode.family, core.mode.fp16_by_fp32);
}

// Where 16 datums of a fill lie: bytes from its address to their tile, and the first datum in it.
struct Place {
    std::uint32_t tile_offset;
    int datum;
};

Place place(const Fill& fill, const tensix::CircularBuffer& cb, int row) {
    const int width = fill.width, tile = static_cast<int>(fill.block_tile);
    if (fill.from == From::row_major) {
        const int f = row / 16, r = fill.face_rows * (f / 2) + row % 16;
        return {0, r * width + width / static_cast<int>(fill.block_tiles) * tile + 16 * (f % 2)};
    }
    if (fill.from == From::untilized) {
        const int datum = tensix::tile_datums * tile + tensix::row_datums * row, column = datum % width;
        return {static_cast<std::uint32_t>(column / tensix::tile_side) * cb.tile_bytes,
                tensix::datum_index(datum / width, column % tensix::tile_side)};
    }
    return {0, tensix::row_datums * row};
}

// Calls `put(row, words)` for every sixteen datums of the fill, rows counted from 0.
template <class Put>
void unpack(const Core& core, const Fill& fill, std::span<const std::uint8_t> l1, DataFormat out, tensix::Target target,
            Put put) {
    const tensix::CircularBuffer& cb = core.cbs[fill.cb];
    const auto in = static_cast<DataFormat>(cb.format);
    const tensix::Unpack config{.in = in, .out = out, .target = target, .rules = core.machine.arch().tensix.unpack};
    const tensix::UnpackRule rule = tensix::unpack_rule(config);
    if (core.machine.options().blind_time) return;
    tensix::DstRow words;
    for (int r = 0; r < fill.rows; ++r) {
        const Place from = place(fill, cb, fill.first_row + r);
        const std::uint8_t* tile = l1.data() + from.tile_offset;
        const std::uint8_t* datums = tile + tensix::exponent_bytes(in);
        const std::uint32_t exponent = tensix::is_bfp(in) ? tile[from.datum / tensix::row_datums] : 0;
        rule.row(config.rules, datums, from.datum, exponent, words.data());
        put(r, words);
    }
}

}  // namespace

DataFormat src_format(const Core& core, std::uint32_t cb) {
    return src_format(core, static_cast<DataFormat>(core.cbs[cb].format));
}

bool unpacked_to_dst(const tensix::CircularBuffer& cb) {
    return cb.unpack_to_dst || is_integer_32(static_cast<DataFormat>(cb.format));
}

std::uint32_t bytes_of(const Core& core, const Fill& fill) {
    if (fill.from == From::zeros) return 0;
    return fill.from == From::tile ? core.cbs[fill.cb].tile_bytes : fill.bytes;
}

watch::Undetermined::Why unwritten(const Core& core, const Fill& fill, const char* call) {
    return unwritten(core, fill.address, bytes_of(core, fill), &core.cbs[fill.cb], call);
}

watch::Undetermined::Why unwritten(const Core& core, std::uint32_t address, std::uint32_t bytes,
                                   const tensix::CircularBuffer* cb, const char* call) {
    if (bytes == 0) return nullptr;
    if (core.l1.valid(address, bytes)) {
        const auto parts = core.undetermined.in(address, address + bytes);
        return parts.empty() ? nullptr : parts.front().why;
    }
    const std::vector<ByteRange> gaps = core.l1.gaps(address, bytes);
    auto fault = std::make_shared<Fault>(
        Id::uninitialised,
        fmt::format("{}{}: of the {} bytes of the tile at L1 0x{:x} those from {} to {} were never written", call,
                    cb == nullptr ? "" : fmt::format(" from cb {}", cb->index), bytes, address, gaps.front().offset,
                    gaps.back().offset + gaps.back().bytes - 1));
    if (cb != nullptr) fault->notes = notes_of_page(core, *cb, address, address + bytes);
    return fault;
}

void fill_bank(const Core& core, const Fill& fill, std::span<const std::uint8_t> l1, SrcBank& bank) {
    if (fill.from == From::zeros) {
        bank.datum = {};
        bank.cb = -1;
        return;
    }
    const auto in = static_cast<DataFormat>(core.cbs[fill.cb].format);
    bank.cb = static_cast<int>(fill.cb);
    bank.form = tensix::form_in_bank(src_format(core, in));
    if (fill.missing != Fill::Missing::kept)
        bank.datum.fill(fill.missing == Fill::Missing::lowest ? num::src_lowest : 0);
    if (fill.transposed)
        unpack(core, fill, l1, src_format(core, in), tensix::Target::src, [&](int r, const tensix::DstRow& words) {
            for (int c = 0; c < tensix::row_datums; ++c)
                bank.at(r / 16 * 16 + c, r % 16) = words[static_cast<std::size_t>(c)];
        });
    else
        unpack(core, fill, l1, src_format(core, in), tensix::Target::src,
               [&](int r, const tensix::DstRow& words) { std::ranges::copy(words, &bank.at(r, 0)); });
}

void fill_dst(Core& core, const Fill& fill, std::span<const std::uint8_t> l1, int row) {
    const auto in = static_cast<DataFormat>(core.cbs[fill.cb].format);
    unpack(core, fill, l1, in, tensix::Target::dst,
           [&](int r, const tensix::DstRow& words) { core.dst().write_row(row + r, tensix::DstFormat::fp32, words); });
}

}  // namespace tessera::core
