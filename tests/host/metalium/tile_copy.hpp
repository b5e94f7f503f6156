// A program that copies tiles by three kernels given as text: reader, compute, writer (spec/kernel-api.md 5.2).
#pragma once

#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"

namespace tessera::metalium_test {

using namespace tt;
using namespace tt::tt_metal;

inline constexpr const char* reader_text = R"(
#include <cstdint>
void kernel_main() {
    uint32_t address = get_arg_val<uint32_t>(0);
    uint32_t tiles = get_arg_val<uint32_t>(1);
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tensor = TensorAccessor(args, address, get_tile_size(tt::CBIndex::c_0));
    for (uint32_t i = 0; i < tiles; ++i) {
        cb_reserve_back(tt::CBIndex::c_0, 1);
        noc_async_read_tile(i, tensor, get_write_ptr(tt::CBIndex::c_0));
        noc_async_read_barrier();
        cb_push_back(tt::CBIndex::c_0, 1);
    }
}
)";
inline constexpr const char* compute_text = R"(
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"
namespace NAMESPACE {
void MAIN {
    uint32_t tiles = get_arg_val<uint32_t>(0);
    init_sfpu(tt::CBIndex::c_0, tt::CBIndex::c_16);
    copy_tile_init(tt::CBIndex::c_0);
    for (uint32_t i = 0; i < tiles; ++i) {
        cb_wait_front(tt::CBIndex::c_0, 1);
        tile_regs_acquire();
        copy_tile(tt::CBIndex::c_0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        cb_reserve_back(tt::CBIndex::c_16, 1);
        pack_tile(0, tt::CBIndex::c_16);
        cb_push_back(tt::CBIndex::c_16, 1);
        tile_regs_release();
        cb_pop_front(tt::CBIndex::c_0, 1);
    }
}
}
)";
inline constexpr const char* writer_text = R"(
#include <cstdint>
void kernel_main() {
    uint32_t address = get_arg_val<uint32_t>(0);
    uint32_t tiles = get_arg_val<uint32_t>(1);
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tensor = TensorAccessor(args, address, get_tile_size(tt::CBIndex::c_16));
    for (uint32_t i = 0; i < tiles; ++i) {
        cb_wait_front(tt::CBIndex::c_16, 1);
        noc_async_write_tile(i, tensor, get_read_ptr(tt::CBIndex::c_16));
        noc_async_write_barrier();
        cb_pop_front(tt::CBIndex::c_16, 1);
    }
}
)";

inline constexpr uint32_t copied_tiles = 3;

// The program as a user writes it; the data goes in and comes out as bytes of T, in the format `out` where one is
// given.
template <class T>
std::vector<T> copied(IDevice* device, const std::vector<T>& data, DataFormat format, const ComputeConfig& compute,
                      BufferType place = BufferType::DRAM, DataFormat out = DataFormat::Invalid) {
    if (out == DataFormat::Invalid) out = format;
    CommandQueue& queue = device->command_queue();
    const auto buffer = [&](DataFormat of) {
        const uint32_t page = tile_size(of);
        return CreateBuffer(InterleavedBufferConfig{
            .device = device, .size = copied_tiles * page, .page_size = page, .buffer_type = place});
    };
    std::shared_ptr<Buffer> from = buffer(format), to = buffer(out);

    Program program;
    constexpr CoreCoord core{1, 2};
    for (const auto& [cb, of] : {std::pair{CBIndex::c_0, format}, std::pair{CBIndex::c_16, out}}) {
        const uint32_t page = tile_size(of);
        CreateCircularBuffer(program, core, CircularBufferConfig(2 * page, {{cb, of}}).set_page_size(cb, page));
    }
    std::vector<uint32_t> args;
    TensorAccessorArgs(from).append_to(args);
    auto reader = CreateKernelFromString(program, reader_text, core, ReaderDataMovementConfig(args));
    auto writer = CreateKernelFromString(program, writer_text, core, WriterDataMovementConfig{args});
    auto math = CreateKernelFromString(program, compute_text, core, compute);
    SetRuntimeArgs(program, reader, core, {from->address(), copied_tiles});
    SetRuntimeArgs(program, writer, core, {to->address(), copied_tiles});
    SetRuntimeArgs(program, math, core, {copied_tiles});

    EnqueueWriteBuffer(queue, from, data, false);
    EnqueueProgram(queue, program, false);
    std::vector<T> result;
    EnqueueReadBuffer(queue, to, result, true);
    return result;
}

}  // namespace tessera::metalium_test
