// A user of the installed library: public headers by their paths in the tree or by the vendor's names, nothing else.
#include <iostream>
#include <tt-metalium/host_api.hpp>

#include "sim/arch/arch.hpp"
#include "sim/views/summary.hpp"

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
    tt::tt_metal::CloseDevice(device);
    return 0;
}
