#include "host/ops/rms_norm/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/compile/toolchain.hpp"
#include "host/cores/work_split.hpp"
#include "host/job/generate.hpp"
#include "host/job/params.hpp"
#include "host/ops/argument.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using tensix::DataFormat;

constexpr std::uint32_t cb_x = 0, cb_weight = 1, cb_y = 16, cb_scale = 24;  // of kernels/rms_norm
constexpr std::uint64_t weight_stream = 0x776774;                           // keeps weight and values of one seed apart
constexpr std::size_t max_elements = std::size_t{1} << 31;

std::uint32_t bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

// How the circular buffers lie in L1, in tiles.
struct Buffers {
    std::uint32_t tile_bytes = 0;
    std::uint32_t block = 1;   // tiles of a transfer: the largest divisor of a row up to 8
    std::uint32_t x = 0;       // one row of tiles, two where they fit
    std::uint32_t weight = 0;  // two blocks, a row of tiles where it fits
    bool weight_stays = false;
    std::uint32_t y() const { return 2 * block; }
};

Buffers buffers_of(const arch::Arch& arch, const RmsNormOptions& options) {
    const std::uint32_t row = word(options.row_tiles());
    Buffers out;
    out.tile_bytes = static_cast<std::uint32_t>(tensix::tile_bytes(options.format));
    for (std::uint32_t n = 1; n <= 8; ++n)
        if (row % n == 0) out.block = n;
    const auto scale = static_cast<std::uint32_t>(tensix::tile_bytes(DataFormat::fp32));
    const auto room = static_cast<std::uint32_t>(arch.l1.bytes.value) - arch.l1.unreserved_base - scale;
    const auto fits = [&](std::uint32_t x, std::uint32_t weight) {
        return (x + weight + out.y()) * out.tile_bytes <= room;
    };
    out.x = row;
    if (options.weighted) {
        out.weight_stays = fits(out.x, row);
        out.weight = out.weight_stays ? row : 2 * out.block;
    }
    if (fits(2 * row, out.weight)) out.x = 2 * row;
    return out;
}

// The sum of squares of a row would be infinite or no number in fp32, and so would not be the row's.
void check_rows(std::span<const float> x, std::size_t width) {
    for (std::size_t first = 0; first < x.size(); first += width) {
        double sum = 0;
        for (const float value : x.subspan(first, width)) sum += static_cast<double>(value) * value;
        if (!(sum < 0x1.fp127))
            throw InputError(
                fmt::format("row {}: the sum of the squares of its elements, {:g}, is not below {:g}, and "
                            "the kernel adds them in fp32; scale the input",
                            first / width, sum, 0x1.fp127));
    }
}

void add_tensors(Job& job, const RmsNormOptions& options, Contents x, std::span<const float> weight) {
    const std::vector<std::size_t> matrix{options.rows(), options.width()};
    job.tensors.push_back({.name = "x", .format = options.format, .shape = matrix, .contents = std::move(x)});
    job.tensors.push_back({.name = "y", .format = options.format, .shape = matrix, .host_shape = options.shape});
    if (!options.weighted) return;
    // As many rows as a tile has, so that multiplying tiles multiplies columns.
    std::vector<float> rows;
    for (std::size_t row = 0; row < 32; ++row) rows.insert(rows.end(), weight.begin(), weight.end());
    job.tensors.push_back({.name = "weight",
                           .format = options.format,
                           .shape = {32, options.width()},
                           .contents = contents_of(std::move(rows))});
}

void add_buffers(Job& job, const RmsNormOptions& options, const Buffers& sizes, const CoreRangeSet& cores) {
    const auto add = [&](std::uint32_t index, DataFormat format, std::uint32_t pages) {
        const auto page = static_cast<std::uint32_t>(tensix::tile_bytes(format));
        job.circular_buffers.push_back({cores, page * pages, {{index, {format, page}}}, std::nullopt});
    };
    add(cb_x, options.format, sizes.x);
    add(cb_y, options.format, sizes.y());
    add(cb_scale, DataFormat::fp32, 1);
    if (options.weighted) add(cb_weight, options.format, sizes.weight);
}

