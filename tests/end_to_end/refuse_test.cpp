// Bad input ends in one line that says what, where and what to do instead, with exit code 2, and leaves no file behind.
#include <unistd.h>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;

class Refusal : public Command {
  protected:
    // Nothing appears beside the files there were.
    void refuse(const std::vector<std::string>& arguments, const std::vector<std::string>& parts) const {
        SCOPED_TRACE(testing::PrintToString(arguments));
        const auto before = scratch.names();
        expect_refused(run(arguments), parts);
        EXPECT_EQ(scratch.names(), before);
    }
    // A .npy file of version 1.0 with this header and so many bytes of data.
    std::string raw_npy(const std::string& name, const std::string& header, std::size_t bytes) const {
        const auto n = header.size() + 1;
        write_text(scratch / name, std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(n & 255) +
                                       static_cast<char>(n >> 8) + header + "\n" + std::string(bytes, '\0'));
        return (scratch / name).string();
    }
    std::string ones() const { return npy("ones.npy", std::vector<float>(64, 1.0f), {1, 1, 64}); }
};

// Names come from elsewhere: what they hold for a terminal does not get there.
TEST_F(Refusal, ControlCharactersOfInputAreSpelledOut) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"profile", "a\x1b[31mb"}, {"run", "a\x1b]0;b.toml"}, {"rope", "--\x1b[2J"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_EQ(outcome.err.find('\x1b'), outcome.err.npos);
        EXPECT_THAT(outcome.err, HasSubstr("\\x1b"));
    }
    write_text(scratch / "job.toml", "name = \"a\\u001b[31mb\"\n\"\\u001b[2J\" = 1\n");
    const Outcome outcome = run({"run", "job.toml"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err.find('\x1b'), outcome.err.npos);
}

TEST_F(Refusal, ShapesNameTheRuleAndTheNearestLegalValue) {
    refuse({"rope", "--rotary-dim", "100", "--output", "y.npy"}, {"rotary_dim 100", "multiple of 64", "nearest: 128"});
    refuse({"rope", "--rotary-dim", "4096", "--output", "y.npy"}, {"rotary_dim 4096", "width 2048", "nearest: 2048"});
    refuse({"rope", "--width", "32", "--rotary-dim", "64"}, {"width 32", "above 32"});
    refuse({"rope", "--rows", "0"}, {"rows 0", "nearest: 1"});
    refuse({"rope", "--rows", "-5"}, {"rows -5", "nearest: 1"});
    refuse({"rope", "--batch", "9000000000"}, {"batch 9000000000", "nearest:"});
    refuse({"rope", "--rows", "1000000", "--batch", "1000"}, {"elements", "nearest batch: 1"});
    refuse({"rope", "--base", "1"}, {"base 1", "10000"});
    refuse({"rope", "--base", "nan"}, {"base nan"});
    refuse({"rope", "--base", "1e37"}, {"base 1e+37", "nearest: 1e+36"});
    refuse({"rope", "--max-cycles", "0"}, {"--max-cycles", "at least 1"});
}

TEST_F(Refusal, ValuesThatAreNoNumbers) {
    refuse({"rope", "--rows", "many"}, {"--rows", "`many` is not a whole number", "tessera rope --help"});
    refuse({"rope", "--rows", "1.5"}, {"--rows", "`1.5` is not a whole number"});
    refuse({"rope", "--rows", "032"}, {"--rows", "`032`", "zero"});
    refuse({"rope", "--rows", "99999999999999999999"}, {"--rows", "out of range"});
    refuse({"rope", "--seed", "-1"}, {"--seed", "`-1`"});
    refuse({"rope", "--base", "1e4x"}, {"--base", "`1e4x` is not a number"});
    refuse({"rope", "--rows", ""}, {"--rows"});
    refuse({"rope", "--rows"}, {"--rows"});
}

