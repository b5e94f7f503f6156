#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {

namespace {

constexpr const char* reader_text = R"(
void kernel_main() {
    const uint32_t inputs = get_arg_val<uint32_t>(0);
    for (uint32_t cb = 0; cb < inputs; ++cb) {
        const uint32_t address = get_arg_val<uint32_t>(1 + 3 * cb), bytes = get_arg_val<uint32_t>(2 + 3 * cb);
        const uint32_t pages = get_arg_val<uint32_t>(3 + 3 * cb);
        cb_reserve_back(cb, pages);
        noc_async_read(get_noc_addr_from_bank_id<true>(0, address), get_write_ptr(cb), bytes);
        noc_async_read_barrier();
        cb_push_back(cb, pages);
    }
}
)";
constexpr const char* writer_text = R"(
void kernel_main() {
    const uint32_t outputs = get_arg_val<uint32_t>(0);
    for (uint32_t i = 0; i < outputs; ++i) {
        const uint32_t address = get_arg_val<uint32_t>(1 + 3 * i), bytes = get_arg_val<uint32_t>(2 + 3 * i);
        const uint32_t pages = get_arg_val<uint32_t>(3 + 3 * i);
        cb_wait_front(16 + i, pages);
        noc_async_write(get_read_ptr(16 + i), get_noc_addr_from_bank_id<true>(0, address), bytes);
        noc_async_write_barrier();
        cb_pop_front(16 + i, pages);
    }
}
)";

// The vendor's library is the tree's, which has each call by the name of its own year.
constexpr const char* names_of_other_years = R"(
#if defined(TESSERA_VENDOR_LIBRARY)
#define INIT_BCAST_SHORT(op, part)                                                                   \
    MATH((llk_math_eltwise_binary_init_with_operands<op, BroadcastType::part, MATH_FIDELITY>(0, 1))) \
    UNPACK((llk_unpack_AB_init<BroadcastType::part>(0, 1)))
#define sub_bcast_rows_init_short(a, b) INIT_BCAST_SHORT(ELWSUB, ROW)
#define sub_bcast_scalar_init_short sub_tiles_bcast_scalar_init_short
#define mul_bcast_scalar_init_short mul_tiles_bcast_scalar_init_short
#define pack_relu_config(limit) PACK((llk_pack_relu_config(limit)))
#if defined(ARCH_WORMHOLE)
#define matmul_block_math_dynamic_throttle(a, b, d, transpose, columns, rows) \
    llk_math_matmul<MATH_FIDELITY, MM_THROTTLE>(d, columns, rows)
#endif
#endif
)";

// The arguments of compute: tiles packed, pages of cb 0 and 1, then those of the test from 3 on.
const std::string waits = R"(
    if (get_arg_val<uint32_t>(1) != 0) cb_wait_front(0, get_arg_val<uint32_t>(1));
    if (get_arg_val<uint32_t>(2) != 0) cb_wait_front(1, get_arg_val<uint32_t>(2));
    cb_reserve_back(16, get_arg_val<uint32_t>(0));
)";

}  // namespace

TileRun::Outcome TileRun::outcome() const {
    Device device(arch);
    Program program;
    const CoreRangeSet core{CoreCoord{0, 0}};
    const auto kernel = [&](const char* name, const std::string& text) {
        KernelSpec spec;
        spec.path = name;
        spec.text = text;
        spec.cores = core;
        return spec;
    };
    const auto buffer = [&](std::uint32_t cb, DataFormat format, std::uint32_t bytes) {
        program.add(CircularBufferSpec{
            core, bytes, {{cb, {format, static_cast<std::uint32_t>(tensix::tile_bytes(format))}}}, std::nullopt});
        return device.create_buffer(bytes, bytes);
    };
    std::vector<std::shared_ptr<host::Buffer>> dram;
    std::vector<std::uint32_t> sources{static_cast<std::uint32_t>(inputs.size())};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto bytes = static_cast<std::uint32_t>(inputs[i].bytes.size());
        const auto pages = bytes / static_cast<std::uint32_t>(tensix::tile_bytes(inputs[i].format));
        dram.push_back(buffer(static_cast<std::uint32_t>(i), inputs[i].format, bytes));
        device.write(*dram.back(), inputs[i].bytes);
        sources.insert(sources.end(), {dram.back()->address(), bytes, pages});
    }
    std::vector<std::shared_ptr<host::Buffer>> to;
    std::vector<std::uint32_t> sinks{static_cast<std::uint32_t>(1 + more_outs.size())};
    const auto output = [&](DataFormat format, std::uint32_t pages) {
        const auto bytes = static_cast<std::uint32_t>(tensix::tile_bytes(format)) * pages;
        to.push_back(buffer(static_cast<std::uint32_t>(16 + to.size()), format, bytes));
        sinks.insert(sinks.end(), {to.back()->address(), bytes, pages});
    };
    output(out, tiles);
    for (const DataFormat format : more_outs) output(format, 1);
    KernelSpec reader = kernel("reader.cpp", reader_text), writer = kernel("writer.cpp", writer_text);
    reader.data_movement = DataMovementKernel{abi::Risc::b, 0};
    writer.data_movement = DataMovementKernel{abi::Risc::nc, 1};
    const std::string functions = header.empty() ? "" : "#include \"compute_kernel_api/" + header + "\"\n";
    KernelSpec compute = kernel("compute.cpp", functions + "#include \"sfpi.h\"\n" + names_of_other_years +
                                                   "namespace NAMESPACE {\nvoid MAIN {\n" + waits + body +
                                                   "\n    cb_push_back(16, get_arg_val<uint32_t>(0));\n}\n}\n");
    compute.compute = mode;
    compute.defines = defines;
    program.set_args(program.add(std::move(reader)), {0, 0}, sources);
    program.set_args(program.add(std::move(writer)), {0, 0}, sinks);
    std::vector<std::uint32_t> for_compute{tiles};
    for (std::size_t i = 0; i < 2; ++i) for_compute.push_back(i < inputs.size() ? sources[3 * i + 3] : 0);
    for_compute.insert(for_compute.end(), args.begin(), args.end());
    program.set_args(program.add(std::move(compute)), {0, 0}, for_compute);
    core::Options options;
    options.followed = followed;
    const RunResult ran = device.run(program, options);
    if (after) after(device.machine().core(0));
    Bytes bytes;
    for (const auto& from : to) {
        const Bytes part = device.read(*from);
        bytes.insert(bytes.end(), part.begin(), part.end());
    }
    return {bytes, ran.cycles};
}

