// Two tiles added, subtracted and multiplied on the matrix unit by a program in the vendor's style
// (spec/kernel-api.md 3.4, tensix-core.md 1.6). Values are chosen so that the exact result is a bf16 or fp32 number.
#include <gtest/gtest.h>

#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/host_api.hpp>

#include "host/metalium/simulation.hpp"
#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;

constexpr const char* operands_reader = R"(
#include <cstdint>
void kernel_main() {
    const InterleavedAddrGenFast<true> a{.bank_base_address = get_arg_val<uint32_t>(0), .page_size = get_tile_size(0),
                                         .data_format = get_dataformat(0)};
    const InterleavedAddrGenFast<true> b{.bank_base_address = get_arg_val<uint32_t>(1), .page_size = get_tile_size(1),
                                         .data_format = get_dataformat(1)};
    cb_reserve_back(0, 1);
    cb_reserve_back(1, 1);
    noc_async_read_tile(0, a, get_write_ptr(0));
    noc_async_read_tile(0, b, get_write_ptr(1));
    noc_async_read_barrier();
    cb_push_back(0, 1);
    cb_push_back(1, 1);
}
)";
constexpr const char* operation_kernel = R"(
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/tile_move_copy.h"
namespace NAMESPACE {
void MAIN {
    binary_op_init_common(tt::CBIndex::c_0, tt::CBIndex::c_1, tt::CBIndex::c_16);
    cb_wait_front(tt::CBIndex::c_0, 1);
    cb_wait_front(tt::CBIndex::c_1, 1);
    tile_regs_acquire();
    OPERATION
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(tt::CBIndex::c_16, 1);
    pack_tile(0, tt::CBIndex::c_16);
    tile_regs_release();
    cb_push_back(tt::CBIndex::c_16, 1);
    cb_pop_front(tt::CBIndex::c_0, 1);
    cb_pop_front(tt::CBIndex::c_1, 1);
}
}
)";
constexpr const char* result_writer = R"(
#include <cstdint>
void kernel_main() {
    const InterleavedAddrGenFast<true> out{.bank_base_address = get_arg_val<uint32_t>(0), .page_size = get_tile_size(16),
                                           .data_format = get_dataformat(16)};
    cb_wait_front(16, 1);
    noc_async_write_tile(0, out, get_read_ptr(16));
    noc_async_write_barrier();
    cb_pop_front(16, 1);
}
)";

class TwoTiles : public tessera::host::test::Metalium {
  protected:
    // `a` OP `b` for 1024 bf16 elements each, packed as fp32.
    std::vector<float> run(const std::string& operation, const std::vector<bfloat16>& a, const std::vector<bfloat16>& b,
                           const ComputeConfig& compute) {
        IDevice* device = CreateDevice(0);
        CommandQueue& queue = device->command_queue();
        Program program;
        constexpr CoreCoord core{0, 0};
        const auto buffer = [&](DataFormat format) {
            return CreateBuffer(InterleavedBufferConfig{.device = device,
                                                        .size = tile_size(format),
                                                        .page_size = tile_size(format),
                                                        .buffer_type = BufferType::DRAM});
        };
        auto from_a = buffer(DataFormat::Float16_b), from_b = buffer(DataFormat::Float16_b);
        auto to = buffer(DataFormat::Float32);
        for (const auto& [cb, format] :
             {std::pair(CBIndex::c_0, DataFormat::Float16_b), std::pair(CBIndex::c_1, DataFormat::Float16_b),
              std::pair(CBIndex::c_16, DataFormat::Float32)})
            CreateCircularBuffer(
                program, core,
                CircularBufferConfig(2 * tile_size(format), {{cb, format}}).set_page_size(cb, tile_size(format)));
        std::string text = operation_kernel;
        text.replace(text.find("OPERATION"), 9, operation);
        auto reader = CreateKernelFromString(program, operands_reader, core, ReaderDataMovementConfig{});
        auto writer = CreateKernelFromString(program, result_writer, core, WriterDataMovementConfig{});
        CreateKernelFromString(program, text, core, compute);
        SetRuntimeArgs(program, reader, core, {from_a->address(), from_b->address()});
        SetRuntimeArgs(program, writer, core, {to->address()});
        EnqueueWriteBuffer(queue, from_a, a, false);
        EnqueueWriteBuffer(queue, from_b, b, false);
        EnqueueProgram(queue, program, false);
        std::vector<float> result;
        EnqueueReadBuffer(queue, to, result, true);
        CloseDevice(device);
        return result;
    }

    static std::vector<bfloat16> ramp(int factor) {
        std::vector<bfloat16> out;
        for (int i = 0; i < 1024; ++i) out.emplace_back(static_cast<float>((i * factor) % 31 - 15));
        return out;
    }
};

// Small integers: sums and products are exact in every format on the way.
TEST_F(TwoTiles, AddSubtractAndMultiplyElementByElement) {
    const auto a = ramp(7), b = ramp(11);
    const ComputeConfig compute{.math_fidelity = MathFidelity::HiFi4, .fp32_dest_acc_en = true};
    const auto sum = run("add_tiles_init(0, 1); add_tiles(0, 1, 0, 0, 0);", a, b, compute);
    const auto difference = run("sub_tiles_init(0, 1); sub_tiles(0, 1, 0, 0, 0);", a, b, compute);
    const auto product = run("mul_tiles_init(0, 1); mul_tiles(0, 1, 0, 0, 0);", a, b, compute);
    ASSERT_EQ(sum.size(), 1024u);
    for (std::size_t i = 0; i < 1024; ++i) {
        const float x = a[i].to_float(), y = b[i].to_float();
        ASSERT_EQ(sum[i], x + y) << i;
        ASSERT_EQ(difference[i], x - y) << i;
        ASSERT_EQ(product[i], x * y) << i;
    }
}

TEST_F(TwoTiles, AccumulationAddsToWhatDstHolds) {
    const auto a = ramp(3), b = ramp(5);
    const auto result =
        run("add_tiles_init(0, 1); add_tiles(0, 1, 0, 0, 0); add_tiles_init(0, 1, true); add_tiles(0, 1, 0, 0, 0);", a,
            b, {.fp32_dest_acc_en = true});
    for (std::size_t i = 0; i < 1024; ++i) ASSERT_EQ(result[i], 2 * (a[i].to_float() + b[i].to_float())) << i;
}

// Fidelity phase 0 sees five of A's eight mantissa bits and seven of B's; four phases see all (tensix-core.md 1.6).
TEST_F(TwoTiles, FidelityDecidesHowManyMantissaBitsMultiply) {
    const std::vector<bfloat16> ones(1024, bfloat16(1.9921875f));  // eight mantissa bits set
    const auto product = [&](MathFidelity fidelity) {
        return run("mul_tiles_init(0, 1); mul_tiles(0, 1, 0, 0, 0);", ones, ones,
                   {.math_fidelity = fidelity, .fp32_dest_acc_en = true})[17];
    };
    EXPECT_EQ(product(MathFidelity::LoFi), 1.9375f * 1.984375f);
    EXPECT_EQ(product(MathFidelity::HiFi2), 1.9921875f * 1.984375f);
    EXPECT_EQ(product(MathFidelity::HiFi4), 1.9921875f * 1.9921875f);
}

}  // namespace
