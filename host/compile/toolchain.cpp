#include "host/compile/toolchain.hpp"

#include <fmt/format.h>

#include <fstream>
#include <initializer_list>
#include <sstream>
#include <utility>

#include "host/compile/compiler.hpp"
#include "host/compile/files.hpp"
#include "host/compile/home.hpp"
#include "host/compile/vendor_tree.hpp"
#include "host/compile/wrapper.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

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

// What the compiler prints when asked; empty when it does not answer.
std::string answer(const std::string& compiler, std::initializer_list<const char*> question) {
    std::vector<std::string> line{compiler};
    line.insert(line.end(), question.begin(), question.end());
    const ProcessResult result = run_compiler(line, compiler_limits());
    return result.status == 0 ? result.output.substr(0, result.output.find_last_not_of('\n') + 1) : "";
}

// The compiler as such, not a script or ccache by its name, which lead to a compiler that may change behind them.
bool is_the_compiler(const fs::path& real) {
    char magic[4] = {};
    std::ifstream(real, std::ios::binary).read(magic, sizeof magic);
    return std::string_view(magic, sizeof magic) == "\177ELF" &&
           real.filename().string().find("g++") != std::string::npos;
}

constexpr std::array programs_of_the_compiler{"-print-prog-name=cc1plus", "-print-prog-name=as", "-print-prog-name=ld"};

std::string identity_of(const std::string& compiler, const fs::path& real) {
    std::string text = fmt::format("{} {} tessera {}", real.string(), stamp_of(real).value_or(""), TESSERA_VERSION);
    bool led = !is_the_compiler(real);
    for (const char* name : {"GCC_EXEC_PREFIX", "COMPILER_PATH"}) {
        text += fmt::format(" {}={}", name, environment(name));
        led = led || !environment(name).empty();
    }
    // No part of the compiler is looked for in the first of these, and a library only behind those that are named.
    for (const char* name : {"LIBRARY_PATH", "SOURCE_DATE_EPOCH"})
        text += fmt::format(" {}={}", name, environment(name));
    if (!led) return text;
    // What it leads to may change, or appear in a folder that the environment names, and leave all of this the same.
    text += answer(compiler, {"--version"});
    for (const char* question : programs_of_the_compiler) {
        const fs::path program = program_file(answer(compiler, {question}));
        text += fmt::format(" {} {}", program.string(), stamp_of(program).value_or(""));
    }
    return text;
}

// The order in which the compiler looks, by the option that asks for each.
std::vector<std::pair<const char*, fs::path>> include_options(const Toolchain& tools, const CompileRequest& request) {
    std::vector<std::pair<const char*, fs::path>> options;
    for (const fs::path& folder : request.include_dirs) options.emplace_back("-I", fs::absolute(folder));
    if (request.text.empty()) options.emplace_back("-I", find_source(request).parent_path());
    if (request.library_of_tree) {
        const auto of_ours = [&](const char* folder) {
            options.emplace_back("-I", tools.api / folder);
            if (tools.forwarding != tools.api) options.emplace_back("-I", tools.forwarding / folder);
        };
        of_ours("low_level");
        for (const fs::path& folder : request.tree->folders(*request.arch)) options.emplace_back("-I", folder);
        options.emplace_back("-I", request.tree->root / "tt_metal/include");
        of_ours("vendor");
    }
    options.emplace_back("-I", tools.api);
    if (tools.forwarding != tools.api) options.emplace_back("-I", tools.forwarding);
    options.emplace_back("-I", (tools.api / "../..").lexically_normal());
    options.emplace_back("-isystem", tools.api / "shim");
    options.emplace_back("-isystem", TESSERA_CXX_HEADERS);
    options.emplace_back("-isystem", TESSERA_CXX_HEADERS_MULTIARCH);
    // Kernels of a tree name its headers by paths from these, as the vendor's host gives them; ours come first.
    if (const fs::path root = environment("TT_METAL_HOME"); !root.empty())
        for (const char* folder :
             {"", "ttnn", "ttnn/cpp", "tt_metal", "tt_metal/hw/inc", "tt_metal/hostdevcommon/api", "tt_metal/api"})
            if (std::error_code none; fs::is_directory(root / folder, none))
                options.emplace_back("-isystem", fs::absolute(root / folder).lexically_normal());
    options.emplace_back("-idirafter", TESSERA_PICOLIBC "/include");
    return options;
}

constexpr const char* machine = "-march=rv32im";
constexpr const char* convention = "-mabi=ilp32";
constexpr const char* library_folder = TESSERA_PICOLIBC "/lib/rv32im/ilp32";

}  // namespace