void add_kernels(Job& job, const RmsNormOptions& options, const CoreRangeSet& cores) {
    const auto kernel = [&](const char* file) {
        KernelSpec spec;
        spec.path = (kernel_folder() / "rms_norm" / file).string();
        spec.cores = cores;
        if (options.weighted) spec.defines.emplace("RMS_NORM_WEIGHT", "1");
        return spec;
    };
    KernelSpec reader = kernel("reader.cpp"), writer = kernel("writer.cpp"), compute = kernel("compute.cpp");
    reader.data_movement = DataMovementKernel{abi::Risc::b, 0};
    reader.compile_args = {accessor_word(job.tensors[rms_norm_x])};
    if (options.weighted) reader.compile_args.push_back(accessor_word(job.tensors[rms_norm_weight]));
    writer.data_movement = DataMovementKernel{abi::Risc::nc, 1};
    writer.compile_args = {accessor_word(job.tensors[rms_norm_y])};
    compute.compute.emplace();
    compute.compute->fp32_dest_acc = true;
    compute.compute->unpack_to_dst[cb_x] = compute.compute->unpack_to_dst[cb_weight] = !options.through_srca;
    compute.compute->unpack_to_dst[cb_scale] = true;
    for (KernelSpec* spec : {&reader, &writer, &compute}) job.kernels.push_back({std::move(*spec)});
}

Words words_of(const RmsNormOptions& options, const Buffers& sizes) {
    const std::size_t row_tiles = (options.rows() + 31) / 32;
    const std::string work = fmt::format("{} row(s) of {} tile(s), read once, {} of them in L1", row_tiles,
                                         options.row_tiles(), sizes.x / options.row_tiles());
    const std::string weight = !options.weighted    ? "none"
                               : sizes.weight_stays ? "read once and kept in L1"
                                                    : "read again for every row of tiles, as L1 has no room for it";
    const std::string inputs = options.format == DataFormat::bf16 ? "bf16"
                               : options.through_srca             ? "fp32 through SrcA (TF32)"
                                                                  : "fp32 unpacked to Dst";
    Words words;
    words.title = fmt::format("rms_norm {} {}", tensix::name(options.format), shape_text(options.shape));
    words.about = options.weighted ? "weighted" : "without a weight";
    words.subject = fmt::format("inputs {}", inputs);
    words.details = {{"shape", fmt::format("{}, {} rows of {}, eps {:g}", shape_text(options.shape), options.rows(),
                                           options.width(), options.eps)},
                     {"work", work},
                     {"weight", weight}};
    words.facts = {{"eps", fmt::format("{:g}", options.eps)}, {"work", work}, {"weight", weight}};
    words.options = {{"rows", options.rows()}, {"width", options.width()},   {"format", tensix::name(options.format)},
                     {"eps", options.eps},     {"weight", options.weighted}, {"unpack_to_dst", !options.through_srca},
                     {"cores", nullptr},       {"lowering", nullptr},        {"profiler_overhead", nullptr},
                     {"blind_time", nullptr}};
    words.more["work"] = {{"tiles", row_tiles * options.row_tiles()}, {"weight_stays", sizes.weight_stays}};
    return words;
}

const ParamsBlock block{"RMSNormParams", 16};

std::vector<Parameter> all_parameters() {
    using enum ParameterKind;
    const RmsNormOptions usual;
    std::vector<Parameter> all{
        {"rows", whole, fmt::format("{}", usual.rows()), "Shape", "rows, each normalised by itself"},
        {"width", whole, fmt::format("{}", usual.width()), "Shape", "columns D, elements of a row, at most 8192"},
        {"format", word, "fp32", "Kernel", "of input, weight and result: fp32 or bf16", "NAME", {"fp32", "bf16"}},
        {"eps", real, fmt::format("{}", usual.eps), "Kernel", "added to the mean of the squares"},
        {"unpack-to-dst", flag, "", "Kernel", "fp32 keeps all 32 bits; without it it crosses SrcA and loses 13"},
        {"input", file, "", "Files", ".npy, float32 [.., D]; without it uniform in -1..1 from --seed"},
        {"weight", file, "random", "Files", ".npy, float32 [D]; random, -1..1 from --seed; or none"},
        cores_parameter("1", "share the rows of tiles among so many cores, columns of the grid first"),
        params_parameter(block),
    };
    all[1].offset = 0;
    all[3].offset = 4;
    return all;
}

