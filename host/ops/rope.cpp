#include "host/ops/rope.hpp"

#include <fmt/format.h>

#include "host/compile/toolchain.hpp"
#include "host/ops/rope_cores.hpp"
#include "host/ops/rope_defines.hpp"
#include "host/tensor/tilize.hpp"
#include "sim/abi/accessor.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

constexpr std::uint32_t tile_page = 4096;  // an fp32 tile

// Circular buffers of kernels/rope/work.hpp.
constexpr std::uint32_t cb_active = 0, cb_positions = 1, cb_factors = 2, cb_rotated = 16, cb_passive = 17;

std::uint32_t word(std::int64_t value) { return static_cast<std::uint32_t>(value); }

std::span<const std::uint8_t> bytes_of(const auto& values) {
    return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(values[0])};
}

void add_buffer(Program& program, const CoreRangeSet& cores, std::uint32_t index, DataFormat format, std::uint32_t page,
                std::uint32_t pages) {
    program.add(CircularBufferSpec{cores, page * pages, {{index, {format, page}}}, std::nullopt});
}

// A row of tiles whose row 0 holds the factors; the rest is 1, since all of it is inverted.
std::shared_ptr<Buffer> write_factors(Device& device, const std::vector<float>& factors) {
    const Extent2D extent{32, padded_to_tile(factors.size(), 32)};
    std::vector<float> rows(extent.rows * extent.columns, 1.0f);
    std::copy(factors.begin(), factors.end(), rows.begin());
    auto buffer = device.create_buffer(rows.size() * sizeof(float), tile_page);
    device.write(*buffer, bytes_of(tilize(std::span<const float>(rows), 1, extent)));
    return buffer;
}

}  // namespace

std::filesystem::path kernel_folder() { return find_toolchain().api.parent_path().parent_path() / "kernels"; }

RopeRun run_rope(Device& device, const RopePlan& plan, std::span<const float> x,
                 std::span<const std::int32_t> positions, const core::Options& options) {
    const RopeOptions& o = plan.options;
    const Extent2D extent{static_cast<std::size_t>(o.rows), static_cast<std::size_t>(o.width)};
    const auto tensor_bytes = static_cast<std::uint64_t>(plan.tiles) * tile_page;
    const auto in = device.create_buffer(tensor_bytes, tile_page);
    const auto out = device.create_buffer(tensor_bytes, tile_page);
    const auto position_page = word((o.per_row ? o.rows : o.batch) * 4);
    const auto position_buffer = device.create_buffer(positions.size() * 4, position_page);
    // One batch entry at a time, so that the host holds no second copy of the tensor.
    const std::size_t entries = extent.rows * extent.columns;
    const auto entry_pages = static_cast<std::uint64_t>(plan.tiles / o.batch);
    for (std::size_t b = 0; b < static_cast<std::size_t>(o.batch); ++b)
        device.write_pages(*in, b * entry_pages, bytes_of(tilize(x.subspan(b * entries, entries), 1, extent)));
    device.write(*position_buffer, bytes_of(positions));
    const auto factor_buffer = o.factors.empty() ? nullptr : write_factors(device, o.factors);

    Program program;
    const auto shares =
        share_rope(first_cores(device.compute_grid(), o.cores), word(plan.units), word(plan.passive_tiles));
    std::vector<CoreCoord> used;
    for (const auto& [core, share] : shares) used.push_back(core);
    const CoreRangeSet cores{std::span<const CoreCoord>(used)};
    add_buffer(program, cores, cb_active, DataFormat::fp32, tile_page, 4);
    add_buffer(program, cores, cb_rotated, DataFormat::fp32, tile_page, 4);
    add_buffer(program, cores, cb_passive, DataFormat::fp32, tile_page, 4);
    if (factor_buffer) add_buffer(program, cores, cb_factors, DataFormat::fp32, tile_page, 2);
    // Last, since its pages may be small and what follows would no longer be aligned as a read from DRAM needs it.
    add_buffer(program, cores, cb_positions, DataFormat::int32, o.per_row ? 128 : position_page, o.per_row ? 2 : 1);

    const std::filesystem::path folder = kernel_folder() / "rope";
    const auto path = [&](const char* file) { return (folder / file).string(); };
    KernelSpec reader{.path = path("reader.cpp"),
                      .text = {},
                      .cores = cores,
                      .data_movement = DataMovementKernel{abi::Risc::b, 0},
                      .compute = {},
                      .defines = rope_mover_defines(plan),
                      .compile_args = {abi::accessor_in_dram, abi::accessor_in_dram,
                                       static_cast<std::uint32_t>(plan.rung().source(o.per_row))},
                      .named_compile_args = {}};
    if (factor_buffer) reader.compile_args.push_back(abi::accessor_in_dram);
    KernelSpec writer{.path = path("writer.cpp"),
                      .text = {},
                      .cores = cores,
                      .data_movement = DataMovementKernel{abi::Risc::nc, 1},
                      .compute = {},
                      .defines = rope_mover_defines(plan),
                      .compile_args = {abi::accessor_in_dram},
                      .named_compile_args = {}};
    ComputeKernel mode;
    mode.fp32_dest_acc = true;
    mode.unpack_to_dst[cb_active] = !o.through_srca;
    mode.unpack_to_dst[cb_factors] = factor_buffer != nullptr;
    KernelSpec compute{.path = (folder / plan.kernel()).string(),
                       .text = {},
                       .cores = cores,
                       .data_movement = {},
                       .compute = mode,
                       .defines = rope_compute_defines(plan),
                       .compile_args = {},
                       .named_compile_args = {}};
    const KernelId reader_id = program.add(std::move(reader));
    const KernelId writer_id = program.add(std::move(writer));
    const KernelId compute_id = program.add(std::move(compute));

    for (const auto& [core, share] : shares) {
        const std::vector<std::uint32_t> movement{share.active.begin, share.active.end,       share.passive.begin,
                                                  share.passive.end,  word(plan.width_tiles), word(plan.active_tiles)};
        const auto args = [&](std::uint32_t tensor, std::initializer_list<std::uint32_t> more) {
            std::vector<std::uint32_t> all{tensor};
            all.insert(all.end(), movement.begin(), movement.end());
            all.insert(all.end(), more);
            return all;
        };
        program.set_args(reader_id, core,
                         args(in->address(), {position_buffer->address(), position_page, word(plan.row_tiles),
                                              word(o.rows), factor_buffer ? factor_buffer->address() : 0}));
        program.set_args(writer_id, core, args(out->address(), {}));
        program.set_args(compute_id, core,
                         {share.active.begin, share.active.end, word(plan.units_per_row), word(plan.row_tiles),
                          word(o.rows), word(positions.front())});
    }

    RopeRun run;
    run.cores = shares.size();
    run.cycles = device.run(program, options).cycles;
    run.y.reserve(x.size());
    std::vector<float> tiles(entry_pages * tile_page / sizeof(float));
    for (std::size_t b = 0; b < static_cast<std::size_t>(o.batch); ++b) {
        device.read_pages(*out, b * entry_pages,
                          {reinterpret_cast<std::uint8_t*>(tiles.data()), tiles.size() * sizeof(float)});
        const std::vector<float> entry = untilize<float>(tiles, 1, extent);
        run.y.insert(run.y.end(), entry.begin(), entry.end());
    }
    return run;
}

}  // namespace tessera::host
