#include "host/ops/rope/rows/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/job/image.hpp"
#include "host/ops/argument.hpp"
#include "host/ops/rope/phase.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::uint32_t read_alignment = 64, write_alignment = 16;  // as block.hpp has them
constexpr std::uint32_t fewest_rows_of_block = 4;  // where rows are spread over many cores; a tile costs the same

std::uint32_t up(std::uint64_t value, std::uint32_t to) { return word((value + to - 1) / to * to); }

// Calls `work(first element)` for every row of tensor `t`, be it source or target.
template <class Work>
bool all_rows(const Rotation& r, std::uint32_t t, Work work) {
    return std::ranges::all_of(r.rows, [&](const RowMove& row) {
        return (row.source != t || work(row.source_element)) && (row.target != t || work(row.target_element));
    });
}

// The smallest page that no row leaves: up to `rows` rows, of which the tensor is a multiple, or so many of the inner
// dimensions, or all.
std::uint32_t page_of(const Rotation& r, std::uint32_t t, std::size_t rows) {
    const RowTensor& tensor = r.tensors[t];
    const std::size_t bytes = element_bytes(tensor.format);
    while (rows > 1 && element_count(tensor.shape) % (rows * r.width) != 0) --rows;
    std::vector<std::size_t> candidates{rows * r.width, r.width};
    std::size_t inner = 1;
    for (std::size_t d = tensor.shape.size(); d-- > 0;) candidates.push_back(inner *= tensor.shape[d]);
    for (const std::size_t elements : candidates) {
        if (elements < r.width || elements * bytes % 4 != 0) continue;
        if (all_rows(r, t, [&](std::uint64_t first) { return first % elements + r.width <= elements; }))
            return word(elements * bytes);
    }
    return up(inner * bytes, 4);
}

bool alike(const Rotation& r, std::size_t i, std::size_t j) {
    const RowMove &a = r.rows[i], &b = r.rows[j];
    return a.source == b.source && a.target == b.target && a.turns == b.turns && (!a.turns || a.weight == b.weight);
}

bool same_positions(const Rotation& r, std::size_t i, std::size_t j) {
    return r.rows[i].positions == r.rows[j].positions;
}

// Rows from `begin` to `end`, all alike, in blocks of at most `most`.
void add_blocks(const Rotation& r, std::size_t begin, std::size_t end, std::uint32_t most, bool share_positions,
                std::vector<RowBlock>& out) {
    for (std::size_t i = begin; i < end; ++i) {
        const bool joins =
            i != begin && i - out.back().begin < most && (!share_positions || same_positions(r, i, i - 1));
        if (!joins) out.push_back({i, i, r.rows[i].turns, r.rows[i].weight, share_positions});
        out.back().end = i + 1;
    }
}

// With one position for all rows of a block its sines and cosines are taken once, which is worth up to four times as
// many blocks: angles of a row each are what costs most.
std::vector<RowBlock> blocks_of(const Rotation& r, std::uint32_t most) {
    std::vector<RowBlock> out;
    for (std::size_t begin = 0, end = 0; begin < r.rows.size(); begin = end) {
        for (end = begin + 1; end < r.rows.size() && alike(r, end, begin); ++end) {
        }
        std::vector<RowBlock> mixed, shared;
        add_blocks(r, begin, end, most, false, mixed);
        if (r.rows[begin].turns && !r.caches) add_blocks(r, begin, end, most, true, shared);
        const bool share = !shared.empty() && shared.size() <= 4 * mixed.size();
        const std::vector<RowBlock>& taken = share ? shared : mixed;
        out.insert(out.end(), taken.begin(), taken.end());
    }
    return out;
}

// At least one, so that there are tables where rows are only copied.
std::uint32_t units_of(const Rotation& r) {
    return (std::max(up(r.pairs.count, pairs_of_unit), pairs_of_unit) + up(r.still().count, pairs_of_unit)) /
           pairs_of_unit;
}

