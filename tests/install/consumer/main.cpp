// A user of the installed library: public headers by their paths in the tree or by the vendor's names, nothing else.
#include <iostream>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "sim/arch/arch.hpp"
#include "sim/views/summary.hpp"

// A kernel that needs the vendor's names and the C++ headers.
constexpr const char* kernel = R"(
#include "api/dataflow/dataflow_api.h"
#include <algorithm>
void kernel_main() {
    *reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0)) = std::max(get_arg_val<uint32_t>(1), uint32_t{7});
}
)";

int main() {
    const tessera::arch::Arch* arch = tessera::arch::find("blackhole");
    if (arch == nullptr) return 1;
    std::cout << arch->name << ": " << arch->clock_ghz.value << " GHz, " << arch->grid.compute_width << " x "
              << arch->grid.compute_height << " cores\n";

    tessera::views::Summary summary;
    tessera::watch::Hub hub;
    hub.add(summary);
    hub.emit(tessera::watch::CoreName{0, {0, 0}, {1, 2}});
    hub.emit(tessera::watch::Zone{{0, tessera::watch::brisc}, "BRISC-KERNEL", "reader.cpp", 1, 0, 100});
    std::cout << tessera::views::table(summary.lines());

    tt::tt_metal::IDevice* device = tt::tt_metal::CreateDevice(0);
    fmt::println("{}: {}", device->arch(), device->compute_with_storage_grid_size());

    constexpr std::uint32_t place = 256 * 1024;
    tt::tt_metal::Program program;
    constexpr tt::tt_metal::CoreCoord core{0, 0};
    const auto handle =
        tt::tt_metal::CreateKernelFromString(program, kernel, core, tt::tt_metal::ReaderDataMovementConfig{});
    tt::tt_metal::SetRuntimeArgs(program, handle, core, {place, 5});
    tt::tt_metal::detail::LaunchProgram(device, program);
    std::vector<std::uint32_t> words;
    tt::tt_metal::detail::ReadFromDeviceL1(device, core, place, 4, words);
    fmt::println("the kernel wrote {}", words.at(0));
    tt::tt_metal::CloseDevice(device);
    return 0;
}
