// The cross compiler and the files it needs: found when tessera was configured, overridden by the environment.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "host/compile/compile.hpp"

namespace tessera::host {

struct Toolchain {
    std::string compiler;  // TESSERA_RISCV_CXX, else the one found at configure time
    // Path, size and date of the compiler's file, and tessera's version; of a file that only leads to the compiler (a
    // script, ccache) also what the compiler says it is.
    std::string identity;
    std::filesystem::path api, forwarding;     // of find_home()
    std::vector<std::string> header_folders;   // the compiler's headers
    std::vector<std::string> library_folders;  // the API's and the compiler's: no line in them is the user's
};

// Throws InputError when there is no compiler or no kernel API.
Toolchain find_toolchain();

// The folder of the kernels that come with tessera: beside the kernel API, installed or not.
std::filesystem::path kernel_folder();

// Programs and libraries that the compiler uses, as it names them.
std::vector<std::filesystem::path> tool_files(const Toolchain& tools);

// Variables that would add to the include path or ask for files on the side: a kernel's program does not depend on
// them.
inline constexpr std::array<std::string_view, 5> hidden_variables{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                                                                  "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"};

inline constexpr const char* include_variable = "TESSERA_INCLUDE";
// Folders of TESSERA_INCLUDE, separated by colons: what -I gave. Throws InputError where one is no folder.
std::vector<std::filesystem::path> more_include_folders();

// Where "name" and <name> are looked for, in that order: the request's folders, the kernel's own, the API's, the
// compiler's.
std::vector<std::filesystem::path> include_folders(const Toolchain& tools, const CompileRequest& request);

// The command that compiles and links one wrapper; what it reads goes to `depfile`.
std::vector<std::string> command(const Toolchain& tools, const CompileRequest& request,
                                 const std::filesystem::path& wrapper, const std::filesystem::path& linker_script,
                                 const std::filesystem::path& depfile, const std::filesystem::path& elf);

// The command that only preprocesses it ("-E") or only compiles it ("-S"), to a file that command() takes in the
// wrapper's place.
std::vector<std::string> part_command(const Toolchain& tools, const CompileRequest& request, const char* last_step,
                                      const std::filesystem::path& source, const std::filesystem::path& depfile,
                                      const std::filesystem::path& into);

// Memory of the core the request is for (compile.hpp), and the choice between kernel_main() and NAMESPACE::MAIN.
std::string linker_script(const CompileRequest& request);

}  // namespace tessera::host