// What kernels/rope/rows/tilized.hpp asks for.
bool can_be_tilized(const Rotation& r, const std::vector<std::uint32_t>& page_bytes) {
    constexpr std::size_t bytes = 2;
    if (2 * r.pairs.count != r.width || r.pairs.count % pairs_of_unit != 0) return false;
    const auto aligned = [&](std::uint32_t tensor, std::uint64_t element) {
        return element * bytes % page_bytes[tensor] % read_alignment == 0;
    };
    return std::ranges::all_of(r.rows, [&](const RowMove& row) {
        const tensix::DataFormat from = r.tensors[row.source].format;
        return element_bytes(from) == bytes && from == r.tensors[row.target].format &&
               aligned(row.source, row.source_element) && aligned(row.target, row.target_element);
    });
}

// Rows that follow each other in a page go in one transfer where they do so in L1 as well, up to the largest packet.
std::size_t rows_of_packet(const arch::Arch& arch, const Rotation& r) {
    const std::size_t row = r.width * element_bytes(r.tensors[r.rows.front().source].format);
    return std::clamp<std::size_t>(static_cast<std::size_t>(arch.noc.max_packet_bytes.value) / row, 1,
                                   most_rows_of_block);
}

std::vector<std::uint32_t> pages_of(const Rotation& r, std::size_t rows) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t t = 0; t < r.tensors.size(); ++t) out.push_back(page_of(r, t, rows));
    return out;
}

void take_norm(const Rotation& r, RowBuffers& out) {
    if (!r.norm) return;
    out.weight_tiles = 2 * units_of(r);
    out.weight_row = up(r.width * 4, read_alignment);
}

RowBuffers tilized_buffers(const Rotation& r, std::uint32_t rows) {
    const tensix::DataFormat format = r.tensors[r.rows.front().source].format;
    RowBuffers out;
    out.row_tiles = word(r.width / 32);
    out.unit = out.turned = word(tensix::tile_bytes(format));
    out.angle = word(tensix::tile_bytes(r.caches ? format : tensix::DataFormat::int32));
    out.block = block_words * 4;
    out.blocks = 2;
    out.own = r.caches ? 2 * rows * up(r.pairs.count * 2, read_alignment) : units_of(r) * pairs_of_unit * 16;
    take_norm(r, out);
    return out;
}

RowBuffers buffers_of(const Rotation& r, std::uint32_t rows, std::uint32_t blocks) {
    const auto move = std::ranges::find_if(r.rows, &RowMove::turns);
    const RowMove& row = move == r.rows.end() ? r.rows.front() : *move;
    const tensix::DataFormat from = r.tensors[row.source].format, to = r.tensors[row.target].format;
    const auto from_bytes = element_bytes(from), to_bytes = element_bytes(to);
    const std::uint32_t units = units_of(r);
    RowBuffers out;
    out.unit = word(tensix::tile_bytes(from));
    out.turned = word(tensix::tile_bytes(to));
    out.angle = word(tensix::tile_bytes(r.caches ? from : tensix::DataFormat::int32));
    const std::uint32_t pitch = up(r.width * from_bytes, read_alignment) + read_alignment;
    const std::uint32_t target_pitch = from == to ? 0 : up(r.width * to_bytes, write_alignment) + write_alignment;
    out.block = up(block_words * 4 + rows * pitch + (from == to ? 0 : rows * target_pitch), read_alignment);
    out.blocks = blocks;
    out.unit_tiles = 4;
    if (r.caches)
        out.own = 2 * rows * up(r.pairs.count * from_bytes, read_alignment);
    else
        out.own = units * pairs_of_unit * 16;
    if (r.norm) out.unit_tiles = 4 * units;
    take_norm(r, out);
    return out;
}

}  // namespace

