// kernel_macros FILE: writes the kernels' macros of raw instructions there. Run by the build.
#include <fstream>

#include "sim/sfpu/kernel_macros.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ofstream file(argv[1]);
    file << tessera::sfpu::kernel_macros();
    return file.flush() ? 0 : 1;
}
