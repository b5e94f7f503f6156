// The cross compiler and the files it needs: found when tessera was configured, overridden by the environment.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/compile/compile.hpp"

namespace tessera::host {

struct Toolchain {
    std::string compiler;              // TESSERA_RISCV_CXX, else the one found at configure time
    std::string identity;              // path, size and date of the compiler's file, and tessera's version
    std::filesystem::path api;         // sim/api: TESSERA_API_DIR, else the source tree, else the install prefix
    std::filesystem::path forwarding;  // the vendor's names that lead on to `api`, or empty when `api` holds them
    std::vector<std::string> library_folders;  // the API's and the compiler's: no line in them is the user's
};

// Throws InputError when there is no compiler or no kernel API.
Toolchain find_toolchain();

// The folder of the kernels that come with tessera: beside the kernel API, installed or not.
std::filesystem::path kernel_folder();

// The command that compiles and links one wrapper; dependencies other than the compiler's own go to `depfile`.
std::vector<std::string> command(const Toolchain& tools, const CompileRequest& request,
                                 const std::filesystem::path& wrapper, const std::filesystem::path& linker_script,
                                 const std::filesystem::path& depfile, const std::filesystem::path& elf);

// Memory of the core the request is for (compile.hpp), and the choice between kernel_main() and NAMESPACE::MAIN.
std::string linker_script(const CompileRequest& request);

}  // namespace tessera::host
