// A product of matrices of several tiles as the vendor's single-core example has it: reader, compute and writer walk
// the tiles in the same order, one at a time (spec/kernel-api.md 3.4, 7).
#include <gtest/gtest.h>

#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tilize_utils.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;

constexpr const char* matmul_reader = R"(
#include <cstdint>
void kernel_main() {
    const uint32_t Mt = get_arg_val<uint32_t>(2), Kt = get_arg_val<uint32_t>(3), Nt = get_arg_val<uint32_t>(4);
    const InterleavedAddrGenFast<true> a{.bank_base_address = get_arg_val<uint32_t>(0), .page_size = get_tile_size(0),
                                         .data_format = get_dataformat(0)};
    const InterleavedAddrGenFast<true> b{.bank_base_address = get_arg_val<uint32_t>(1), .page_size = get_tile_size(1),
                                         .data_format = get_dataformat(1)};
    for (uint32_t m = 0; m < Mt; ++m)
        for (uint32_t n = 0; n < Nt; ++n)
            for (uint32_t k = 0; k < Kt; ++k) {
                cb_reserve_back(0, 1);
                noc_async_read_tile(m * Kt + k, a, get_write_ptr(0));
                noc_async_read_barrier();
                cb_push_back(0, 1);
                cb_reserve_back(1, 1);
                noc_async_read_tile(k * Nt + n, b, get_write_ptr(1));
                noc_async_read_barrier();
                cb_push_back(1, 1);
            }
}
)";
constexpr const char* matmul_kernel = R"(
#include <cstdint>
#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/tile_move_copy.h"
namespace NAMESPACE {
void MAIN {
    constexpr uint32_t Mt = get_compile_time_arg_val(0), Kt = get_compile_time_arg_val(1);
    constexpr uint32_t Nt = get_compile_time_arg_val(2);
    constexpr tt::CBIndex in0 = tt::CBIndex::c_0, in1 = tt::CBIndex::c_1, out = tt::CBIndex::c_16;
    mm_init(in0, in1, out);
    for (uint32_t m = 0; m < Mt; ++m)
        for (uint32_t n = 0; n < Nt; ++n) {
            tile_regs_acquire();
            for (uint32_t k = 0; k < Kt; ++k) {
                cb_wait_front(in0, 1);
                cb_wait_front(in1, 1);
                matmul_tiles(in0, in1, 0, 0, 0, false);
                cb_pop_front(in0, 1);
                cb_pop_front(in1, 1);
            }
            tile_regs_commit();
            tile_regs_wait();
            cb_reserve_back(out, 1);
            pack_tile(0, out);
            cb_push_back(out, 1);
            tile_regs_release();
        }
}
}
)";
constexpr const char* matmul_writer = R"(
#include <cstdint>
void kernel_main() {
    const InterleavedAddrGenFast<true> out{.bank_base_address = get_arg_val<uint32_t>(0), .page_size = get_tile_size(16),
                                           .data_format = get_dataformat(16)};
    for (uint32_t tile = 0; tile < get_arg_val<uint32_t>(1); ++tile) {
        cb_wait_front(16, 1);
        noc_async_write_tile(tile, out, get_read_ptr(16));
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
)";

class MatmulProgram : public tessera::host::test::Metalium {};

// Factors of -1, 0 and 1: every sum on the way is a bf16 number, so the product is exact.
TEST_F(MatmulProgram, MultipliesMatricesOfSeveralTiles) {
    constexpr std::uint32_t M = 64, K = 96, N = 64, tile = 32;
    const auto matrix = [](std::uint32_t rows, std::uint32_t columns, std::uint32_t seed) {
        std::vector<bfloat16> out;
        for (std::uint32_t i = 0; i < rows * columns; ++i) {
            seed = seed * 1664525 + 1013904223;
            out.emplace_back(static_cast<float>(static_cast<int>(seed >> 16) % 3 - 1));
        }
        return out;
    };
    const auto a = matrix(M, K, 1), b = matrix(K, N, 2);

    IDevice* device = CreateDevice(0);
    CommandQueue& queue = device->command_queue();
    Program program;
    constexpr CoreCoord core{0, 0};
    const std::uint32_t bytes = tile_size(DataFormat::Float16_b);
    const auto buffer = [&](std::uint32_t rows, std::uint32_t columns) {
        return CreateBuffer(InterleavedBufferConfig{.device = device,
                                                    .size = rows * columns / (tile * tile) * bytes,
                                                    .page_size = bytes,
                                                    .buffer_type = BufferType::DRAM});
    };
    auto from_a = buffer(M, K), from_b = buffer(K, N), to = buffer(M, N);
    for (const CBIndex cb : {CBIndex::c_0, CBIndex::c_1, CBIndex::c_16})
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(2 * bytes, {{cb, DataFormat::Float16_b}}).set_page_size(cb, bytes));
    auto reader = CreateKernelFromString(program, matmul_reader, core, ReaderDataMovementConfig{});
    auto writer = CreateKernelFromString(program, matmul_writer, core, WriterDataMovementConfig{});
    CreateKernelFromString(
        program, matmul_kernel, core,
        ComputeConfig{.math_fidelity = MathFidelity::HiFi4, .compile_args = {M / tile, K / tile, N / tile}});
    SetRuntimeArgs(program, reader, core, {from_a->address(), from_b->address(), M / tile, K / tile, N / tile});
    SetRuntimeArgs(program, writer, core, {to->address(), M / tile * (N / tile)});
    EnqueueWriteBuffer(queue, from_a, tilize_nfaces(a, M, K), false);
    EnqueueWriteBuffer(queue, from_b, tilize_nfaces(b, K, N), false);
    EnqueueProgram(queue, program, false);
    std::vector<bfloat16> tiles;
    EnqueueReadBuffer(queue, to, tiles, true);
    CloseDevice(device);

    const auto product = untilize_nfaces(tiles, M, N);
    for (std::uint32_t m = 0; m < M; ++m)
        for (std::uint32_t n = 0; n < N; ++n) {
            float sum = 0;
            for (std::uint32_t k = 0; k < K; ++k) sum += a[m * K + k].to_float() * b[k * N + n].to_float();
            ASSERT_EQ(product[m * N + n].to_float(), sum) << m << ", " << n;
        }
}

}  // namespace
