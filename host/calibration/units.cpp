#include "host/calibration/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "host/calibration/requests.hpp"
#include "host/calibration/unit_loops.hpp"
#include "host/compile/vendor_tree.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::calibration {
namespace {

using tensix::DataFormat;

std::string_view name(double TileCost::*of) {
    if (of == &TileCost::unpacker) return ", unpacker";
    if (of == &TileCost::matrix) return ", matrix unit";
    if (of == &TileCost::vector) return ", vector unit";
    return of == &TileCost::packer ? ", packer" : "";
}

constexpr auto whole = &TileCost::whole, unpacker = &TileCost::unpacker, matrix = &TileCost::matrix,
               packer = &TileCost::packer;

TileLoop copies(DataFormat format) {
    return {.start = "init_sfpu(0, 16);",
            .round = "for (uint32_t i = 0; i < TILES; ++i) copy_tile(0, 0, i);",
            .tiles = 4,
            .in = format,
            .out = format};
}
// Threads by themselves: what a unit is given in rounds without Dst changing hands, and who takes it.
constexpr std::string_view datacopy = "MATH((llk_math_eltwise_unary_datacopy<A2D, DST_ACCUM_MODE, BroadcastType::NONE>";
TileLoop unpacks_rows(std::uint32_t tiles, const char* start, const char* unpack) {
    return {.start = start,
            .round = fmt::format("UNPACK(({})); for (uint32_t i = 0; i < TILES; ++i) {{ {}(i))); }}", unpack, datacopy),
            .tiles = tiles,
            .pages = {tiles, 0}};
}
TileLoop packs_rows(std::uint32_t tiles, const char* start, const char* unpack, const char* pack) {
    TileLoop loop = unpacks_rows(tiles, start, unpack);
    loop.round = fmt::format("if (round == 0) {{ {} }}", loop.round);
    loop.packed = fmt::format("PACK(({}));", pack);
    return loop;
}
TileLoop to_dst() {
    TileLoop loop = copies(DataFormat::fp32);
    loop.mode.fp32_dest_acc = true;
    loop.mode.unpack_to_dst[0] = true;
    return loop;
}

TileLoop two_operands(const char* start, const char* call, int phases) {
    TileLoop loop{.start = start, .round = call, .tiles = 4, .pages = {1, 1}};
    loop.mode.fidelity_phases = phases;
    return loop;
}
TileLoop adds() {
    return two_operands("binary_op_init_common(0, 1, 16); add_tiles_init(0, 1);",
                        "for (uint32_t i = 0; i < TILES; ++i) add_tiles(0, 1, 0, 0, i);", 4);
}
TileLoop multiplies(int phases) {
    return two_operands("binary_op_init_common(0, 1, 16); mul_tiles_init(0, 1);",
                        "for (uint32_t i = 0; i < TILES; ++i) mul_tiles(0, 1, 0, 0, i);", phases);
}
TileLoop products(int phases) {
    return two_operands("mm_init(0, 1, 16);", "for (uint32_t i = 0; i < TILES; ++i) matmul_tiles(0, 1, 0, 0, i);",
                        phases);
}
TileLoop blocks(std::uint32_t rows, std::uint32_t columns, int phases, DataFormat format) {
    TileLoop loop{.start = fmt::format("mm_block_init(0, 1, 16, 0, {0}, {1}, 1);", columns, rows),
                  .round = fmt::format("matmul_block(0, 1, 0, 0, 0, 0, {0}, {1}, 1);", columns, rows),
                  .tiles = rows * columns,
                  .in = format,
                  .pages = {rows, columns}};
    loop.mode.fidelity_phases = phases;
    return loop;
}
TileLoop reductions(const char* pool, const char* dim) {
    TileLoop loop{.start = fmt::format("compute_kernel_hw_startup(0, 1, 16); "
                                       "reduce_init<PoolType::{}, ReduceDim::{}>(0, 1, 16);",
                                       pool, dim),
                  .round = fmt::format("for (uint32_t i = 0; i < TILES; ++i) "
                                       "reduce_tile<PoolType::{}, ReduceDim::{}>(0, 1, 0, 0, i);",
                                       pool, dim),
                  .tiles = 4,
                  .pages = {1, 1}};
    return loop;
}
// As tt-llk takes the banks where it measures the unpackers.
TileLoop unpacks_for_reduction() {
    TileLoop loop = reductions("MAX", "REDUCE_ROW");
    loop.round =
        "UNPACK(for (uint32_t i = 0; i < TILES; ++i) { llk_unpack_AB(0, 1, 0, 0); }) "
        "MATH(for (uint32_t i = 0; i < 4 * TILES; ++i) { TTI_STALLWAIT(p_stall::STALL_MATH, p_stall::SRCA_VLD | "
        "p_stall::SRCB_VLD); TTI_CLEARDVALID(3, 0); })";
    return loop;
}
TileLoop row_of(std::uint32_t tiles, const char* start, const char* block) {
    return {.start = start, .block = block, .tiles = tiles, .pages = {tiles, 0}};
}
constexpr const char *tilize = "compute_kernel_hw_startup(0, 16); tilize_init(0, TILES, 16);",
                     *tilize_row = "llk_unpack_tilize_block(0, TILES)",
                     *untilize = "compute_kernel_hw_startup(0, 16); untilize_init(0);",
                     *untilize_row = "llk_unpack_untilize(0, TILES)",
                     *pack_untilize = "compute_kernel_hw_startup(0, 16); pack_untilize_init<TILES>(0, 16);",
                     *copies_row = "[] { for (uint32_t i = 0; i < TILES; ++i) llk_unpack_A(0, i); }()",
                     *pack_untilize_row = "llk_pack_untilize<TILES>(1, 16)",
                     *plain_tiles =
                         "[] { for (uint32_t i = 0; i < TILES; ++i) llk_pack<DST_ACCUM_MODE, true>(i, 16, i); }()";
TileLoop tilizes(std::uint32_t tiles) { return row_of(tiles, tilize, "tilize_block(0, TILES, 16);"); }
TileLoop pack_untilizes(std::uint32_t tiles) {
    return row_of(tiles, pack_untilize, "pack_untilize_block<TILES>(0, 1, 16);");
}
TileLoop packs(DataFormat format) {
    TileLoop loop{.start = "init_sfpu(0, 16);",
                  .round = "if (round == 0) for (uint32_t i = 0; i < TILES; ++i) copy_tile(0, 0, i);",
                  .packed = "for (uint32_t i = 0; i < TILES; ++i) pack_tile<true>(i, 16, i);",
                  .tiles = 4,
                  .out = format};
    loop.mode.fp32_dest_acc = format == DataFormat::fp32;
    return loop;
}
std::vector<LoopRows> rows_of_tiles() {
    using enum DataFormat;
    constexpr std::string_view gemm = "timing.md 2.9: whole operation", llk = "timing.md 2.9";
    constexpr std::string_view widths = "timing.md 2.9: mean over widths",
                               meeting = "timing.md 2.9: 35 to 45 % more than other widths",
                               kernel = "timing.md 2.9: a kernel of 64 tiles less its start";
    const auto only = [](Published published = {}) { return std::vector<Reading>{{whole, published}}; };
    return {
        {"copy_tile bf16", copies(bf16), {{whole}, {unpacker, {38, 28, llk}, copies(bf16)}}},
        {"copy_tile bfp8", copies(bfp8), only()},
        {"copy_tile fp32 through SrcA", copies(fp32), only()},
        {"copy_tile fp32 to Dst", to_dst(), only()},
        {"add_tiles bf16", adds(), {{whole}, {matrix}}},
        {"mul_tiles bf16 LoFi", multiplies(1), {{whole}, {matrix}}},
        {"mul_tiles bf16 HiFi2", multiplies(2), {{whole}, {matrix}}},
        {"mul_tiles bf16 HiFi4", multiplies(4), {{whole}, {matrix}}},
        {"matmul_tiles bf16 HiFi4", products(4), only()},
        {"matmul_block 4x2 bf16 HiFi4", blocks(4, 2, 4, bf16), only({0, 67.7, gemm})},
        {"matmul_block 2x4 bf16 HiFi4", blocks(2, 4, 4, bf16), only()},
        {"matmul_block 1x8 bf16 HiFi4", blocks(1, 8, 4, bf16), only()},
        {"matmul_block 4x2 bf16 HiFi3", blocks(4, 2, 3, bf16), only()},
        {"matmul_block 4x2 bf16 HiFi2", blocks(4, 2, 2, bf16), only({0, 35.5, gemm})},
        {"matmul_block 4x2 bfp8 HiFi2", blocks(4, 2, 2, bfp8), {{whole}, {matrix, {0, 33.6, llk}}}},
        {"matmul_block 4x2 bfp8 LoFi", blocks(4, 2, 1, bfp8), only({0, 18.3, gemm})},
        {"matmul_block 4x2 bfp4 LoFi", blocks(4, 2, 1, bfp4), only()},
        {"reduce_tile sum of rows bf16", reductions("SUM", "REDUCE_ROW"), {{whole}, {matrix}}},
        {"reduce_tile sum of columns bf16", reductions("SUM", "REDUCE_COL"), {{whole}, {matrix}}},
        {"reduce_tile maximum of rows bf16",
         reductions("MAX", "REDUCE_ROW"),
         {{whole, {0, 58.06, "timing.md 2.9: math thread"}},
          {unpacker, {0, 37.28, "timing.md 2.9: by other code, a face of SrcB"}, unpacks_for_reduction()},
          {matrix}}},
        {"tilize_block of 3 bf16",
         tilizes(3),
         {{whole},
          {unpacker, {52, 25, widths}, unpacks_rows(3, tilize, tilize_row)},
          {packer, {45, 39, widths}, packs_rows(3, tilize, tilize_row, plain_tiles)}}},
        {"tilize_block of 4 bf16", tilizes(4), {{whole, {75, 0, llk}}, {unpacker}, {packer}}},
        {"tilize_block of 8 bf16",
         tilizes(8),
         {{whole}, {unpacker, {73, 35, meeting}, unpacks_rows(8, tilize, tilize_row)}}},
        {"untilize_block of 4 bf16",
         row_of(4, untilize, "untilize_block(0, TILES, 16);"),
         {{whole},
          {unpacker, {393, 512, widths}, unpacks_rows(4, untilize, untilize_row)},
          {packer, {47, 25, widths}, packs_rows(4, untilize, untilize_row, plain_tiles)}}},
        {"pack_untilize_block of 4 bf16",
         pack_untilizes(4),
         {{whole}, {packer, {57, 0, widths}, packs_rows(4, pack_untilize, copies_row, pack_untilize_row)}}},
        {"pack_untilize_block of 8 bf16",
         pack_untilizes(8),
         {{whole, {0, 119, kernel}},
          {packer, {57, 0, widths}, packs_rows(8, pack_untilize, copies_row, pack_untilize_row)}}},
        {"pack_tile bf16", packs(bf16), only({0, 25.13, llk})},
        {"pack_tile fp32", packs(fp32), only()},
        {"pack_tile bfp8", packs(bfp8), only()},
    };
}

std::vector<LoopRows> loop_rows() {
    std::vector<LoopRows> rows = rows_of_tiles();
    std::ranges::move(rows_of_vectors(), std::back_inserter(rows));
    return rows;
}

struct RequestRow {
    std::string what;
    Requests requests;
    Published published = {};
};

std::vector<RequestRow> request_rows(const arch::Arch& arch) {
    const auto right = static_cast<std::size_t>(arch.grid.compute_width - 1);
    const auto below = static_cast<std::size_t>(arch.grid.compute_height - 1);
    constexpr std::string_view source = "timing.md 3.2", fitted = "noc.read_overhead_cycles";
    // Of a core in the same column; multicasts stand in the table by pattern, as they were measured.
    const Published axis{205, 227, source, fitted}, elsewhere{293, 373, source, fitted};
    const auto read = [](std::size_t x, std::size_t y) { return Requests{.to = {x, y}, .bytes = 64}; };
    const auto increment = [](std::size_t x, std::size_t y) {
        return Requests{.kind = Requests::Kind::increment, .to = {x, y}};
    };
    const auto column = [&](Requests::Kind kind, std::uint32_t bytes) {
        return Requests{.kind = kind, .to = {1, 0}, .last = {1, below}, .bytes = bytes};
    };
    std::vector<RequestRow> rows{
        {"read 64 bytes, 1 core to the right", read(1, 0)},
        {fmt::format("read 64 bytes, {} to the right", right), read(right, 0)},
        {"read 64 bytes, 1 core below", read(0, 1), axis},
        {fmt::format("read 64 bytes, {} below", below), read(0, below), axis},
        {"read 64 bytes, 1 right and 1 below", read(1, 1), elsewhere},
        {fmt::format("read 64 bytes, {} right and {} below", right, below), read(right, below), elsewhere},
        {"noc_semaphore_inc, 1 core to the right", increment(1, 0)},
        {fmt::format("noc_semaphore_inc, {} right and {} below", right, below), increment(right, below)},
        {fmt::format("multicast 64 bytes, column of {}", below + 1), column(Requests::Kind::multicast, 64)},
        {fmt::format("multicast 4096 bytes, column of {}", below + 1), column(Requests::Kind::multicast, 4096)},
        {fmt::format("noc_semaphore_set_multicast, column of {}", below + 1),
         column(Requests::Kind::set_semaphores, 4)},
    };
    return rows;
}

UnitRow unsimulated(const arch::Arch& arch, std::string what, std::string_view unit, const Published& published) {
    return {.arch = arch.name,
            .what = std::move(what),
            .unit = unit,
            .published = published.of(arch),
            .source = published.source,
            .fitted = published.fitted};
}

}  // namespace

