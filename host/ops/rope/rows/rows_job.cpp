#include "host/ops/rope/rows/rows_job.hpp"

#include <algorithm>
#include <bit>

#include "host/compile/toolchain.hpp"
#include "host/job/image.hpp"
#include "host/ops/argument.hpp"
#include "host/ops/rope/rows/elements.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

// Circular buffers of kernels/rope/rows/rows.hpp.
constexpr std::uint32_t cb_unit = 0, cb_block = 1, cb_angles = 2, cb_weights = 3, cb_own = 4, cb_weight_row = 5,
                        cb_turned = 16, cb_scale = 24;

std::uint32_t bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

// What the job's tensors are besides those of the rotation, which come first.
struct Extra {
    std::size_t blocks = 0, angles = 0, sines = 0, weights = 0;
};

Tensor words_tensor(std::string name, std::vector<std::uint32_t> words, std::uint32_t page) {
    return {.name = std::move(name),
            .format = DataFormat::uint32,
            .shape = {words.size()},
            .layout = Layout::rows,
            .page_bytes = page,
            .contents = contents_of(std::move(words))};
}

// A row of a cache a page, padded to whole words.
Tensor cache_tensor(const char* name, const Contents& values, DataFormat format, std::size_t rows, std::size_t pairs) {
    const std::size_t bytes = element_bytes(format), padded = (pairs * bytes + 3) / 4 * 4;
    std::vector<std::uint8_t> all(rows * padded);
    for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(all.data() + row * padded, values.data.data() + row * pairs * bytes, pairs * bytes);
    return {.name = name,
            .format = DataFormat::uint8,
            .shape = {rows, padded},
            .layout = Layout::rows,
            .page_bytes = word(padded),
            .contents = contents_of(std::move(all))};
}

Extra add_tensors(Job& job, const Rotation& r, const RowLayout& layout, DataFormat format) {
    for (std::size_t t = 0; t < r.tensors.size(); ++t) {
        const RowTensor& of = r.tensors[t];
        Tensor tensor{.name = of.name,
                      .format = of.format,
                      .shape = of.shape,
                      .layout = Layout::rows,
                      .page_bytes = layout.page_bytes[t],
                      .contents = of.contents};
        if (of.format == DataFormat::fp16) tensor.same_bits = DType::f2;
        job.tensors.push_back(std::move(tensor));
        if (of.result) job.outputs.push_back(t);
    }
    const auto add = [&](Tensor tensor) {
        job.tensors.push_back(std::move(tensor));
        return job.tensors.size() - 1;
    };
    Extra extra;
    extra.blocks = add(words_tensor("rows", describe(r, layout), block_words * 4));
    if (r.caches) {
        extra.angles = add(cache_tensor("cosines", r.caches->cosines, format, r.caches->rows, r.pairs.count));
        extra.sines = add(cache_tensor("sines", r.caches->sines, format, r.caches->rows, r.pairs.count));
    } else {
        std::vector<std::uint32_t> words = frequency_words(r);
        const std::uint32_t page = word(words.size() * 4);
        extra.angles = add(words_tensor("frequencies", std::move(words), page));
    }
    if (r.norm) {
        std::vector<float> all;
        for (const std::vector<float>& weight : r.norm->weights) all.insert(all.end(), weight.begin(), weight.end());
        extra.weights = add({.name = "weights",
                             .shape = {r.norm->weights.size(), r.width},
                             .layout = Layout::rows,
                             .contents = contents_of(std::move(all))});
    }
    return extra;
}

// Those of tilized rows are kernels/rope/rows/tilized.hpp's.
void add_buffers(Job& job, const Rotation& r, const RowLayout& layout, const CoreRangeSet& cores, DataFormat from,
                 DataFormat to) {
    constexpr std::uint32_t cb_rows = 6, cb_copied = 7, cb_tiles = 25, cb_turned_tiles = 26;
    const RowBuffers& sizes = layout.buffers;
    const auto add = [&](std::uint32_t index, DataFormat format, std::uint32_t page, std::uint32_t pages) {
        job.circular_buffers.push_back({cores, page * pages, {{index, {format, page}}}, std::nullopt});
    };
    if (layout.tilized()) {
        for (const std::uint32_t index : {cb_rows, cb_copied, cb_turned})
            add(index, from, sizes.unit, 2 * sizes.row_tiles);
        for (const std::uint32_t index : {cb_tiles, cb_turned_tiles}) add(index, from, sizes.unit, sizes.row_tiles);
    } else {
        add(cb_unit, from, sizes.unit, sizes.unit_tiles);
        add(cb_turned, to, sizes.turned, 4);
    }
    add(cb_angles, r.caches ? from : DataFormat::int32, sizes.angle, 4);
    add(cb_block, DataFormat::uint32, sizes.block, sizes.blocks);
    add(cb_own, DataFormat::uint32, sizes.own, 1);
    if (!r.norm) return;
    const auto fp32_tile = word(tensix::tile_bytes(DataFormat::fp32));
    add(cb_weights, DataFormat::fp32, fp32_tile, sizes.weight_tiles);
    add(cb_scale, DataFormat::fp32, fp32_tile, 1);
    add(cb_weight_row, DataFormat::uint32, sizes.weight_row, 1);
}

