// What the user sees when a kernel does not become a program (design.md 6, 7).
#include <gmock/gmock.h>

#include "tests/host/compile/kernels.hpp"

namespace tessera::host::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Error : public KernelTest {};

TEST_F(Error, CompilerMessageWithTheUsersOwnLines) {
    write("broken.cpp", "void kernel_main() {\n    cb_wait_front(0, 1)\n}\n");
    CompileRequest r;
    r.source = folder / "broken.cpp";
    EXPECT_THAT(input_error(r), AllOf(HasSubstr("does not compile for BRISC"), HasSubstr("broken.cpp:2:"),
                                      HasSubstr("expected ';'"), Not(HasSubstr("cache/tessera"))));
}

TEST_F(Error, SourceTextCountsItsOwnLines) {
    EXPECT_THAT(input_error(request(abi::Risc::t1, "\n\nvoid kernel_main() { nonsense(); }")),
                HasSubstr("kernel.cpp:3:"));
}

TEST_F(Error, MissingFile) {
    CompileRequest r;
    r.source = "no/such/kernel.cpp";
    EXPECT_THAT(input_error(r), AllOf(HasSubstr("no/such/kernel.cpp"), HasSubstr("no such file")));
}

TEST_F(Error, NoEntry) {
    EXPECT_THAT(input_error(request(abi::Risc::t2, "void main_() {}")),
                HasSubstr("neither kernel_main() nor NAMESPACE::MAIN"));
}

TEST_F(Error, MissingCompilerNamesThePackages) {
    const Environment compiler("TESSERA_RISCV_CXX", "/no/such/g++");
    const std::string text = input_error(request(abi::Risc::b, "void kernel_main() {}"));
    EXPECT_THAT(text, AllOf(HasSubstr("gcc-riscv64-unknown-elf"), HasSubstr("picolibc-riscv64-unknown-elf"),
                            HasSubstr("/no/such/g++")));
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST_F(Error, MissingApi) {
    const Environment api("TESSERA_API_DIR", folder.string());
    EXPECT_THAT(input_error(request(abi::Risc::b, "void kernel_main() {}")), HasSubstr("TESSERA_API_DIR"));
}

void expect_too_large(const std::string& text, const std::string& room) {
    try {
        compile_one(request(abi::Risc::nc, text));
        FAIL() << "compiled";
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::kernel_too_large);
        EXPECT_THAT(fault.detail(), HasSubstr(room));
    }
}

// NCRISC of Wormhole: 16 KiB of instructions, 4 KiB of local memory.
TEST_F(Error, TextThatDoesNotFit) {
    expect_too_large("void kernel_main() { asm volatile(\".zero 16384\"); }", "room for 16384 bytes");
}
TEST_F(Error, DataThatDoesNotFit) {
    expect_too_large("volatile char big[4100]; void kernel_main() { big[get_arg_val<int>(0)] = 1; }", "4096 bytes");
}

