#include "tests/host/metalium/sfpu_tiles.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>

#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"

namespace sfpu_tiles {
namespace {

using namespace tt;
using namespace tt::tt_metal;

constexpr const char* reader = R"(
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tensor = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(tt::CBIndex::c_0));
    cb_reserve_back(tt::CBIndex::c_0, 3);
    for (uint32_t i = 0; i < 3; ++i) {
        noc_async_read_tile(i, tensor, get_write_ptr(tt::CBIndex::c_0) + get_tile_size(tt::CBIndex::c_0) * i);
    }
    noc_async_read_barrier();
    cb_push_back(tt::CBIndex::c_0, 3);
}
)";
constexpr const char* writer = R"(
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tensor = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(tt::CBIndex::c_16));
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(1); ++i) {
        cb_wait_front(tt::CBIndex::c_16, 1);
        noc_async_write_tile(i, tensor, get_read_ptr(tt::CBIndex::c_16));
        noc_async_write_barrier();
        cb_pop_front(tt::CBIndex::c_16, 1);
    }
}
)";

std::string compute(const std::string& prelude, const std::vector<TileCall>& calls) {
    std::string text = "#include \"compute_kernel_api.h\"\n" + prelude + R"(
void kernel_main() {
    init_sfpu(tt::CBIndex::c_0, tt::CBIndex::c_16);
    copy_tile_init(tt::CBIndex::c_0);
    cb_wait_front(tt::CBIndex::c_0, 3);
)";
    for (const TileCall& call : calls)
        text += fmt::format(R"(
    tile_regs_acquire();
    for (uint32_t i = 0; i < 3; ++i) copy_tile(tt::CBIndex::c_0, i, i);
    {}
    {}
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(tt::CBIndex::c_16, 1);
    pack_tile({}, tt::CBIndex::c_16);
    cb_push_back(tt::CBIndex::c_16, 1);
    tile_regs_release();
)",
                            call.init, call.call, call.out);
    return text + "    cb_pop_front(tt::CBIndex::c_0, 3);\n}\n";
}

}  // namespace

std::vector<Tile> run_tile_calls(const std::string& arch, const std::vector<TileCall>& calls,
                                 const std::vector<Tile>& inputs, Kind kind, const std::string& prelude,
                                 bool approximate) {
    const tessera::host::test::Variable chosen("TESSERA_ARCH", arch);
    Device* device = CreateDevice(0);
    CommandQueue& queue = device->command_queue();
    const auto outputs = static_cast<uint32_t>(calls.size());
    const bool narrow = kind == Kind::halves || kind == Kind::shorts;
    const DataFormat format = kind == Kind::shorts     ? DataFormat::UInt16
                              : narrow                 ? DataFormat::Float16_b
                              : kind == Kind::integers ? DataFormat::Int32
                                                       : DataFormat::Float32;
    const uint32_t page = tile_size(format);
    const auto buffer = [&](uint32_t tiles) {
        return CreateBuffer(InterleavedBufferConfig{
            .device = device, .size = tiles * page, .page_size = page, .buffer_type = BufferType::DRAM});
    };
    const std::shared_ptr<Buffer> from = buffer(3), to = buffer(outputs);
    Program program;
    constexpr CoreCoord core{0, 0};
    CreateCircularBuffer(program, core,
                         CircularBufferConfig(3 * page, {{CBIndex::c_0, format}}).set_page_size(CBIndex::c_0, page));
    CreateCircularBuffer(program, core,
                         CircularBufferConfig(2 * page, {{CBIndex::c_16, format}}).set_page_size(CBIndex::c_16, page));
    std::vector<uint32_t> reader_args, writer_args;
    TensorAccessorArgs(from).append_to(reader_args);
    TensorAccessorArgs(to).append_to(writer_args);
    std::vector<UnpackToDestMode> modes(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::Default);
    if (!narrow) modes[CBIndex::c_0] = UnpackToDestMode::UnpackToDestFp32;
    const auto in = CreateKernelFromString(program, reader, core, ReaderDataMovementConfig(reader_args));
    const auto out = CreateKernelFromString(program, writer, core, WriterDataMovementConfig(writer_args));
    CreateKernelFromString(
        program, compute(prelude, calls), core,
        ComputeConfig{.fp32_dest_acc_en = !narrow, .unpack_to_dest_mode = modes, .math_approx_mode = approximate});
    SetRuntimeArgs(program, in, core, {from->address()});
    SetRuntimeArgs(program, out, core, {to->address(), outputs});

    std::vector<uint32_t> data, result;
    for (const auto& tile : inputs)
        for (std::size_t i = 0; i < tile.size(); i += 1 + narrow)
            data.push_back(narrow ? tile[i] >> 16 | (tile[i + 1] & 0xffff0000) : tile[i]);
    EnqueueWriteBuffer(queue, from, data, false);
    EnqueueProgram(queue, program, false);
    EnqueueReadBuffer(queue, to, result, true);
    CloseDevice(device);
    std::vector<Tile> tiles(outputs);
    for (std::size_t i = 0; i < result.size(); ++i) {
        Tile& tile = tiles[4 * i / page];
        if (narrow) tile.push_back(result[i] << 16);
        tile.push_back(narrow ? result[i] & 0xffff0000 : result[i]);
    }
    return tiles;
}

Tile numbers(std::uint32_t seed) {
    Tile tile;
    for (int i = 0; i < 1024; ++i) {
        seed = seed * 1664525u + 1013904223u;
        const unsigned bits = seed ^ seed >> 15;
        if (i % 4 == 0)
            tile.push_back((bits & 0x007fffff) | (1 + (bits >> 23) % 254) << 23 | (bits & 0x80000000));
        else
            tile.push_back((bits & 0x807fffff) | (114 + (bits >> 23) % 20) << 23);
    }
    const float special[] = {0.0f, -0.0f, 1.0f,  -1.0f,      0.5f,      -0.5f,
                             1.5f, 2.5f,  -2.5f, 8388608.0f, 0x1p-126f, -0x1p-126f};
    for (std::size_t i = 0; i < std::size(special); ++i) tile[7 * i] = std::bit_cast<unsigned>(special[i]);
    tile[100] = 0x7f800000;
    tile[101] = 0xff800000;
    return tile;
}

void check_exactly(const std::vector<ExactRule>& rules, const std::vector<Tile>& inputs, Kind kind,
                   std::span<const tessera::arch::Arch* const> arches) {
    std::vector<TileCall> calls;
    for (const ExactRule& rule : rules) calls.push_back(rule.tile);
    for (const tessera::arch::Arch* arch : arches) {
        const auto results = run_tile_calls(std::string(arch->name), calls, inputs, kind);
        for (std::size_t f = 0; f < rules.size(); ++f) {
            int wrong = 0;
            for (std::size_t i = 0; i < results[f].size(); ++i) {
                const unsigned want = rules[f].expected(inputs[0][i], inputs[1][i], inputs[2][i]);
                if (results[f][i] != want && ++wrong <= 3)
                    ADD_FAILURE() << arch->name << " " << calls[f].name << std::hex << " of " << inputs[0][i] << ", "
                                  << inputs[1][i] << ", " << inputs[2][i] << " is " << results[f][i] << ", expected "
                                  << want;
            }
            EXPECT_EQ(wrong, 0) << arch->name << " " << calls[f].name;
        }
    }
}

}  // namespace sfpu_tiles
