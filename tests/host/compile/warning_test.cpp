// What the compiler finds odd in a kernel's own lines is shown, and nothing else (design.md 7).
#include <gmock/gmock.h>

#include "host/compile/messages.hpp"
#include "tests/host/compile/kernels.hpp"

namespace tessera::host::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Warning : public KernelTest {
  protected:
    std::vector<std::string> warnings(const std::string& text, abi::Risc risc = abi::Risc::b) const {
        write("kernel.cpp", text);
        CompileRequest r;
        r.source = folder / "kernel.cpp";
        r.risc = risc;
        return compile_one(r).warnings;
    }
};

constexpr const char* uninitialised =
    "void kernel_main() {\n    uint32_t count;\n    if (get_arg_val<uint32_t>(0) == 1) count = "
    "get_arg_val<uint32_t>(1);\n"
    "    cb_push_back(0, count);\n}\n";

TEST_F(Warning, LocalsThatMayBeReadBeforeTheyAreSet) {
    EXPECT_THAT(warnings(uninitialised), ElementsAre(AllOf(HasSubstr("kernel.cpp:4:"), HasSubstr("'count'"),
                                                           HasSubstr("-Wmaybe-uninitialized"))));
    EXPECT_THAT(warnings("void kernel_main() { uint32_t n; cb_push_back(0, n); }"),
                ElementsAre(HasSubstr("-Wuninitialized")));
}

TEST_F(Warning, WhatIsLikelyNotMeant) {
    EXPECT_THAT(
        warnings("void kernel_main() { uint32_t a = get_arg_val<uint32_t>(0); if (a = 3) cb_push_back(0, a); }"),
        ElementsAre(HasSubstr("-Wparentheses")));
    EXPECT_THAT(warnings("int f(int a) { if (a > 2) return 1; }\nvoid kernel_main() { cb_push_back(0, "
                         "f(get_arg_val<int>(0))); }"),
                ElementsAre(HasSubstr("-Wreturn-type")));
    EXPECT_THAT(warnings("void kernel_main() { volatile uint32_t a[4]; a[4] = 1; }"),
                testing::Contains(HasSubstr("-Warray-bounds")));
}

// Kernels name what only one of their cores uses, and addresses as numbers.
TEST_F(Warning, WhatKernelsDoForAReason) {
    const std::string text =
        "void kernel_main() {\n    constexpr uint32_t cb = 0;\n    uint32_t pages = get_arg_val<uint32_t>(0);\n"
        "    PACK((cb_push_back(cb, pages)));\n    *reinterpret_cast<volatile uint32_t*>(0x800) = 1;\n}\n";
    for (const abi::Risc risc : {abi::Risc::t0, abi::Risc::t1, abi::Risc::t2})
        EXPECT_THAT(warnings("#include \"compute_kernel_api/common.h\"\n" + text, risc), IsEmpty());
}

TEST_F(Warning, AreKeptWithTheProgramAndSaidOnceForALine) {
    write("kernel.cpp", uninitialised);
    CompileRequest r;
    r.source = folder / "kernel.cpp";
    std::vector<CompileRequest> both(2, r);
    both[1].risc = abi::Risc::nc;
    testing::internal::CaptureStderr();
    compile(both);
    EXPECT_EQ(compile_one(r).warnings.size(), 1u) << "from the cache";
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_THAT(said, AllOf(HasSubstr("kernel.cpp:4:"), HasSubstr("warning:")));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

TEST_F(Warning, ChangeNothingOfTheProgram) {
    write("kernel.cpp", uninitialised);
    CompileRequest r;
    r.source = folder / "kernel.cpp";
    write("g++",
          "#!/bin/bash\nwords=()\nfor word in \"$@\"; do case \"$word\" in\n"
          "-Wall|-Wextra|-Wno-*|--param=min-pagesize=*);; *) words+=(\"$word\");; esac; done\n"
          "exec riscv64-unknown-elf-g++ \"${words[@]}\"\n");
    fs::permissions(folder / "g++", fs::perms::owner_all);
    const auto code = [](const CompiledKernel& kernel) {
        const std::string text = disassembly(kernel);
        return text.substr(text.find("Disassembly"));
    };
    const std::string with = code(compile_one(r));
    const Environment compiler("TESSERA_RISCV_CXX", (folder / "g++").string());
    const CompiledKernel without = compile_one(r);
    EXPECT_THAT(without.warnings, IsEmpty());
    EXPECT_EQ(code(without), with);
}

TEST(Messages, OnlyLinesAboutTheUsersFiles) {
    const auto users = [](const std::string& file) { return file == "/k.cpp"; };
    EXPECT_THAT(users_warnings("In file included from /w.cpp:3:\n/k.cpp: In function 'void kernel_main()':\n"
                               "/k.cpp:3:7: warning: odd [-Wodd]\n    3 | x\n/k.cpp:3:7: warning: odd [-Wodd]\n"
                               "/api.h:3:7: warning: odd [-Wodd]\n/k.cpp:4:1: note: here\n",
                               users),
                ElementsAre("/k.cpp:3:7: warning: odd [-Wodd]"));
    EXPECT_THAT(users_warnings("In function 'int call(A)',\n    inlined from 'void push(int)' at /api.h:1:5,\n"
                               "    inlined from 'void kernel_main()' at /k.cpp:4:17:\n"
                               "/api.h:46:2: warning: 'n' may be used uninitialized [-Wu]\n"
                               "/api.h:46:2: warning: odd [-Wodd]\n",
                               users),
                ElementsAre("/k.cpp:4:17: warning: 'n' may be used uninitialized [-Wu]"));
}

}  // namespace
}  // namespace tessera::host::test
