#include "host/ops/rope/program.hpp"

#include <fmt/format.h>

#include "host/compile/toolchain.hpp"
#include "host/ops/rope/defines.hpp"
#include "host/ops/rope/rope.hpp"
#include "host/ops/rope/table.hpp"
#include "host/tensor/tilize.hpp"
#include "sim/abi/accessor.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

constexpr std::uint32_t tile_page = 4096;  // an fp32 tile

// Circular buffers of kernels/rope/work.hpp.
constexpr std::uint32_t cb_active = 0, cb_positions = 1, cb_table = 2, cb_rotated = 16, cb_passive = 17;

std::uint32_t word(std::int64_t value) { return static_cast<std::uint32_t>(value); }

std::span<const std::uint8_t> bytes_of(const auto& values) {
    return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(values[0])};
}

void add_buffer(Program& program, const CoreRangeSet& cores, std::uint32_t index, DataFormat format, std::uint32_t page,
                std::uint32_t pages) {
    program.add(CircularBufferSpec{cores, page * pages, {{index, {format, page}}}, std::nullopt});
}

Extent2D extent_of(const RopePlan& plan) {
    return {static_cast<std::size_t>(plan.options.rows), static_cast<std::size_t>(plan.options.width)};
}

// A page holds the positions of the whole batch, or those of the rows of a batch entry.
std::uint32_t position_page(const RopeOptions& o) { return word((o.per_row ? o.rows : o.batch) * 4); }

void add_buffers(Program& program, const RopeOptions& o, const CoreRangeSet& cores) {
    add_buffer(program, cores, cb_active, DataFormat::fp32, tile_page, 4);
    add_buffer(program, cores, cb_rotated, DataFormat::fp32, tile_page, 4);
    add_buffer(program, cores, cb_passive, DataFormat::fp32, tile_page, 4);
    if (has_table(o))
        add_buffer(program, cores, cb_table, o.phase == RopePhase::turns ? DataFormat::int32 : DataFormat::fp32,
                   tile_page, 2);
    // Last, since its pages may be small and what follows would no longer be aligned as a read from DRAM needs it.
    add_buffer(program, cores, cb_positions, DataFormat::int32, o.per_row ? 128 : position_page(o), o.per_row ? 2 : 1);
}

void add_kernels(RopeProgram& made, const RopePlan& plan, const CoreRangeSet& cores) {
    const RopeOptions& o = plan.options;
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
    if (has_table(o)) reader.compile_args.push_back(abi::accessor_in_dram);
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
    mode.unpack_to_dst[cb_table] = has_table(o);
    KernelSpec compute{.path = (folder / plan.kernel()).string(),
                       .text = {},
                       .cores = cores,
                       .data_movement = {},
                       .compute = mode,
                       .defines = rope_compute_defines(plan),
                       .compile_args = {},
                       .named_compile_args = {}};
    made.reader = made.program.add(std::move(reader));
    made.writer = made.program.add(std::move(writer));
    made.compute = made.program.add(std::move(compute));
}

void set_arguments(RopeProgram& made, const RopePlan& plan, const CoreCoord& core, const RopeShare& share,
                   std::int32_t first_position) {
    const std::vector<std::uint32_t> movement{share.active.begin, share.active.end,       share.passive.begin,
                                              share.passive.end,  word(plan.width_tiles), word(plan.active_tiles)};
    const auto args = [&](std::uint32_t tensor, std::initializer_list<std::uint32_t> more) {
        std::vector<std::uint32_t> all{tensor};
        all.insert(all.end(), movement.begin(), movement.end());
        all.insert(all.end(), more);
        return all;
    };
    made.program.set_args(
        made.reader, core,
        args(made.in->address(), {made.positions->address(), position_page(plan.options), word(plan.row_tiles),
                                  word(plan.options.rows), made.table ? made.table->address() : 0}));
    made.program.set_args(made.writer, core, args(made.out->address(), {}));
    made.program.set_args(made.compute, core,
                          {share.active.begin, share.active.end, word(plan.units_per_row), word(plan.row_tiles),
                           word(plan.options.rows), word(first_position)});
}

}  // namespace

std::filesystem::path kernel_folder() { return find_toolchain().api.parent_path().parent_path() / "kernels"; }

RopeProgram rope_program(Device& device, const RopePlan& plan, const std::map<CoreCoord, RopeShare>& shares,
                         std::span<const float> x, std::span<const std::int32_t> positions) {
    const RopeOptions& o = plan.options;
    const Extent2D extent = extent_of(plan);
    const auto tensor_bytes = static_cast<std::uint64_t>(plan.tiles) * tile_page;
    RopeProgram made;
    made.in = device.create_buffer(tensor_bytes, tile_page);
    made.out = device.create_buffer(tensor_bytes, tile_page);
    made.positions = device.create_buffer(positions.size() * 4, position_page(o));
    // One batch entry at a time, so that the host holds no second copy of the tensor.
    const std::size_t entries = extent.rows * extent.columns;
    const auto entry_pages = static_cast<std::uint64_t>(plan.tiles / o.batch);
    for (std::size_t b = 0; b < static_cast<std::size_t>(o.batch); ++b)
        device.write_pages(*made.in, b * entry_pages, bytes_of(tilize(x.subspan(b * entries, entries), 1, extent)));
    device.write(*made.positions, bytes_of(positions));
    if (has_table(o)) {
        const std::vector<std::uint32_t> table = rope_table(plan);
        made.table = device.create_buffer(table.size() * sizeof(std::uint32_t), tile_page);
        device.write(*made.table, bytes_of(table));
    }

    std::vector<CoreCoord> used;
    for (const auto& [core, share] : shares) used.push_back(core);
    const CoreRangeSet cores{std::span<const CoreCoord>(used)};
    add_buffers(made.program, o, cores);
    add_kernels(made, plan, cores);
    for (const auto& [core, share] : shares) set_arguments(made, plan, core, share, positions.front());
    return made;
}

std::vector<float> read_result(Device& device, const RopePlan& plan, const Buffer& out) {
    const auto batch = static_cast<std::size_t>(plan.options.batch);
    const std::size_t entry_pages = static_cast<std::size_t>(plan.tiles) / batch;
    const Extent2D extent = extent_of(plan);
    std::vector<float> y;
    y.reserve(batch * extent.rows * extent.columns);
    std::vector<float> tiles(entry_pages * tile_page / sizeof(float));
    for (std::size_t b = 0; b < batch; ++b) {
        if (!device.read_pages(out, b * entry_pages,
                               {reinterpret_cast<std::uint8_t*>(tiles.data()), tiles.size() * sizeof(float)}))
            throw fault::Fault(fault::Id::uninitialised,
                               fmt::format("the result of batch entry {} has tiles that no core wrote: the shares of "
                                           "the cores do not cover the work",
                                           b));
        const std::vector<float> entry = untilize<float>(tiles, 1, extent);
        y.insert(y.end(), entry.begin(), entry.end());
    }
    return y;
}

}  // namespace tessera::host
