// Operations that are a page of declaration, from the command line: what being one brings, and what it refuses.
#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class DeclaredCommand : public Command {
  protected:
    std::string block(const std::string& name, const std::vector<std::uint32_t>& words) const {
        std::string bytes(words.size() * 4, '\0');
        std::memcpy(bytes.data(), words.data(), bytes.size());
        write_text(scratch / name, bytes);
        return name;
    }
};

TEST_F(DeclaredCommand, MultipliesGivenArrays) {
    const std::string a = npy("a.npy", std::vector<float>{1, 2, 99, 3, 4, 99}, {2, 3});
    const std::string b = npy("b.npy", std::vector<float>{5, 6, 7, 8}, {2, 2});
    const std::string c = npy("c.npy", std::vector<float>{10, 20, -1, 30, 40, -2}, {2, 3});
    const Outcome outcome = run({"gemm", "--params", block("params.bin", {2, 2, 2, 3, 2, 3, 0x40000000, 0x3F800000}),
                                 "--a", a, "--b", b, "--c", c, "--format", "fp32", "--output", "out.npy"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out,
                HasSubstr("params params.bin: GEMMParams M=2, N=2, K=2, lda=3, ldb=2, ldc=3, alpha=2,\n       beta=1"));
    const host::NpyArray out = host::read_npy(scratch / "out.npy");
    EXPECT_EQ(out.shape, (std::vector<std::size_t>{2, 3}));
    EXPECT_THAT(out.as<float>(), testing::ElementsAre(48, 64, -1, 116, 140, -2));
}

TEST_F(DeclaredCommand, IsSweptProfiledAndReported) {
    const Outcome sweep =
        run({"elementwise", "--count", "9000", "--sweep", "cores=1,2,4", "--sweep", "op=add,gelu", "--json"});
    expect_good(sweep);
    const json points = json::parse(sweep.out)["points"];
    ASSERT_EQ(points.size(), 6u);
    const Outcome profile = run({"profile", "elementwise", "--op", "gelu", "--against", "op=silu"});
    expect_good(profile);
    EXPECT_THAT(profile.out, HasSubstr("more than"));
    const Outcome report = run({"elementwise", "--report", "r.html", "-q"});
    expect_good(report);
    EXPECT_THAT(read_text(scratch / "r.html"), HasSubstr("elementwise"));
}

TEST_F(DeclaredCommand, RefusesInALine) {
    const std::string x = npy("x.npy", std::vector<float>(6), {2, 3});
    const std::string flat = npy("flat.npy", std::vector<float>(6), {6});
    block("short.bin", {64, 64});
    block("far.bin", {80, 70, 20, 6, 6, 0, 0, 0});
    block("nan.bin", {2, 2, 2, 2, 2, 2, 0x7FC00000, 0});
    const auto refuse = [&](const std::vector<std::string>& arguments, const std::vector<std::string>& parts) {
        const auto before = scratch.names();
        expect_refused(run(arguments), parts);
        EXPECT_EQ(scratch.names(), before);
    };
    refuse({"gemv_kv", "--pos", "6", "--output", "y.npy"}, {"pos 6", "6 positions, from 0 on"});
    refuse({"gemv_kv", "--params", "far.bin"}, {"pos 6", "6 positions"});
    refuse({"gemv_kv", "--head-dim", "7"}, {"N 80", "heads of 7 elements do not divide it"});
    refuse({"attention", "--n-heads", "6", "--n-kv-heads", "4"}, {"n_heads 6", "no multiple of n_kv_heads 4"});
    refuse({"attention", "--seq-len", "9", "--kv-seq-len", "8"}, {"seq_len 9", "kv_seq_len 8"});
    refuse({"gemm", "--params", "short.bin"}, {"--params short.bin: 8 bytes; GEMMParams has 32"});
    refuse({"gemm", "--params", "nan.bin"}, {"--params nan.bin: alpha of GEMMParams, at byte 24", "no finite number"});
    refuse({"gemm", "--params", "nowhere.bin"}, {"--params nowhere.bin", "cannot be read"});
    refuse({"gemm", "--M", "0"}, {"--M: 0: must be at least 1; nearest: 1"});
    refuse({"gemm", "--a", x, "--M", "4", "--K", "3"}, {"--a", "its shape is (2, 3); (4, 3) is expected"});
    refuse({"gemm", "--unit", "parts"}, {"unit parts: is for fp32 with --transposed"});
    refuse({"elementwise", "--op", "silu", "--count", "6", "--b", flat}, {"--b: silu has one operand; leave it out"});
    refuse({"softmax", "--format", "bf17"}, {"--format bf17: unknown", "did you mean `bf16`?"});
}

}  // namespace
}  // namespace tessera::end_to_end
