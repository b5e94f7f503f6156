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