TEST_F(Refusal, UnknownWordsSuggestTheNearest) {
    refuse({"rope", "--widht", "64"}, {"unknown option --widht", "`--width`", "tessera rope --help"});
    refuse({"rope", "--rotary_dim=64"}, {"unknown option --rotary_dim", "`--rotary-dim`"});
    refuse({"rope", "--zzzzzz"}, {"unknown option --zzzzzz", "tessera rope --help"});
    refuse({"rope", "64"}, {"unexpected word 64"});
    refuse({"roep"}, {"unknown subcommand roep", "`rope`", "tessera --help"});
    refuse({"zzzzzz"}, {"unknown subcommand zzzzzz", "rope", "list"});
    refuse({"--vresion"}, {"unknown option --vresion", "`--version`"});
    refuse({}, {"subcommand is required", "tessera --help"});
    refuse({"rope", "--arch", "wormhole"}, {"--arch wormhole", "wormhole_b0", "blackhole"});
    refuse({"rope", "--arch", "blackhoel"}, {"--arch blackhoel", "did you mean `blackhole`?"});
    refuse({"rope", "--exp", "exp_24"}, {"--exp exp_24", "did you mean", "exp_21f", "exp_fp32"});
    // Of numbered names the nearest number.
    refuse({"rope", "--rung", "R11"}, {"--rung R11", "did you mean `R10`?"});
    refuse({"profile", "rope", "--against", "nope=3"}, {"--against nope=3", "no option nope and no such file"});
    refuse({"profile", "rope", "--against", "core=3"}, {"--against core=3", "did you mean `cores`?"});
    refuse({"rope", "--lowering", "gcc"}, {"--lowering gcc", "sfpi-2025", "sfpi-2023", "none"});
}

TEST_F(Refusal, FilesThatAreNoArrays) {
    write_text(scratch / "text.npy", "hello");
    write_text(scratch / "empty.npy", "");
    write_text(scratch / "huge_header.npy", std::string("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12) + "{}");
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 64), }";
    const std::string cut = raw_npy("cut.npy", header, 255), longer = raw_npy("long.npy", header, 257);
    refuse({"rope", "--input", "text.npy"}, {"text.npy", "not a .npy file"});
    refuse({"rope", "--input", "empty.npy"}, {"empty.npy", "not a .npy file"});
    refuse({"rope", "--input", "huge_header.npy"}, {"huge_header.npy", "header of 2147483647 bytes"});
    refuse({"rope", "--input", cut}, {"cut.npy", "too little data", "256 bytes"});
    refuse({"rope", "--input", longer}, {"long.npy", "too much data"});
    refuse({"rope", "--input", "missing.npy"}, {"missing.npy", "no such file"});
    refuse({"rope", "--input", "."}, {"folder"});
    const auto with_shape = [&](const std::string& shape, const std::string& order = "False") {
        return raw_npy("bad.npy", "{'descr': '<f4', 'fortran_order': " + order + ", 'shape': " + shape + ", }", 256);
    };
    refuse({"rope", "--input", with_shape("(4294967296, 4294967296, 64)")}, {"bad.npy", "too large"});
    refuse({"rope", "--input", with_shape("(99999999999999999999999,)")}, {"bad.npy", "too large"});
    refuse({"rope", "--input", with_shape("(1, 1, 64)", "True")}, {"bad.npy", "fortran_order", "C order"});
    refuse({"rope", "--input", with_shape("(-1, 64)")}, {"bad.npy", "shape"});
    const std::string none = npy("none.npy", std::vector<float>{}, {0, 64});
    refuse({"rope", "--input", none, "--rotary-dim", "64"}, {"rows 0", "nearest: 1"});
}

