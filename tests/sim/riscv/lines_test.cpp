// From an instruction to the line of the user's kernel, through inlined functions of the API.
#include "sim/riscv/lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "sim/riscv/hart.hpp"
#include "tests/sim/riscv/cross.hpp"

namespace tessera::riscv {
namespace {

class LinesOfAKernel : public testing::Test {
  protected:
    // Line numbers below are those of these sources.
    static void SetUpTestSuite() {
        scratch_ = std::make_unique<const test::TemporaryFolder>();
        const auto& folder = scratch_->path();
        std::filesystem::create_directories(folder / "api" / "detail");
        std::filesystem::create_directories(folder / "api_like");
        cross::write(folder / "api" / "detail" / "call.h",
                     "#pragma once\n"
                     "template <int N> inline __attribute__((always_inline)) void custom_call() {\n"
                     "    asm volatile(\".insn i 0x0B, 0, x0, x0, %0\" : : \"i\"(N) : \"memory\");\n"
                     "}\n");
        cross::write(folder / "api" / "push.h",
                     "#pragma once\n"
                     "#include \"detail/call.h\"\n"
                     "namespace api {\n"
                     "inline __attribute__((always_inline)) void push() {\n"
                     "    custom_call<17>();\n"
                     "}\n"
                     "}\n");
        cross::write(folder / "api_like" / "helper.h",
                     "inline __attribute__((always_inline)) void twice() {\n"
                     "    api::push();\n"
                     "    api::push();\n"
                     "}\n");
        cross::write(folder / "kernel.cpp",
                     "#include \"api/push.h\"\n"
                     "#include \"api_like/helper.h\"\n"
                     "extern \"C\" void kernel_main() {\n"
                     "    api::push();\n"
                     "    for (int i = 0; i < 2; ++i) {\n"
                     "        twice();\n"
                     "    }\n"
                     "}\n");
        program_ = cross::build(folder, "kernel.cpp");
    }
    static void TearDownTestSuite() {
        program_.reset();
        scratch_.reset();
    }

    static std::string path(const char* name) { return (scratch_->path() / name).string(); }
    static inline std::unique_ptr<const test::TemporaryFolder> scratch_;
    static inline std::shared_ptr<const Program> program_;
};

TEST_F(LinesOfAKernel, EveryCallNamesItsChainOfInlinedFunctions) {
    Hart hart(arch::wormhole_b0().riscv, abi::Risc::b, program_);
    std::vector<std::vector<Frame>> chains;
    std::vector<Frame> users;
    for (;;) {
        const Pause pause = hart.run(never);
        ASSERT_EQ(pause.touch, Touch::call);
        if (pause.call == abi::Call::exit) break;
        chains.push_back(program_->lines->frames(pause.pc));
        const auto user = program_->lines->user_frame(pause.pc, path("api"));
        ASSERT_TRUE(user);
        users.push_back(*user);
        hart.finish_call(1);
    }
    ASSERT_EQ(chains.size(), 5u);
    const Frame in_call{"custom_call<17>", path("api/detail/call.h"), 3};
    const Frame in_push{"push", path("api/push.h"), 5};
    EXPECT_EQ(chains[0], (std::vector{in_call, in_push, Frame{"kernel_main", path("kernel.cpp"), 4}}));
    EXPECT_EQ(chains[1], (std::vector{in_call, in_push, Frame{"twice", path("api_like/helper.h"), 2},
                                      Frame{"kernel_main", path("kernel.cpp"), 6}}));
    EXPECT_EQ(users[0], (Frame{"kernel_main", path("kernel.cpp"), 4}));
    EXPECT_EQ(users[1], (Frame{"twice", path("api_like/helper.h"), 2})) << "api_like is not below api";
    EXPECT_EQ(users[2], (Frame{"twice", path("api_like/helper.h"), 3}));
    EXPECT_EQ(users[3], users[1]);
    EXPECT_EQ(users[4], users[2]);
    EXPECT_EQ(program_->lines->user_frame(hart.pc(), path("api/../api/")), (Frame{"", path("start.S"), 5}));
    EXPECT_EQ(program_->lines->user_frame(hart.pc(), path("")), std::nullopt) << "nothing of the user's";
}

TEST_F(LinesOfAKernel, ThereAreNoneWithoutATable) {
    EXPECT_TRUE(program_->lines->frames(0).empty());
    EXPECT_TRUE(program_->lines->frames(0xFFFFFFFF).empty());
    EXPECT_TRUE(Lines({}).frames(0x8000).empty());
    EXPECT_EQ(Lines({}).user_frame(0x8000, "/api"), std::nullopt);
}

TEST_F(LinesOfAKernel, SaysWhereStatementsBegin) {
    const std::vector<Statement> all = program_->lines->statements();
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &Statement::address));
    const auto begins = [&](const std::string& file, int line) {
        return std::ranges::any_of(all, [&](const Statement& one) {
            return one.file == file && one.line == line && one.address - program_->text_base < program_->text_bytes();
        });
    };
    EXPECT_TRUE(begins(path("kernel.cpp"), 4));
    EXPECT_TRUE(begins(path("api_like/helper.h"), 2));
    EXPECT_FALSE(begins(path("kernel.cpp"), 1));
}

}  // namespace
}  // namespace tessera::riscv
