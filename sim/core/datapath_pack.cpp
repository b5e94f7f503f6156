// The packer's side of a tile function: Dst to a tile, or to rows, in L1 (spec/tensix-core.md 1.8).
#include "sim/core/datapath.hpp"
#include "sim/core/machine.hpp"
#include "sim/tensix/pack_accumulate.hpp"

namespace tessera::core {

using tensix::DataFormat;
using tensix::DstFormat;

namespace {

// As the matrix unit last wrote it, else as the host configures it. Integers of 32 and of eight bits come from 32,
// whatever Dst is (spec/pack-instructions.md 2).
DstFormat view_of(const Core& core, DataFormat out) {
    if (core.mode.fp32_dest_acc || tensix::intermediate_of(DstFormat::bf16, out) == DataFormat::int32 ||
        out == DataFormat::uint32)
        return DstFormat::fp32;
    if (out == DataFormat::int16) return DstFormat::raw16;
    const auto half = static_cast<std::size_t>(core.dst_protocol.pack_half);
    return core.dst_protocol.written[half].value_or(tensix::narrow_dst_format(core.mode.family));
}

tensix::Pack pack_config(const Core& core, DataFormat out, const PackSettings& settings) {
    const DstFormat view = view_of(core, out);
    const num::PackRules& rules = core.machine.arch().tensix.pack;
    // Of the vendor's kernels the start-up sets the threshold, and a change of the format takes it away.
    const bool narrows = view == DstFormat::fp32 && tensix::has_small_exponent(out) && settings.started_anew;
    return {.dst_is_32_bit = view == DstFormat::fp32,
            .intermediate = tensix::intermediate_of(view, out, core.mode.bfp8_pack_precise, core.mode.fp16_by_fp32),
            .out = out,
            .relu = settings.relu,
            .relu_threshold = settings.relu_threshold,
            .exponent_threshold = narrows ? rules.least_exponent_for_fp16 : 0,
            .rules = rules,
            .random = core.packs_stochastically() ? core.draw() : 0};
}

// What an edge mask lets through of face row `row`.
bool kept(std::uint32_t mask, int row, int column) {
    if (mask == 0) return true;
    const int face = row / 16;
    const bool first_column = face % 2 == 0 && column == 0, first_row = face < 2 && row % 16 == 0;
    switch (static_cast<abi::Dim>(mask - 1)) {
        case abi::Dim::row: return first_column;
        case abi::Dim::column: return first_row;
        case abi::Dim::scalar: break;
    }
    return first_column && first_row;
}

std::array<std::uint32_t, tensix::tile_datums> read_tile(const Core& core, int row, DataFormat out,
                                                         std::uint32_t mask) {
    std::array<std::uint32_t, tensix::tile_datums> datums;
    const DstFormat view = view_of(core, out);
    for (int r = 0; r < tensix::face_rows; ++r) {
        const tensix::DstRow from = core.dst().read_row(row + r, view);
        for (int c = 0; c < tensix::row_datums; ++c)
            datums[static_cast<std::size_t>(r * tensix::row_datums + c)] =
                kept(mask, r, c) ? from[static_cast<std::size_t>(c)] : 0;
    }
    return datums;
}

}  // namespace

DstFormat packed_view(const Core& core, const tensix::CircularBuffer& cb) {
    return view_of(core, static_cast<DataFormat>(cb.format));
}

int lost_to_mask(const Core& core, int row, std::uint32_t mask) {
    int lost = 0;
    const DstFormat view = core.mode.fp32_dest_acc ? DstFormat::fp32 : DstFormat::raw16;
    for (int r = 0; r < tensix::face_rows; ++r) {
        const tensix::DstRow from = core.dst().read_row(row + r, view);
        for (int c = 0; c < tensix::row_datums; ++c)
            lost += !kept(mask, r, c) && from[static_cast<std::size_t>(c)] != 0 ? 1 : 0;
    }
    return lost;
}

namespace {

// Leaves the bytes as they are. One row of zeros is packed, so that what is refused stays refused.
void pretend(Core& core, std::uint32_t address, std::uint32_t bytes, const tensix::Pack& config) {
    tensix::pack_row(config, std::array<std::uint32_t, tensix::row_datums>{});
    core.l1.mark(address, bytes, true);
}

// Stores, or adds to what is there.
void store(Core& core, std::uint32_t address, std::span<std::uint8_t> bytes, DataFormat out,
           const PackSettings& settings) {
    if (settings.l1_accumulate)
        tensix::pack_accumulate(out, core.l1.raw(address, static_cast<std::uint32_t>(bytes.size())), bytes);
    core.l1.write(address, bytes);
}

// Sixteen datums of Dst by themselves.
void store_row(Core& core, const std::uint32_t* datums, std::uint64_t first, std::uint32_t address,
               const tensix::Pack& config, const PackSettings& settings) {
    const std::span<const std::uint32_t, tensix::row_datums> from(datums, std::size_t{tensix::row_datums});
    const tensix::PackedRow packed = tensix::pack_row(config, from, first);
    const int bits = tensix::datum_bits(config.out);
    std::array<std::uint8_t, 4 * tensix::row_datums> bytes;
    for (int c = 0; c < tensix::row_datums; ++c)
        tensix::write_datum(bytes.data(), c, bits, packed.datum[static_cast<std::size_t>(c)]);
    store(core, address, std::span(bytes.data(), static_cast<std::size_t>(tensix::row_datums * bits / 8)), config.out,
          settings);
}

void pack_first_rows(Core& core, std::span<const std::uint32_t> datums, std::uint32_t address,
                     const tensix::Pack& config, const PackSettings& settings) {
    const auto bytes = static_cast<std::uint32_t>(tensix::row_datums * tensix::datum_bits(config.out) / 8);
    for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(settings.rows); ++r)
        store_row(core, datums.data() + r * tensix::row_datums, r * tensix::row_datums, address + r * bytes, config,
                  settings);
}

}  // namespace