std::vector<fs::path> tool_files(const Toolchain& tools) {
    std::vector<fs::path> files{fs::path(library_folder) / "libc.a"};
    for (const char* question : programs_of_the_compiler)
        files.push_back(program_file(answer(tools.compiler, {question})));
    files.push_back(answer(tools.compiler, {machine, convention, "-print-libgcc-file-name"}));
    // What cannot be asked for is known by the compiler's identity alone.
    std::erase_if(files, [](const fs::path& file) { return !stamp_of(file); });
    return files;
}

std::vector<fs::path> more_include_folders() {
    std::vector<fs::path> folders;
    std::istringstream list(environment(include_variable));
    for (std::string folder; std::getline(list, folder, ':');) {
        if (folder.empty()) continue;
        if (std::error_code error; !fs::is_directory(folder, error))
            throw fault::InputError(fmt::format("-I {}: there is no such folder for kernels to include from", folder));
        folders.emplace_back(folder);
    }
    return folders;
}

std::vector<fs::path> include_folders(const Toolchain& tools, const CompileRequest& request) {
    std::vector<fs::path> folders;
    for (const auto& [option, folder] : include_options(tools, request)) folders.push_back(folder);
    return folders;
}

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
    const auto [api, forwarding] = find_home();
    const auto folder = [](const fs::path& path) { return path.lexically_normal().string(); };
    const std::vector<std::string> headers{folder(TESSERA_CXX_HEADERS), folder(TESSERA_CXX_HEADERS_MULTIARCH),
                                           folder(TESSERA_PICOLIBC)};
    std::vector<std::string> libraries{folder(api), folder(api / "../abi")};
    libraries.insert(libraries.end(), headers.begin(), headers.end());
    return {.compiler = file.string(),
            .identity = identity_of(file.string(), real),
            .api = api,
            .forwarding = forwarding,
            .header_folders = headers,
            .library_folders = libraries};
}

fs::path kernel_folder() { return find_home().api.parent_path().parent_path() / "kernels"; }

namespace {

std::vector<std::string> compiler_line(const Toolchain& tools, const CompileRequest& request) {
    const std::string level = !request.optimisation.empty() ? request.optimisation
                              : is_compute(request.risc)    ? "O3"
                                                            : "O2";
    std::vector<std::string> line{tools.compiler, "-std=c++17", machine, convention, "-mcmodel=medlow", "-" + level};
    for (const char* flag :
         {"-g", "-ffast-math", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-use-cxa-atexit",
          "-fno-asynchronous-unwind-tables", "-ffunction-sections", "-fdata-sections", "-msmall-data-limit=0",
          "-nostdlib", "-nostdinc++", "-fdiagnostics-color=never"})
        line.emplace_back(flag);
    line.emplace_back(request.for_debugger ? "-fvar-tracking" : "-fno-var-tracking");
    // Where g++ 12 moves stores behind a loop it repeats volatile ones there, which push instructions or write
    // registers.
    line.emplace_back("-fno-move-loop-stores");
    // Equal ends of different functions stay apart, so that each instruction is of one: who has written a loop is told
    // by where the stores stand.
    if (is_compute(request.risc))
        for (const char* flag : {"-fno-crossjumping", "-fno-tree-tail-merge", "-fno-ipa-icf"}) line.emplace_back(flag);
    // None of these changes the program. Left out is what kernels do for a reason: names that only some of a kernel's
    // cores use, and addresses given as numbers.
    for (const char* flag : {"-Wall", "-Wextra", "-Wno-unused", "-Wno-expansion-to-defined", "-Wno-unused-parameter",
                             "-Wno-sign-compare", "-Wno-unknown-pragmas", "--param=min-pagesize=0"})
        line.emplace_back(flag);
    for (const auto& [option, folder] : include_options(tools, request))
        line.insert(line.end(), {option, folder.string()});
    return line;
}

}  // namespace

std::vector<std::string> part_command(const Toolchain& tools, const CompileRequest& request, const char* last_step,
                                      const fs::path& source, const fs::path& depfile, const fs::path& into) {
    std::vector<std::string> line = compiler_line(tools, request);
    line.insert(line.end(), {last_step, source.string(), "-MD", "-MF", depfile.string(), "-o", into.string()});
    return line;
}

std::vector<std::string> command(const Toolchain& tools, const CompileRequest& request, const fs::path& wrapper,
                                 const fs::path& script, const fs::path& depfile, const fs::path& elf) {
    std::vector<std::string> line = compiler_line(tools, request);
    line.insert(line.end(),
                {wrapper.string(), "-MD", "-MF", depfile.string(), "-Wl,--gc-sections,--no-warn-rwx-segments", "-T",
                 script.string(), "-L", library_folder, "-lc", "-lgcc", "-o", elf.string()});
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