std::uint32_t RowBuffers::bytes() const {
    // With a norm a tile of factors beside those of weights.
    const std::uint32_t norm_tiles = weight_tiles == 0 ? 0 : weight_tiles + 1;
    const std::uint32_t all =
        block * blocks + 4 * angle + own + weight_row + norm_tiles * word(tensix::tile_bytes(tensix::DataFormat::fp32));
    // Two blocks of rows that come, that are copied and that go, and the tiles of one before and after they turn.
    return all + (row_tiles != 0 ? 8 * row_tiles * unit : unit * unit_tiles + turned * 4);
}

RowLayout row_layout(const arch::Arch& arch, const Rotation& r, std::uint32_t cores) {
    RowLayout out;
    out.page_bytes = pages_of(r, 1);
    const auto per_core = word((r.rows.size() + cores - 1) / std::max(cores, 1u));
    const std::uint32_t wanted = std::clamp(per_core, fewest_rows_of_block, most_rows_of_block);
    const auto room = word(static_cast<std::uint64_t>(arch.l1.bytes.value)) - arch.l1.unreserved_base;
    // Two blocks at a time if so many rows of both fit, else fewer rows, else one block.
    for (const std::uint32_t blocks : {2u, 1u})
        for (std::uint32_t rows = wanted; rows > 0 && out.rows_of_block == 0; rows = rows > 4 ? rows / 2 : rows - 1)
            if ((out.buffers = buffers_of(r, rows, blocks)).bytes() <= room) out.rows_of_block = rows;
    const std::vector<std::uint32_t> packets = pages_of(r, rows_of_packet(arch, r));
    if (can_be_tilized(r, packets)) {
        const RowBuffers tilized = tilized_buffers(r, wanted);
        if (tilized.bytes() <= room) {
            out.page_bytes = packets;
            out.buffers = tilized;
            out.rows_of_block = wanted;
        }
    }
    if (out.rows_of_block == 0)
        throw InputError(
            fmt::format("{}: a row of {} elements takes {} bytes of L1 with what goes with it, and a core "
                        "has {}; nearest: rows of {}",
                        r.name, r.width, out.buffers.bytes(), room, r.width * room / out.buffers.bytes() / 32 * 32));
    out.units = units_of(r);
    out.blocks = blocks_of(r, out.rows_of_block);
    return out;
}

std::vector<std::uint32_t> describe(const Rotation& r, const RowLayout& layout) {
    std::vector<std::uint32_t> words(layout.blocks.size() * block_words);
    for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
        const RowBlock& block = layout.blocks[b];
        const RowMove& first = r.rows[block.begin];
        std::uint32_t* out = words.data() + b * block_words;
        *out++ = word(block.end - block.begin);
        *out++ = block.turns ? 1 : 0;
        *out++ = first.source;
        *out++ = first.target;
        *out++ = block.weight;
        *out++ = block.alike ? 1 : 0;
        out += 10;
        for (std::size_t i = block.begin; i < block.end; ++i) {
            const RowMove& row = r.rows[i];
            const auto place = [&](std::uint32_t tensor, std::uint64_t element) {
                const std::uint64_t at = element * element_bytes(r.tensors[tensor].format);
                *out++ = word(at / layout.page_bytes[tensor]);
                *out++ = word(at % layout.page_bytes[tensor]);
            };
            place(row.source, row.source_element);
            place(row.target, row.target_element);
            for (const std::int32_t position : row.positions) *out++ = static_cast<std::uint32_t>(position);
        }
    }
    return words;
}

std::vector<std::uint32_t> frequency_words(const Rotation& r) {
    std::vector<std::uint32_t> words(units_of(r) * pairs_of_unit * 4);
    for (std::size_t k = 0; k < r.angles.size(); ++k) {
        const std::uint64_t turns = fixed_frequency(r.angles[k].frequency);
        words[4 * k] = word(turns);
        words[4 * k + 1] = word(turns >> 32);
        words[4 * k + 2] = r.angles[k].stream;
    }
    return words;
}

}  // namespace tessera::host