NpyArray floats_of(const Settings& given, const char* name) {
    NpyArray array = given.array(name);
    if (array.dtype != DType::f4)
        throw InputError(
            fmt::format("--{} {}: elements are {}; <f4 is expected", name, given.text(name), descr(array.dtype)));
    return array;
}

std::size_t positive(const Settings& given, const char* name) {
    const std::int64_t value = given.whole(name);
    if (value < 1) throw InputError(fmt::format("--{} {}: must be at least 1; nearest: 1", name, value));
    return static_cast<std::size_t>(value);
}

class RmsNorm final : public Operation {
  public:
    std::string name() const override { return "rms_norm"; }
    std::string_view about() const override { return "root mean square normalisation"; }
    std::span<const Parameter> parameters() const override {
        static const std::vector<Parameter> all = all_parameters();
        return all;
    }
    std::vector<std::string> examples() const override {
        return {"rms_norm --rows 64 --width 4096 --format bf16 --cores 2",
                "rms_norm --unpack-to-dst --weight none --report rms_norm.html",
                "rms_norm --rows 1792 --sweep cores=1,2,4..56",
                "rms_norm --input x.npy --weight w.npy --eps 1e-5 --output y.npy"};
    }

    Job plan(const Settings& asked, const arch::Arch& arch, std::uint64_t seed) const override {
        const Settings given = with_block(asked, block);
        RmsNormOptions options;
        options.shape = {positive(given, "rows"), positive(given, "width")};
        options.format = given.choice("format") == 0 ? DataFormat::fp32 : DataFormat::bf16;
        options.eps = given.real("eps");
        options.through_srca = !given.flag("unpack-to-dst");
        options.weighted = given.text("weight") != "none";
        options.cores = word(std::min<std::size_t>(positive(given, "cores"), UINT32_MAX));
        NpyArray input;
        if (const std::string path = given.text("input"); !path.empty()) {
            input = floats_of(given, "input");
            take_shape(given, path, input.shape, options);
        }
        check_rms_norm(options);
        Contents x = input.shape.empty() ? contents_of(generate_values(seed, options.rows() * options.width()))
                                         : contents_of(std::move(input));
        Job job = rms_norm_job(arch, options, std::move(x), weight_of(given, options, seed));
        job.seed = seed;
        return job;
    }

  private:
    // What was typed of the shape must be what the file says.
    static void take_shape(const Settings& given, const std::string& path, const std::vector<std::size_t>& shape,
                           RmsNormOptions& options) {
        if (shape.empty() || element_count(shape) == 0)
            throw InputError(
                fmt::format("--input {}: shape {} has no rows; [.., D] is expected", path, shape_text(shape)));
        options.shape = shape;
        for (const auto& [name, found] : {std::pair("rows", options.rows()), {"width", options.width()}})
            if (given.gave(name) && positive(given, name) != found)
                throw InputError(fmt::format("--{} {} contradicts --input {}, where it is {}; leave --{} out", name,
                                             given.whole(name), path, found, name));
    }

    static std::vector<float> weight_of(const Settings& given, const RmsNormOptions& options, std::uint64_t seed) {
        const std::string path = given.text("weight");
        if (!options.weighted) return {};
        if (path == "random") return generate_values(seed ^ weight_stream, options.width());
        const NpyArray array = floats_of(given, "weight");
        if (array.shape != std::vector{options.width()})
            throw InputError(fmt::format("--weight {}: shape {}; ({},), one for each column, is expected", path,
                                         shape_text(array.shape), options.width()));
        const auto values = array.as<float>();
        return {values.begin(), values.end()};
    }
};

}  // namespace