bool UnitRow::passed() const {
    const std::optional<double> error = error_percent();
    return !error || std::abs(*error) <= limit_percent;
}

std::vector<UnitSummary> summaries(std::span<const UnitRow> rows) {
    std::vector<UnitSummary> out;
    for (const UnitRow& row : rows) {
        const std::optional<double> error = row.error_percent();
        if (!error) continue;
        if (out.empty() || out.back().arch != row.arch) out.emplace_back().arch = row.arch;
        UnitSummary& of = out.back();
        of.within += row.passed();
        if (of.errors.add(*error)) of.worst = row.what;
    }
    return out;
}

std::vector<UnitRow> measure_units(std::span<const arch::Arch* const> archs,
                                   const std::function<void(const std::string&, double share)>& progress,
                                   const std::function<bool(const UnitRow&)>& wanted) {
    const auto tree = host::find_vendor_tree();
    const bool of_tree = tree != nullptr && tree->for_all;
    std::vector<UnitRow> out;
    std::size_t begun = 0, all = archs.size() * loop_rows().size();
    for (const arch::Arch* arch : archs) all += request_rows(*arch).size();
    const auto next = [&](const arch::Arch& arch, const std::string& what) {
        if (progress)
            progress(fmt::format("{} {}", arch.name, what), static_cast<double>(begun) / static_cast<double>(all));
        ++begun;
    };
    for (const arch::Arch* arch : archs) {
        for (const LoopRows& row : loop_rows()) {
            next(*arch, row.what);
            std::string fault;
            const auto cost = [&](const TileLoop& loop) -> std::optional<TileCost> {
                if (of_tree && loop.own_vectors) {
                    fault = "its kernel is written for tessera's library";
                    return std::nullopt;
                }
                try {
                    return cost_of_a_tile(*arch, loop);
                } catch (const fault::Fault& found) {
                    fault = found.headline();
                    return std::nullopt;
                }
            };
            std::optional<std::optional<TileCost>> together;  // of the readings that are not alone
            for (const Reading& reading : row.readings) {
                UnitRow known =
                    unsimulated(*arch, row.what + std::string(name(reading.of)), "cycles/tile", reading.published);
                if (wanted && !wanted(known)) continue;
                if (!reading.alone && !together) together = cost(row.loop);
                const auto one = reading.alone ? cost(*reading.alone) : *together;
                if (one) known.simulated = (*one).*(reading.alone ? whole : reading.of);
                known.fault = fault;
                out.push_back(std::move(known));
            }
        }
        for (const RequestRow& row : request_rows(*arch)) {
            next(*arch, row.what);
            UnitRow known = unsimulated(*arch, row.what, "cycles", row.published);
            if (wanted && !wanted(known)) continue;
            known.simulated = static_cast<double>(run_requests(*arch, row.requests));
            out.push_back(std::move(known));
        }
    }
    return out;
}

}  // namespace tessera::calibration