void pack_tile(Core& core, int row, const tensix::CircularBuffer& cb, std::uint32_t address,
               const PackSettings& settings) {
    const auto out = static_cast<DataFormat>(cb.format);
    const tensix::Pack config = pack_config(core, out, settings);
    if (core.machine.options().blind_time)
        return pretend(core, address,
                       static_cast<std::uint32_t>(tensix::tile_bytes(out) / 64) *
                           static_cast<std::uint32_t>(settings.packed_rows()),
                       config);
    const auto datums = read_tile(core, row, out, settings.edge_mask);
    if (settings.rows != 0) return pack_first_rows(core, datums, address, config, settings);
    std::array<std::uint8_t, 4096> buffer;
    const std::span bytes(buffer.data(), tensix::tile_bytes(out));
    tensix::pack_tile(config, datums, bytes);
    store(core, address, bytes, out, settings);
}

void pack_rows(Core& core, int row, const tensix::CircularBuffer& cb, std::uint32_t address, std::uint32_t column,
               const PackSettings& settings) {
    const auto out = static_cast<DataFormat>(cb.format);
    const tensix::Pack config = pack_config(core, out, settings);
    const bool blind = core.machine.options().blind_time;
    std::array<std::uint32_t, tensix::tile_datums> datums{};
    if (!blind) datums = read_tile(core, row, out, settings.edge_mask);
    const auto datum_bytes = static_cast<std::uint32_t>(tensix::datum_bits(out) / 8);
    const std::uint32_t width = settings.faces == 1 ? tensix::row_datums : tensix::tile_side;
    for (int r = 0; r < 16 * settings.faces; ++r) {
        if (r % 16 >= settings.face_rows) continue;
        const int first = r * tensix::row_datums, face = r / 16;
        const auto row_of_rows = static_cast<std::uint32_t>(settings.face_rows * (face / 2) + r % 16);
        const std::uint32_t datum = row_of_rows * width * settings.row_tiles + width * column +
                                    static_cast<std::uint32_t>(tensix::datum_column(first));
        const std::uint32_t at = address + datum * datum_bytes;
        if (blind)
            pretend(core, at, tensix::row_datums * datum_bytes, config);
        else
            store_row(core, datums.data() + first, tensix::tile_datums * column + static_cast<std::uint64_t>(first), at,
                      config, settings);
    }
}

}  // namespace tessera::core