void add_kernels(Job& job, const Rotation& r, const RowLayout& layout, const CoreRangeSet& cores, DataFormat from,
                 DataFormat to) {
    std::map<std::string, std::string> defines{{"ROPE_ELEMENT_BYTES", std::to_string(element_bytes(from))},
                                               {"ROPE_STEP", std::to_string(r.pairs.step)}};
    if (from != to) defines.emplace("ROPE_TARGET_BYTES", std::to_string(element_bytes(to)));
    if (r.caches) defines.emplace("ROPE_CACHES", "1");
    if (r.norm) defines.emplace("ROPE_NORM", "1");
    if (const std::size_t still = r.still().count; still != 0) defines.emplace("ROPE_STILL", std::to_string(still));
    if (layout.tilized()) defines.emplace("ROPE_ROW_TILES", std::to_string(layout.buffers.row_tiles));
    const auto kernel = [&](const std::string& file) {
        KernelSpec spec;
        spec.path = (kernel_folder() / "rope" / "rows" / (layout.tilized() ? "tilized_" + file : file)).string();
        spec.cores = cores;
        spec.defines = defines;
        return spec;
    };
    KernelSpec reader = kernel("reader.cpp"), writer = kernel("writer.cpp"), compute = kernel("compute.cpp");
    reader.data_movement = DataMovementKernel{abi::Risc::b, 0};
    writer.data_movement = DataMovementKernel{abi::Risc::nc, 1};
    reader.compile_args = writer.compile_args = {accessor_word(job.tensors.front()), word(r.tensors.size())};
    if (to != DataFormat::fp32) compute.defines.emplace("ROPE_ROUND_BITS", to == DataFormat::fp16 ? "13" : "16");
    compute.compute.emplace();
    compute.compute->fp32_dest_acc = true;
    compute.compute->fp16_by_fp32 = true;  // by way of bf16 results would have 8 of their 11 bits
    compute.compute->unpack_to_dst[cb_unit] = from == DataFormat::fp32;
    compute.compute->unpack_to_dst[cb_angles] = !r.caches || from == DataFormat::fp32;
    compute.compute->unpack_to_dst[cb_weights] = compute.compute->unpack_to_dst[cb_scale] = r.norm.has_value();
    for (KernelSpec* spec : {&reader, &writer, &compute}) job.kernels.push_back({std::move(*spec)});
}

// Blocks begin, begin + step, ...: kinds of blocks cost differently and follow each other, so that every core has some
// of each.
struct BlockShare {
    std::uint32_t begin = 0, step = 1;
};

std::vector<Argument> compute_args(const Rotation& r, const RowLayout& layout, const BlockShare& share) {
    std::vector<std::uint32_t> runs;  // of two words each
    const RowBlock* last = nullptr;
    for (std::size_t b = share.begin; b < layout.blocks.size(); b += share.step) {
        const RowBlock& block = layout.blocks[b];
        if (!block.turns) continue;
        if (last == nullptr || block.weight != last->weight || block.alike != last->alike) {
            runs.push_back(block.alike ? 1 : 0);
            runs.push_back(0);
        }
        last = &block;
        ++runs.back();
    }
    std::vector<Argument> out{layout.units, bits(r.magnitude), bits(1 / static_cast<double>(r.width)),
                              bits(r.norm ? r.norm->eps : 0), word(runs.size() / 2)};
    out.insert(out.end(), runs.begin(), runs.end());
    return out;
}

}  // namespace

Job rows_job(const arch::Arch& arch, const Rotation& r, const RowLayout& layout, std::uint32_t most_cores) {
    Job job;
    job.arch = &arch;
    job.elements = static_cast<double>(r.rows.size() * r.width);
    const auto turning = std::ranges::find_if(r.rows, &RowMove::turns);
    const RowMove& any = turning == r.rows.end() ? r.rows.front() : *turning;
    const DataFormat from = r.tensors[any.source].format, to = r.tensors[any.target].format;
    const Extra extra = add_tensors(job, r, layout, from);
    const CoreCoord grid{static_cast<std::size_t>(arch.grid.compute_width),
                         static_cast<std::size_t>(arch.grid.compute_height)};
    const CoreRangeSet cores = first_cores(grid, most_cores);
    add_buffers(job, r, layout, cores, from, to);
    add_kernels(job, r, layout, cores, from, to);
    BlockShare share{0, most_cores};
    for (const CoreCoord& core : corerange_to_cores(cores)) {
        std::vector<Argument> mover{
            AddressOf{extra.blocks}, share.begin,         word(layout.blocks.size()), share.step,
            word(r.width),           word(r.pairs.count), word(r.pairs.first),        word(r.pairs.distance)};
        for (std::size_t t = 0; t < r.tensors.size(); ++t) {
            mover.emplace_back(AddressOf{t});
            mover.emplace_back(layout.page_bytes[t]);
        }
        std::vector<Argument> reader = mover, writer = mover;
        if (r.norm) {
            reader.emplace_back(AddressOf{extra.weights});
            reader.emplace_back(word(r.width * 4));
        }
        writer.emplace_back(AddressOf{extra.angles});
        if (r.caches) writer.emplace_back(AddressOf{extra.sines});
        writer.emplace_back(page_bytes(job.tensors[extra.angles]));
        job.kernels[0].args[core] = std::move(reader);
        job.kernels[1].args[core] = std::move(writer);
        job.kernels[2].args[core] = compute_args(r, layout, share);
        ++share.begin;
    }
    return job;
}

}  // namespace tessera::host