TEST_F(Refusal, ArraysThatDoNotFit) {
    const std::string x = ones();
    const std::string doubles = npy("doubles.npy", std::vector<double>(64, 1.0), {1, 1, 64});
    const std::string four = npy("four.npy", std::vector<float>(64, 1.0f), {1, 1, 1, 64});
    const std::string real = npy("real.npy", std::vector<float>{1}, {1});
    const std::string two = npy("two.npy", std::vector<std::int32_t>{1, 2}, {2});
    const std::string entry = npy("entry.npy", std::vector<std::int32_t>{1}, {1});
    refuse({"rope", "--input", doubles, "--rotary-dim", "64"}, {"--input", "doubles.npy", "<f8", "<f4 is expected"});
    refuse({"rope", "--input", four, "--rotary-dim", "64"}, {"four.npy", "(1, 1, 1, 64)", "[batch, rows, width]"});
    refuse({"rope", "--input", x, "--rotary-dim", "64", "--positions", real}, {"real.npy", "<f4", "integer"});
    refuse({"rope", "--input", x, "--rotary-dim", "64", "--positions", two}, {"two.npy", "(2,)", "(1,)", "(1, 1)"});
    refuse({"rope", "--input", x, "--rotary-dim", "64", "--rows", "7"}, {"--rows 7", "ones.npy", "1"});
    refuse({"rope", "--rows", "5", "--positions", entry, "--per-row"}, {"--per-row", "entry.npy"});
}

TEST_F(Refusal, PositionsTheKernelCannotTurn) {
    const std::string x = ones();
    const auto with_position = [&](std::int64_t position) {
        return std::vector<std::string>{"rope",
                                        "--input",
                                        x,
                                        "--positions",
                                        npy("p.npy", std::vector<std::int64_t>{position}, {1}),
                                        "--rotary-dim",
                                        "64",
                                        "--output",
                                        "y.npy"};
    };
    npy("p.npy", std::vector<std::int64_t>{0}, {1});
    refuse(with_position(-1), {"p.npy", "position -1", "index 0", "nearest: 0"});
    refuse(with_position(200000), {"p.npy", "position 200000", "nearest: 10"});
    refuse(with_position(INT64_MAX), {"p.npy", "position 9223372036854775807", "nearest: 10"});
    refuse(with_position(INT64_MIN), {"p.npy", "position -9223372036854775808", "nearest: 0"});
    const std::string beyond = npy("beyond.npy", std::vector<std::uint64_t>{UINT64_MAX}, {1});
    refuse({"rope", "--input", x, "--positions", beyond, "--rotary-dim", "64"}, {"beyond.npy", "18446744073709551615"});
}

TEST_F(Refusal, OutputsThatCannotBeWritten) {
    refuse({"rope", "--output", "no/such/folder/y.npy"}, {"no/such/folder/y.npy", "cannot be written"});
    refuse({"rope", "--trace", "no/such/folder/t.json"}, {"no/such/folder/t.json", "cannot be written"});
    refuse({"rope", "--output", "."}, {"folder"});
    refuse({"rope", "--output", "/dev/zero"}, {"/dev/zero", "not a regular file"});
    if (::geteuid() == 0) return;  // root may write everywhere
    fs::create_directory(scratch / "closed");
    fs::permissions(scratch / "closed", fs::perms::owner_read | fs::perms::owner_exec);
    refuse({"rope", "--output", "closed/y.npy"}, {"closed/y.npy", "cannot be written"});
}

TEST_F(Refusal, NoCompiler) {
    expect_refused(small({"--output", "y.npy"}, {{"TESSERA_RISCV_CXX", "/nonexistent"}}),
                   {"/nonexistent", "apt-get install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf"});
    EXPECT_TRUE(scratch.names().empty());
}

// Output that finds no room is said so, and is not a success.
TEST_F(Refusal, AFullDiskBehindStdout) {
    const std::map<std::string, std::string> cache{{"XDG_CACHE_HOME", shared_cache().string()}};
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"list", "archs"}, {"list", "faults", "--json"}, {"--help"}}) {
        const Outcome outcome = tessera(arguments, {scratch.path(), cache, false, "/dev/full"});
        expect_refused(outcome, {"stdout cannot be written"});
    }
}

}  // namespace
}  // namespace tessera::end_to_end