Words random_reals(std::uint32_t tiles, std::uint32_t seed) {
    Numbers numbers(seed);
    Words out(tiles * tensix::tile_datums);
    for (std::uint32_t& x : out) x = numbers.real();
    return out;
}

Bytes tiles_of(DataFormat format, const Words& fp32) {
    const std::size_t count = fp32.size() / tensix::tile_datums, bytes = tensix::tile_bytes(format);
    Bytes out(count * bytes);
    for (std::size_t t = 0; t < count; ++t)
        tensix::pack_tile({.dst_is_32_bit = true, .intermediate = DataFormat::fp32, .out = format},
                          std::span<const std::uint32_t, tensix::tile_datums>(fp32.data() + t * tensix::tile_datums,
                                                                              std::size_t{tensix::tile_datums}),
                          std::span(out).subspan(t * bytes, bytes));
    return out;
}

tensix::SrcForm form_of(DataFormat format, bool fp32_dest) {
    if (format == DataFormat::fp32) return fp32_dest ? tensix::SrcForm::tf32 : tensix::SrcForm::bf16;
    if (format == DataFormat::int8 || format == DataFormat::uint8) return tensix::SrcForm::int8;
    return tensix::has_small_exponent(format) ? tensix::SrcForm::fp16 : tensix::SrcForm::bf16;
}

Words src_words(const Buffer& buffer, bool fp32_dest) {
    const std::size_t bytes = tensix::tile_bytes(buffer.format), count = buffer.bytes.size() / bytes;
    const DataFormat out = buffer.format != DataFormat::fp32 ? buffer.format
                           : fp32_dest                       ? DataFormat::tf32
                                                             : DataFormat::bf16;
    Words words(count * tensix::tile_datums);
    for (std::size_t t = 0; t < count; ++t)
        tensix::unpack_tile({.in = buffer.format, .out = out}, std::span(buffer.bytes).subspan(t * bytes, bytes),
                            std::span<std::uint32_t, tensix::tile_datums>(words.data() + t * tensix::tile_datums,
                                                                          std::size_t{tensix::tile_datums}));
    return words;
}

tensix::Fpu fpu_of(const TileRun& run) {
    return {.form = form_of(run.inputs.front().format, run.mode.fp32_dest_acc),
            .dst_is_32_bit = run.mode.fp32_dest_acc,
            .rules = run.arch.tensix.fpu};
}

std::uint32_t pooled(tensix::Fpu fpu, int phases, const std::array<std::uint32_t, 16>& values, std::uint32_t scale,
                     std::uint32_t d) {
    std::array<std::uint32_t, 256> a{};
    for (std::size_t i = 0; i < 16; ++i) a[16 * i] = values[i];
    std::array<std::uint32_t, 16> b, result{d};
    b.fill(scale);
    for (fpu.phase = 0; fpu.phase < phases; ++fpu.phase) tensix::mvmul(fpu, a, b, result);
    return result[0];
}

Bytes packed(const Words& dst, DataFormat out, const TileRun& run) {
    const std::size_t bytes = tensix::tile_bytes(out), count = dst.size() / tensix::tile_datums;
    const bool wide = run.mode.fp32_dest_acc;
    const bool small = form_of(run.inputs.front().format, wide) == tensix::SrcForm::fp16;
    const bool integer = out == DataFormat::int8 || out == DataFormat::uint8 || out == DataFormat::int32;
    const DataFormat intermediate = integer                              ? DataFormat::int32
                                    : wide && run.mode.bfp8_pack_precise ? DataFormat::fp32
                                    : wide && tensix::is_bfp(out)        ? DataFormat::bfp8
                                    : wide && out == DataFormat::fp16    ? DataFormat::bf16
                                    : wide                               ? DataFormat::fp32
                                    : tensix::is_bfp(out) ? (small ? DataFormat::bfp8a : DataFormat::bfp8)
                                    : small               ? DataFormat::fp16
                                                          : DataFormat::bf16;
    Bytes l1(count * bytes);
    for (std::size_t t = 0; t < count; ++t)
        tensix::pack_tile(
            {.dst_is_32_bit = wide, .intermediate = intermediate, .out = out, .rules = run.arch.tensix.pack},
            std::span<const std::uint32_t, tensix::tile_datums>(dst.data() + t * tensix::tile_datums,
                                                                std::size_t{tensix::tile_datums}),
            std::span(l1).subspan(t * bytes, bytes));
    return l1;
}

}  // namespace tessera::host::tiles
