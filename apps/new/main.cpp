// y = x * x + 1 of 16 tiles of bfloat16 on one core, checked; through the vendor's host API.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/host_api.hpp>
using namespace tt;
using namespace tt::tt_metal;

int main() {
    constexpr uint32_t tiles = 16;
    constexpr CoreCoord core{0, 0};
    const uint32_t page = tile_size(DataFormat::Float16_b);
    IDevice* device = CreateDevice(0);
    CommandQueue& queue = device->command_queue();
    const InterleavedBufferConfig config{.device = device, .size = tiles * page, .page_size = page};
    auto x = CreateBuffer(config), y = CreateBuffer(config);

    Program program = CreateProgram();
    for (const auto cb : {CBIndex::c_0, CBIndex::c_16})
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(2 * page, {{cb, DataFormat::Float16_b}}).set_page_size(cb, page));
    std::vector<uint32_t> args;
    TensorAccessorArgs(*x).append_to(args);
    auto reader = CreateKernel(program, KERNELS "/reader.cpp", core, ReaderDataMovementConfig(args));
    auto compute = CreateKernel(program, KERNELS "/compute.cpp", core, ComputeConfig{});
    auto writer = CreateKernel(program, KERNELS "/writer.cpp", core, WriterDataMovementConfig(args));
    SetRuntimeArgs(program, reader, core, {x->address(), 0, tiles});
    SetRuntimeArgs(program, compute, core, {tiles});
    SetRuntimeArgs(program, writer, core, {y->address(), 0, tiles});

    const auto in = create_random_vector_of_bfloat16_native(tiles * page, 6, 1, -3);
    std::vector<bfloat16> out;
    EnqueueWriteBuffer(queue, x, in, false);
    EnqueueProgram(queue, program, false);
    EnqueueReadBuffer(queue, y, out, true);
    CloseDevice(device);
    float worst = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const float v = in[i].to_float(), exact = v * v + 1;
        worst = std::max(worst, std::abs(out[i].to_float() - exact) / exact);
    }
    std::printf("largest relative error %g\n", worst);
    return worst <= 1 / 128.0f ? 0 : 1;  // results are cut to bf16, not rounded
}