// A kernel is any text: what it makes of the compiler ends, and is one line.
void expect_bounded(const std::string& text, const std::string& bound) {
    const std::string said = input_error(request(abi::Risc::b, text));
    EXPECT_THAT(said, AllOf(HasSubstr("kernel kernel.cpp was not compiled for BRISC: "), HasSubstr(bound)));
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
}
TEST_F(Error, DeviceThatNeverEnds) {
    const Environment memory("TESSERA_COMPILE_MEGABYTES", "300");
    expect_bounded("#include \"/dev/zero\"\nvoid kernel_main() {}", "more than 300 MB of memory");
}
// The compiler that is killed, has no room to start, or crashes has found nothing wrong in the kernel.
TEST_F(Error, CompilerThatDies) {
    const auto dies = [&](const std::string& script) {
        write("g++",
              "#!/bin/sh\ncase \"$*\" in *-print*|*--version*|*-dump*) exec riscv64-unknown-elf-g++ \"$@\";; "
              "esac\n" +
                  script + "\n");
        std::filesystem::permissions(folder / "g++", std::filesystem::perms::owner_all);
        const Environment compiler("TESSERA_RISCV_CXX", (folder / "g++").string());
        return input_error(request(abi::Risc::b, "void kernel_main() {}"));
    };
    const auto no_error_of_the_kernel =
        AllOf(HasSubstr("kernel kernel.cpp was not compiled for BRISC: the compiler died ("),
              HasSubstr("TESSERA_COMPILE_MEGABYTES allows more"), Not(HasSubstr("\n")));
    EXPECT_THAT(dies("echo 'g++: fatal error: Killed signal terminated program cc1plus' >&2; exit 1"),
                AllOf(no_error_of_the_kernel, HasSubstr("Killed signal terminated program cc1plus")));
    EXPECT_THAT(dies("kill -9 $$"), AllOf(no_error_of_the_kernel, HasSubstr("signal 9, Killed")));
    EXPECT_THAT(dies("echo 'cc1plus: error while loading shared libraries: libisl.so.23: failed to map segment' >&2; "
                     "exit 1"),
                AllOf(no_error_of_the_kernel, HasSubstr("libisl.so.23")));
    EXPECT_THAT(dies("echo 'cc1plus: out of memory allocating 65536 bytes' >&2; exit 1"),
                HasSubstr("was not compiled for BRISC: the compiler needs more than 2048 MB"));
}
// The words alone, where the kernel says them, are the kernel's.
TEST_F(Error, KernelThatSpeaksOfMemory) {
    EXPECT_THAT(input_error(request(abi::Risc::b, "#error out of memory\nvoid kernel_main() {}")),
                AllOf(HasSubstr("does not compile for BRISC:\n"), HasSubstr("#error out of memory")));
}
TEST_F(Error, TemplateThatNeverEnds) {
    const Environment time("TESSERA_COMPILE_SECONDS", "1");
    expect_bounded(
        "template <int n, int m> struct T { enum { v = T<n - 1, m>::v + T<n - 1, m + (1 << n)>::v }; };\n"
        "template <int m> struct T<0, m> { enum { v = 1 }; };\n"
        "void kernel_main() { cb_push_back(0, T<28, 0>::v); }",
        "the compiler was stopped after 1 s");
}
TEST_F(Error, MoreMessagesThanAnyoneReads) {
    std::string text;
    for (int i = 0; i < 8000; ++i) text += "static_assert(false, \"" + std::string(100, 'x') + "\");\n";
    expect_bounded(text, "stopped after 1 MB of messages, of which the first is: kernel.cpp:1:15: error: static");
}
TEST_F(Error, ProgramThatFillsADisk) {
    expect_bounded("asm(\".section .data\\n.zero 300000000\");\nvoid kernel_main() {}", "larger than 256 MB");
}
TEST_F(Error, NothingToReadFromTheTerminal) {
    EXPECT_NO_THROW(compile_one(request(abi::Risc::b, "#include \"/dev/stdin\"\nvoid kernel_main() {}")));
}
TEST_F(Error, BoundThatIsNoNumber) {
    const Environment time("TESSERA_COMPILE_SECONDS", "-1");
    EXPECT_THAT(input_error(request(abi::Risc::b, "void kernel_main() {}")),
                HasSubstr("TESSERA_COMPILE_SECONDS=-1: a whole number of 1 to"));
}

TEST_F(Error, TheFirstRequestThatFailedDecides) {
    const std::vector<CompileRequest> requests{request(abi::Risc::b, "void kernel_main() {}"),
                                               request(abi::Risc::b, "first_wrong"),
                                               request(abi::Risc::b, "second_wrong")};
    try {
        compile(requests);
        FAIL() << "compiled";
    } catch (const fault::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("first_wrong"));
    }
}

}  // namespace
}  // namespace tessera::host::test