std::size_t RmsNormOptions::rows() const { return element_count(shape) / width(); }

void check_rms_norm(const RmsNormOptions& options) {
    if (options.width() > rms_norm_max_width)
        throw InputError(fmt::format("width {}: a row of tiles must fit L1, so {} is the most", options.width(),
                                     rms_norm_max_width));
    if (const std::size_t most = max_elements / (options.row_tiles() * 32) / 32 * 32; options.rows() > most)
        throw InputError(fmt::format("rows {} of {} elements: padded to tiles they may not exceed {}; nearest: {}",
                                     options.rows(), options.width(), max_elements, most));
    if (!(options.eps >= rms_norm_min_eps && options.eps <= rms_norm_max_eps))
        throw InputError(fmt::format("eps {:g} is not within {:g} to {:g}; usual: 1e-6", options.eps, rms_norm_min_eps,
                                     rms_norm_max_eps));
    if (options.format != DataFormat::fp32 && options.format != DataFormat::bf16)
        throw InputError(fmt::format("format {}: fp32 or bf16 is expected", tensix::name(options.format)));
    if (options.format == DataFormat::bf16 && !options.through_srca)
        throw InputError("--unpack-to-dst is for fp32: bf16 loses nothing on its way; leave it out");
}

Job rms_norm_job(const arch::Arch& arch, const RmsNormOptions& options, Contents x, std::vector<float> weight) {
    check_rms_norm(options);
    if (weight.size() != (options.weighted ? options.width() : 0))
        throw InputError(fmt::format("rms_norm: {} weights for {} columns", weight.size(), options.width()));
    std::vector<float> values = rms_norm_stored(x.as<float>(), options.format);
    check_rows(values, options.width());
    const Buffers sizes = buffers_of(arch, options);
    Job job;
    job.name = "rms_norm";
    job.arch = &arch;
    job.elements = static_cast<double>(options.rows() * options.width());
    job.words = words_of(options, sizes);
    job.outputs = {rms_norm_y};
    add_tensors(job, options, std::move(x), weight);
    job.judge = [options, values = std::move(values), weight = rms_norm_stored(weight, options.format)](
                    std::span<const NpyArray> outputs, const views::JudgedShare& judged) {
        return judge_rms_norm(options, values, weight, outputs.front().as<float>(), judged);
    };
    const CoreCoord grid{static_cast<std::size_t>(arch.grid.compute_width),
                         static_cast<std::size_t>(arch.grid.compute_height)};
    const auto shares = share_units(first_cores(grid, options.cores), word((options.rows() + 31) / 32));
    std::vector<CoreCoord> used;
    for (const auto& [core, share] : shares) used.push_back(core);
    const CoreRangeSet cores{std::span<const CoreCoord>(used)};
    add_buffers(job, options, sizes, cores);
    add_kernels(job, options, cores);
    const std::uint32_t row = word(options.row_tiles()), stays = sizes.weight_stays ? 1 : 0;
    for (const auto& [core, share] : shares) {
        job.kernels[rms_norm_reader].args[core] = {
            AddressOf{rms_norm_x},
            share.begin,
            share.end,
            row,
            sizes.block,
            options.weighted ? Argument{AddressOf{rms_norm_weight}} : Argument{0u},
            stays};
        job.kernels[rms_norm_writer].args[core] = {AddressOf{rms_norm_y}, share.begin, share.end, row, sizes.block};
        job.kernels[rms_norm_compute].args[core] = {
            share.end - share.begin, row, sizes.block, stays, bits(1 / static_cast<double>(options.width())),
            bits(options.eps)};
    }
    return job;
}

const Operation& rms_norm_operation() {
    static const RmsNorm rms_norm;
    return rms_norm;
}

}  // namespace tessera::host
