#include "host/compile/toolchain.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

#include "host/compile/wrapper.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// The file behind a name, looked up in PATH as a shell would.
fs::path program_file(const std::string& name) {
    if (name.empty()) return {};
    std::error_code error;
    if (name.find('/') != std::string::npos) return fs::is_regular_file(name, error) ? fs::path(name) : fs::path();
    std::istringstream path(environment("PATH"));
    for (std::string folder; std::getline(path, folder, ':');)
        if (fs::is_regular_file(fs::path(folder) / name, error)) return fs::path(folder) / name;
    return {};
}

fs::path find_api() {
    const std::string chosen = environment("TESSERA_API_DIR");
    for (const std::string& candidate : {chosen, std::string(TESSERA_API_SOURCE), std::string(TESSERA_API_INSTALLED)}) {
        std::error_code error;
        if (!candidate.empty() && fs::exists(fs::path(candidate) / "tessera/kernel.h", error)) return candidate;
        if (!candidate.empty() && candidate == chosen) break;
    }
    throw fault::InputError(
        fmt::format("kernel API not found in {}: set TESSERA_API_DIR to the folder that holds tessera/kernel.h",
                    chosen.empty() ? TESSERA_API_SOURCE " or " TESSERA_API_INSTALLED : chosen));
}

fs::path find_forwarding() {
    std::error_code error;
    return fs::exists(TESSERA_API_FORWARDING, error) ? TESSERA_API_FORWARDING : "";
}

}  // namespace

Toolchain find_toolchain() {
    const std::string chosen = environment("TESSERA_RISCV_CXX");
    const std::string wanted = chosen.empty() ? TESSERA_CXX_DEFAULT : chosen;
    const fs::path file = program_file(wanted);
    if (file.empty() || std::string_view(TESSERA_PICOLIBC).ends_with("NOTFOUND"))
        throw fault::InputError(
            fmt::format("no cross compiler for kernels ({}): apt-get install gcc-riscv64-unknown-elf "
                        "picolibc-riscv64-unknown-elf, or "
                        "set TESSERA_RISCV_CXX",
                        wanted.empty() || wanted.ends_with("NOTFOUND") ? "riscv64-unknown-elf-g++" : wanted));
    const fs::path real = fs::canonical(file);
    const fs::path api = find_api();
    const auto folder = [](const fs::path& path) { return path.lexically_normal().string(); };
    return {.compiler = file.string(),
            .identity = fmt::format("{} {} {} tessera {}", real.string(), fs::file_size(real),
                                    fs::last_write_time(real).time_since_epoch().count(), TESSERA_VERSION),
            .api = api,
            .forwarding = find_forwarding(),
            .library_folders = {folder(api), folder(api / "../abi"), folder(TESSERA_CXX_HEADERS),
                                folder(TESSERA_CXX_HEADERS_MULTIARCH), folder(TESSERA_PICOLIBC)}};
}

fs::path kernel_folder() { return find_toolchain().api.parent_path().parent_path() / "kernels"; }

std::vector<std::string> command(const Toolchain& tools, const CompileRequest& request, const fs::path& wrapper,
                                 const fs::path& script, const fs::path& depfile, const fs::path& elf) {
    const std::string picolibc = TESSERA_PICOLIBC;
    std::vector<std::string> line{tools.compiler, "-std=c++17",      "-march=rv32im",
                                  "-mabi=ilp32",  "-mcmodel=medlow", is_compute(request.risc) ? "-O3" : "-O2"};
    for (const char* flag :
         {"-g", "-ffast-math", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-use-cxa-atexit",
          "-fno-asynchronous-unwind-tables", "-fno-var-tracking", "-ffunction-sections", "-fdata-sections",
          "-msmall-data-limit=0", "-nostdlib", "-nostdinc++", "-fdiagnostics-color=never"})
        line.emplace_back(flag);
    for (const fs::path& folder : request.include_dirs) line.insert(line.end(), {"-I", fs::absolute(folder).string()});
    if (request.text.empty()) line.insert(line.end(), {"-I", find_source(request).parent_path().string()});
    line.insert(line.end(), {"-I", tools.api.string()});
    if (!tools.forwarding.empty()) line.insert(line.end(), {"-I", tools.forwarding.string()});
    line.insert(line.end(), {"-I", (tools.api / "../..").lexically_normal().string(), "-isystem",
                             (tools.api / "shim").string(), "-isystem", TESSERA_CXX_HEADERS, "-isystem",
                             TESSERA_CXX_HEADERS_MULTIARCH, "-idirafter", picolibc + "/include"});
    line.insert(line.end(),
                {wrapper.string(), "-MMD", "-MF", depfile.string(), "-Wl,--gc-sections,--no-warn-rwx-segments", "-T",
                 script.string(), "-L", picolibc + "/lib/rv32im/ilp32", "-lc", "-lgcc", "-o", elf.string()});
    return line;
}

std::string linker_script(const CompileRequest& request) {
    const auto risc = static_cast<std::size_t>(request.risc);
    std::string script = "ENTRY(_start)\n";
    std::string choice = "0";
    for (const std::string& entry : entry_symbols(request.risc)) {
        script += fmt::format("EXTERN({})\n", entry);
        choice = fmt::format("DEFINED({0}) ? {0} : {1}", entry, choice);
    }
    script += fmt::format("tessera_kernel_entry = {};\n", choice);
    script += fmt::format("ASSERT(tessera_kernel_entry != 0, \"{}\")\n", no_entry_message);
    // Two segments: text with read-only strings in L1, everything a kernel may write or index in local memory.
    script += fmt::format(
        R"(PHDRS {{ text PT_LOAD FLAGS(5); data PT_LOAD FLAGS(6); }}
SECTIONS {{
  . = {:#x};
  .text : {{ KEEP(*(.text.start)) *(.text .text.*) . = ALIGN(4); *(.tessera.strings) . = ALIGN(4); }} :text
  . = {:#x};
  .data : {{ *(.data .data.* .sdata .sdata.*) *(.rodata .rodata.* .srodata .srodata.*) . = ALIGN(4);
    __init_array_start = .; KEEP(*(SORT_BY_INIT_PRIORITY(.init_array.*))) KEEP(*(.init_array)) __init_array_end = .; }} :data
  .bss : {{ *(.bss .bss.* .sbss .sbss.* COMMON) . = ALIGN(16); }} :data
  __data_end = .;
  __stack_top = {:#x};
  /DISCARD/ : {{ *(.comment) *(.eh_frame*) *(.riscv.attributes) *(.note*) }}
}}
)",
        text_address(*request.arch, request.risc), abi::local_memory_base,
        abi::local_memory_base + static_cast<std::uint32_t>(request.arch->riscv.local_memory_bytes[risc].count()));
    return script;
}

}  // namespace tessera::host
