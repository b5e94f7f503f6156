// A program of the vendor's host API that does what its words say, one after the other: for tests of `tessera exec`.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_device.hpp>

using namespace tt::tt_metal;

namespace {

// Reads from DRAM, so that NoC and banks are used, in a zone of its own.
constexpr const char* reader = R"(
#include <cstdint>
#include "tools/profiler/kernel_profiler.hpp"
void kernel_main() {
    DeviceZoneScopedN("READS");
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tensor = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(1); ++i) {
        cb_reserve_back(0, 1);
        noc_async_read_tile(i % 4, tensor, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
        cb_wait_front(0, 1);
        cb_pop_front(0, 1);
    }
}
)";

constexpr const char* waits_for_nobody = "void kernel_main() {\n    cb_wait_front(0, 1);\n}\n";

// Fills its page of L1 with its number and sends it to the one page that both movers write.
constexpr const char* writer = R"(
#include <cstdint>
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tensor = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const uint32_t number = get_arg_val<uint32_t>(1);
    auto* page = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(number));
    for (uint32_t i = 0; i < get_tile_size(0) / 4; ++i) page[i] = number;
    noc_async_write_tile(0, tensor, get_write_ptr(number));
    noc_async_write_barrier();
}
)";

// What two movers have left in a page that nothing gives one of them.
void write_twice(IDevice* device) {
    const uint32_t page = tt::tile_size(tt::DataFormat::Float16_b);
    auto buffer = CreateBuffer(InterleavedBufferConfig{.device = device, .size = page, .page_size = page});
    Program program = CreateProgram();
    const CoreCoord core{0, 0};
    for (const uint32_t number : {0u, 1u})
        CreateCircularBuffer(
            program, core,
            CircularBufferConfig(page, {{number, tt::DataFormat::Float16_b}}).set_page_size(number, page));
    std::vector<uint32_t> args;
    TensorAccessorArgs(*buffer).append_to(args);
    const auto first = CreateKernelFromString(program, writer, core, ReaderDataMovementConfig(args));
    const auto second = CreateKernelFromString(program, writer, core, WriterDataMovementConfig(args));
    SetRuntimeArgs(program, first, core, {buffer->address(), 0});
    SetRuntimeArgs(program, second, core, {buffer->address(), 1});
    EnqueueProgram(device->command_queue(), program, true);
    std::vector<uint32_t> left(page / 4);
    EnqueueReadBuffer(device->command_queue(), buffer, left, true);
}

void enqueue(IDevice* device, const char* kernel, uint32_t reads, const CoreRange& cores) {
    const uint32_t page = tt::tile_size(tt::DataFormat::Float16_b);
    auto buffer = CreateBuffer(InterleavedBufferConfig{.device = device, .size = 4 * page, .page_size = page});
    EnqueueWriteBuffer(device->command_queue(), buffer, std::vector<uint32_t>(page, 1), false);
    Program program = CreateProgram();
    CreateCircularBuffer(program, cores,
                         CircularBufferConfig(page, {{0, tt::DataFormat::Float16_b}}).set_page_size(0, page));
    std::vector<uint32_t> args;
    TensorAccessorArgs(*buffer).append_to(args);
    const auto id = CreateKernelFromString(program, kernel, cores, ReaderDataMovementConfig(args));
    SetRuntimeArgs(program, id, cores, {buffer->address(), reads});
    EnqueueProgram(device->command_queue(), program, true);
}

std::shared_ptr<distributed::MeshDevice> leaked;  // its destructor runs behind main
IDevice* device = nullptr;

}  // namespace

int main(int count, char** words) {
    std::puts("the program's own line");
    std::fflush(stdout);
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "open") device = CreateDevice(0);
        if (word == "open-leaked") device = (leaked = distributed::MeshDevice::create_unit_mesh(0)).get();
        if (word == "open-32") device = CreateDevice(32);
        if (word == "close") CloseDevice(device);
        if (word == "small") enqueue(device, reader, 2, CoreCoord{0, 0});
        if (word == "large") enqueue(device, reader, 8, CoreRange({0, 0}, {1, 0}));
        if (word == "race") write_twice(device);
        if (word == "deadlock") enqueue(device, waits_for_nobody, 0, CoreCoord{1, 1});
        if (word == "deadlock-caught") {
            try {
                enqueue(device, waits_for_nobody, 0, CoreCoord{1, 1});
            } catch (const std::runtime_error&) {
                std::puts("caught");
            }
        }
        if (word == "throw") throw std::runtime_error("not one of tessera's");
        if (word == "crash") {
            std::signal(SIGSEGV, SIG_DFL);  // which a sanitizer may have taken
            std::raise(SIGSEGV);
        }
        if (word == "away" && ::chdir("/") != 0) return 4;
        if (word == "exit-3") return 3;
        if (word == "quick-exit") ::_exit(0);
    }
    return 0;
}
