// What decides a program besides the files it was made from: what is not there, the compiler, the environment
// (design.md 7).
#include <gmock/gmock.h>

#include "tests/host/compile/kernels.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::test {
namespace {

using ::testing::HasSubstr;

class Stale : public KernelTest {
  protected:
    Stale() {
        write("kernel.cpp", "#include \"value.hpp\"\nvoid kernel_main() { cb_push_back(0, value); }\n");
        write("value.hpp", "constexpr uint32_t value = 1;\n");
        kernel.source = folder / "kernel.cpp";
    }
    CompileRequest kernel;
};

// The instructions alone: the disassembly begins with the name of the file.
std::string code(const CompiledKernel& kernel) {
    const std::string text = disassembly(kernel);
    return text.substr(text.find("Disassembly"));
}

// The working folder of the process, put back afterwards.
class WorkingFolder {
  public:
    explicit WorkingFolder(const fs::path& folder) : old_(fs::current_path()) { fs::current_path(folder); }
    ~WorkingFolder() { fs::current_path(old_); }
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;

  private:
    fs::path old_;
};

// A header that was not there decides the program as much as those that were.
TEST_F(Stale, HeaderThatAppearsEarlierInTheIncludePathIsTaken) {
    fs::create_directories(folder / "first");
    fs::create_directories(folder / "second");
    write("second/choice.hpp", "constexpr uint32_t choice = 2;\n");
    write("kernel.cpp", "#include \"choice.hpp\"\nvoid kernel_main() { cb_push_back(0, choice); }\n");
    kernel.include_dirs = {folder / "first", folder / "second"};
    const std::string before = code(compile_one(kernel));
    write("first/choice.hpp", "constexpr uint32_t choice = 1;\n");
    const std::string after = code(compile_one(kernel));
    EXPECT_NE(before, after);
    fs::remove(folder / "first/choice.hpp");
    EXPECT_EQ(code(compile_one(kernel)), before);

    std::swap(kernel.include_dirs[0], kernel.include_dirs[1]);
    write("first/choice.hpp", "constexpr uint32_t choice = 1;\n");
    EXPECT_EQ(code(compile_one(kernel)), before);
}

TEST_F(Stale, FolderThatAppearsWithAHeaderIsLookedInto) {
    fs::create_directories(folder / "second/part");
    write("second/part/choice.hpp", "constexpr uint32_t choice = 2;\n");
    write("kernel.cpp", "#include <part/choice.hpp>\nvoid kernel_main() { cb_push_back(0, choice); }\n");
    kernel.include_dirs = {folder / "first", folder / "second"};
    const std::string before = code(compile_one(kernel));
    fs::create_directories(folder / "first/part");
    write("first/part/choice.hpp", "constexpr uint32_t choice = 1;\n");
    EXPECT_NE(code(compile_one(kernel)), before);
}

// "name" is looked for beside the including header before the include path.
TEST_F(Stale, HeaderThatAppearsBesideTheOneThatIncludesItIsTaken) {
    fs::create_directories(folder / "part");
    write("part/outer.hpp", "#include \"value.hpp\"\n");
    write("kernel.cpp", "#include \"part/outer.hpp\"\nvoid kernel_main() { cb_push_back(0, value); }\n");
    const std::string before = code(compile_one(kernel));
    write("part/value.hpp", "constexpr uint32_t value = 2;\n");
    EXPECT_NE(code(compile_one(kernel)), before);
}

TEST_F(Stale, HeaderNamedByAMacroIsLookedForTheSame) {
    fs::create_directories(folder / "first");
    write("kernel.cpp", "#define NAME \"value.hpp\"\n#include NAME\nvoid kernel_main() { cb_push_back(0, value); }\n");
    fs::create_directories(folder / "second");
    fs::rename(folder / "value.hpp", folder / "second/value.hpp");
    kernel.include_dirs = {folder / "first", folder / "second"};
    const std::string before = code(compile_one(kernel));
    write("first/value.hpp", "constexpr uint32_t value = 2;\n");
    EXPECT_NE(code(compile_one(kernel)), before);
}

TEST_F(Stale, WhatHasIncludeFoundIsAskedAgain) {
    write("kernel.cpp",
          "#if defined(__has_include) && __has_include(\"option.hpp\")\nconstexpr uint32_t count = 2;\n"
          "#else\nconstexpr uint32_t count = 1;\n#endif\nvoid kernel_main() { cb_push_back(0, count); }\n");
    const std::string without = code(compile_one(kernel));
    write("option.hpp", "");
    const std::string with = code(compile_one(kernel));
    EXPECT_NE(without, with);
    fs::remove(folder / "option.hpp");
    EXPECT_EQ(code(compile_one(kernel)), without);
}

// A header that shadows one of the API or of the compiler, which no kernel names itself.
TEST_F(Stale, HeaderThatAppearsBeforeTheApisIsTaken) {
    compile_one(kernel);
    fs::create_directories(folder / "tessera");
    write("tessera/cb.h", "#error another\n");
    EXPECT_THAT(input_error(kernel), HasSubstr("another"));
    fs::remove_all(folder / "tessera");
    write("type_traits", "#error another\n");
    EXPECT_THAT(input_error(kernel), HasSubstr("another"));
}

// Assembly reads files of which the compiler knows nothing, a macro may ask for any header.
TEST_F(Stale, WhatNoTextNamesIsCompiledEveryTime) {
    write("table", "\1");
    write("kernel.cpp", "asm(\".section .data.table\\n.globl table\\ntable: .incbin \\\"" +
                            (folder / "table").string() +
                            "\\\"\");\nextern const volatile uint8_t table[];\n"
                            "void kernel_main() { cb_push_back(0, table[0]); }\n");
    const CompiledKernel before = compile_one(kernel);
    const std::string old = read_file(before.elf).value();
    write("table", "\2");
    const CompiledKernel after = compile_one(kernel);
    EXPECT_NE(read_file(after.elf).value(), old);
    EXPECT_NE(after.key, before.key);

    write("kernel.cpp",
          "#define ASKED \"option.hpp\"\n#if __has_include(ASKED)\n#error found\n#endif\nvoid kernel_main() {}\n");
    compile_one(kernel);
    write("option.hpp", "");
    EXPECT_THAT(input_error(kernel), HasSubstr("found"));
}

TEST_F(Stale, EditedHeaderOfTheCompilersSideIsCompiledAnew) {
    fs::create_directories(folder / "copy/sim");
    for (const char* part : {"api", "abi"})
        fs::copy(fs::path(TESSERA_SOURCE_DIR) / "sim" / part, folder / "copy/sim" / part, fs::copy_options::recursive);
    const Environment api("TESSERA_API_DIR", (folder / "copy/sim/api").string());
    compile_one(kernel);
    std::ofstream(folder / "copy/sim/api/shim/bits/os_defines.h", std::ios::app) << "#error changed\n";
    EXPECT_THAT(input_error(kernel), HasSubstr("changed"));
}

// A header edited while the compiler runs may have been read before or after.
TEST_F(Stale, HeaderEditedDuringTheCompilationIsReadAgain) {
    write("g++", "#!/bin/sh\nriscv64-unknown-elf-g++ \"$@\" || exit\ncase \"$*\" in *-MF*) test -e edit && mv edit '" +
                     (folder / "value.hpp").string() + "';; esac\nexit 0\n");
    fs::permissions(folder / "g++", fs::perms::owner_all);
    const Environment compiler("TESSERA_RISCV_CXX", (folder / "g++").string());
    write("edit", "constexpr uint32_t value = 2;\n");
    const WorkingFolder here(folder);
    const std::string one = code(compile_one(kernel));
    const std::string two = code(compile_one(kernel));
    EXPECT_NE(one, two);
    EXPECT_EQ(code(compile_one(kernel)), two);
}

// A script, or ccache by the compiler's name, stays the same file when the compiler behind it changes.
TEST_F(Stale, CompilerBehindAScriptIsAskedWhatItIs) {
    write("version", "g++ 12\n");
    write("g++", "#!/bin/sh\ncase \"$1\" in --version) cat '" + (folder / "version").string() +
                     "';; *) riscv64-unknown-elf-g++ \"$@\";; esac\n");
    fs::permissions(folder / "g++", fs::perms::owner_all);
    const Environment compiler("TESSERA_RISCV_CXX", (folder / "g++").string());
    const CompiledKernel before = compile_one(kernel);
    EXPECT_EQ(compile_one(kernel).key, before.key);
    write("version", "g++ 13\n");
    EXPECT_NE(compile_one(kernel).key, before.key);
}

// The compiler takes its parts from the folders of COMPILER_PATH first, and those that appear there later as well.
TEST_F(Stale, PartsOfTheCompilerThatTheEnvironmentNames) {
    const CompiledKernel usual = compile_one(kernel);
    fs::create_directories(folder / "parts");
    const Environment parts("COMPILER_PATH", (folder / "parts").string());
    const CompiledKernel before = compile_one(kernel);
    EXPECT_NE(before.key, usual.key);
    EXPECT_EQ(code(before), code(usual));
    write("parts/as", "#!/bin/sh\nexit 3\n");
    fs::permissions(folder / "parts/as", fs::perms::owner_all);
    EXPECT_THAT(input_error(kernel), HasSubstr("does not compile"));
    fs::remove(folder / "parts/as");
    {
        const Environment libraries("LIBRARY_PATH", folder.string());
        EXPECT_NE(compile_one(kernel).key, before.key);
    }
    const Environment prefix("GCC_EXEC_PREFIX", (folder / "none/").string());
    EXPECT_THAT(input_error(kernel), HasSubstr("cannot execute 'cc1plus'"));
}

TEST_F(Stale, LibrariesAreThoseOfTheCompilerNotOfTheEnvironment) {
    fs::create_directories(folder / "libraries");
    write("libraries/libc.a", "no library");
    write("libraries/libgcc.a", "no library");
    const std::string usual = code(compile_one(kernel));
    const Environment path("LIBRARY_PATH", (folder / "libraries").string());
    EXPECT_EQ(code(compile_one(kernel)), usual);
}

TEST_F(Stale, IncludePathOfTheEnvironmentIsNotTheKernels) {
    fs::create_directories(folder / "other");
    write("other/option.hpp", "#error of the host\n");
    write("kernel.cpp", "#if __has_include(<option.hpp>)\n#error found\n#endif\nvoid kernel_main() {}\n");
    for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
        const Environment path(name, (folder / "other").string());
        EXPECT_NO_THROW(compile_one(kernel)) << name;
        fs::remove_all(cache);
    }
}

// #line may name a file relative to the folder in which the compiler runs, and the program holds that folder.
TEST_F(Stale, LinesThatNameTheWorkingFolderAreThoseOfThisOne) {
    for (const char* name : {"here", "there"}) fs::create_directories(folder / name);
    kernel = request(abi::Risc::b, "#line 7 \"made.cpp\"\nvoid kernel_main() { cb_push_back(0, 1); }\n");
    const auto compiled_in = [&](const char* name) {
        const WorkingFolder here(folder / name);
        return read_file(compile_one(kernel).elf).value();
    };
    EXPECT_THAT(compiled_in("here"), HasSubstr((folder / "here").string()));
    EXPECT_THAT(compiled_in("there"), HasSubstr((folder / "there").string()));
}

// The room of a core is no part of the program, but a program must fit it (--set).
TEST_F(Stale, ProgramFromTheCacheMustFitTheCore) {
    compile_one(kernel);
    arch::Arch small = arch::wormhole_b0();
    small.riscv.code_limit_bytes[static_cast<std::size_t>(abi::Risc::b)].value = 16;
    kernel.arch = &small;
    EXPECT_THROW(compile_one(kernel), fault::Fault);
}

}  // namespace
}  // namespace tessera::host::test
