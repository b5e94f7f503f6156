// kernel_macros FILE REGISTERS: writes the kernels' macros of raw instructions to one file, the fields of configuration
// registers to the other. Run by the build.
#include <fstream>

#include "sim/sfpu/kernel_macros.hpp"
#include "sim/sfpu/kernel_registers.hpp"

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::ofstream macros(argv[1]), registers(argv[2]);
    macros << tessera::sfpu::kernel_macros();
    registers << tessera::sfpu::kernel_registers();
    return macros.flush() && registers.flush() ? 0 : 1;
}
