// `--dump`: what a core holds when a kernel gets to a line.
#include <algorithm>
#include <fstream>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

// The number of the first line of a file that holds the text.
int line_of(const fs::path& file, const std::string& text) {
    std::ifstream in(file);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number)
        if (line.find(text) != std::string::npos) return number;
    ADD_FAILURE() << text << " is not in " << file;
    return 0;
}

class Dump : public Command {
  protected:
    static inline const std::string example = TESSERA_SOURCE_DIR "/kernels/examples/add";
    // The example's line with that text, as --dump names it.
    static std::string at(const std::string& kernel, const std::string& text) {
        return "@add/" + kernel + ":" + std::to_string(line_of(example + "/" + kernel, text));
    }
    Outcome add(std::vector<std::string> more) const {
        more.insert(more.begin(), {"run", example + ".toml", "-q"});
        return run(more);
    }
    host::NpyArray npy(const std::string& name) const { return host::read_npy(scratch / name); }
    // A tile of the result, whose rows have 256 elements.
    std::vector<float> tile_of_result(std::size_t tile) const {
        const host::NpyArray z = npy("z.npy");
        std::vector<float> out;
        for (std::size_t i = 0; i < 1024; ++i)
            out.push_back(z.as<float>()[(tile / 8 * 32 + i / 32) * 256 + tile % 8 * 32 + i % 32]);
        return out;
    }
    std::vector<float> floats(const std::string& name) const {
        const host::NpyArray array = npy(name);
        const auto values = array.as<float>();
        return {values.begin(), values.end()};
    }
};

// One tile on its way: in Dst before T1 hands it on and before T2 packs it, and in the buffer behind.
TEST_F(Dump, FollowsATileFromDstToItsBuffer) {
    expect_good(add({"--output", "z.npy", "--dump", "dst0" + at("compute.cpp", "tile_regs_commit") + "#3=math.npy",
                     "--dump", "dst0" + at("compute.cpp", "pack_tile") + "#3=pack.npy", "--dump",
                     "cb16" + at("writer.cpp", "noc_async_write_tile") + "#3=page.npy"}));
    const std::vector<float> expected = tile_of_result(2);
    EXPECT_EQ(floats("math.npy"), expected);
    EXPECT_EQ(floats("pack.npy"), expected);
    EXPECT_EQ(floats("page.npy"), expected);
    EXPECT_EQ(npy("math.npy").shape, (std::vector<std::size_t>{32, 32}));
    EXPECT_EQ(npy("page.npy").shape, (std::vector<std::size_t>{1, 32, 32}));
}

TEST_F(Dump, ShowsAPageBeforeAndAfterItIsHandedOn) {
    const Outcome outcome =
        add({"--dump", "cb0" + at("reader.cpp", "cb_push_back(0"), "--dump", "cb0" + at("reader.cpp", "cb_push_back(1"),
             "--dump", "cb0.raw" + at("reader.cpp", "cb_push_back(1") + "=raw.npy"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, ContainsRegex("cb0 at add/reader.cpp:[0-9]+\n"
                                           "core \\(0,0\\) BRISC, cycle [0-9]+: bf16, 0 of 2 pages filled; the page "
                                           "to be filled next is shown\n"
                                           "page 0: smallest .*, largest .*\n  0 .* \\.\\. "));
    EXPECT_THAT(outcome.err, HasSubstr("bf16, 1 of 2 pages filled\npage 0: "));
    EXPECT_EQ(npy("raw.npy").dtype, host::DType::u4);
    EXPECT_EQ(npy("raw.npy").shape, (std::vector<std::size_t>{1, 512}));
}

TEST_F(Dump, ChoosesTheFirstCoreOrTheOneThatIsNamed) {
    const std::string line = at("compute.cpp", "pack_tile");
    const Outcome outcome =
        add({"--param", "cores=2", "--dump", "dst0" + line, "--dump", "dst0" + line + "@0,1#2=t.txt"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err, ContainsRegex("\ncore \\(0,[01]\\) TRISC2, cycle [0-9]+: bf16\nsmallest "));
    const std::string text = read_text(scratch / "t.txt");
    EXPECT_THAT(text, ContainsRegex("^dst0 at add/compute.cpp:[0-9]+, time 2\n"
                                    "to t.txt, core \\(0,1\\) TRISC2, cycle [0-9]+: bf16\n"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3 + 32 * 4);
}

TEST_F(Dump, LeavesNoTrace) {
    expect_good(add({"--trace", "alone.json", "--output", "alone.npy"}));
    expect_good(add({"--trace", "dumped.json", "--output", "dumped.npy", "--dump",
                     "dst0" + at("compute.cpp", "add_tiles(") + "#2=d.npy", "--dump",
                     "lreg0" + at("compute.cpp", "add_tiles(") + "#2=l.npy", "--dump",
                     "cb1" + at("compute.cpp", "add_tiles(") + "#2=c.npy"}));
    EXPECT_EQ(read_text(scratch / "alone.json"), read_text(scratch / "dumped.json"));
    EXPECT_EQ(read_text(scratch / "alone.npy"), read_text(scratch / "dumped.npy"));
}

// Words of the vector unit are kept and executed many at a time: the dump is between two of them.
TEST_F(Dump, SeesALaneRegisterBetweenTwoInstructions) {
    write_text(scratch / "vector.cpp",
               "#include \"compute_kernel_api/common.h\"\n"
               "namespace NAMESPACE {\n"
               "void MAIN {\n"
               "#ifdef TRISC_MATH\n"
               "    for (int i = 0; i < 3; ++i) {\n"
               "        TTI_SFPLOADI(2, 0, 0x4040);\n"
               "        TTI_SFPLOADI(2, 0, 0x4080);\n"
               "        TTI_SFPLOADI(2, 0, 0xC000);\n"
               "    }\n"
               "#endif\n"
               "}\n"
               "}\n");
    write_text(scratch / "vector.toml",
               "cores = \"0,0\"\n[[kernel]]\npath = \"vector.cpp\"\nprocessor = \"compute\"\n");
    expect_good(
        run({"run", "vector.toml", "-q", "--dump", "lreg2@vector.cpp:6#2=6.npy", "--dump", "lreg2@vector.cpp:7#2=7.npy",
             "--dump", "lreg2@vector.cpp:8#2=8.npy", "--dump", "lreg2.raw@vector.cpp:8=raw.npy"}));
    EXPECT_EQ(floats("6.npy"), std::vector<float>(32, -2));
    EXPECT_EQ(floats("7.npy"), std::vector<float>(32, 3));
    EXPECT_EQ(floats("8.npy"), std::vector<float>(32, 4));
    EXPECT_EQ(npy("8.npy").shape, (std::vector<std::size_t>{4, 8}));
    EXPECT_EQ(npy("raw.npy").as<std::uint32_t>()[0], 0x40800000u);
}

TEST_F(Dump, SaysWhyThereIsNone) {
    expect_refused(add({"--dump", "cb0@none.cpp:3"}), {"none.cpp", "expected one of", "add/reader.cpp"});
    expect_refused(add({"--dump", "cb0@add/reader.cpp:1"}), {"add/reader.cpp:1 has no code", "nearest line", "is 4"});
    expect_refused(add({"--dump", "cb0" + at("reader.cpp", "cb_push_back(0") + "@5,5"}), {"is run by", "core (0,0)"});
    expect_refused(add({"--dump", "cb0" + at("reader.cpp", "cb_push_back(0") + "#1000"}),
                   {"#1000", "was reached 16 times at most"});
    expect_refused(add({"--dump", "cb5" + at("reader.cpp", "cb_push_back(0")}), {"core (0,0) has no cb 5"});
    expect_refused(add({"--dump", "dst9" + at("compute.cpp", "pack_tile")}), {"Dst holds 8 tiles"});
    expect_refused(add({"--dump", "dst0@compute.cpp"}), {"WHAT@FILE:LINE"});
    const std::string good = "cb0" + at("reader.cpp", "cb_push_back(0");
    expect_refused(add({"--dump", good, "--gdb", "0"}), {"--dump", "--gdb"});
    expect_refused(add({"--dump", good, "--blind-time"}), {"--dump", "--blind-time"});
    expect_refused(add({"--dump", good, "--sweep", "cores=1,2"}), {"--dump", "--sweep"});
    write_text(scratch / "old.npy", "");
    expect_refused(add({"--dump", good + "=old.npy"}), {"old.npy", "exists already", "--force"});
}

// An operation, whose kernels came with tessera.
TEST_F(Dump, LooksIntoAnOperation) {
    const std::string writer = "kernels/rope/writer.cpp";
    const int line = line_of(TESSERA_SOURCE_DIR "/" + writer, "cb_pop_front");
    const Outcome outcome = small({"-q", "--dump", "cb16@" + writer + ":" + std::to_string(line)});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("cb16 at " + writer));
}

// Times are counted over all workloads of a program, each of which reads two pages of ones.
TEST_F(Dump, LooksIntoAProgram) {
    const std::string program = TESSERA_BINARY_DIR "/tests/host_program";
    const auto dumped = [&](const std::string& request) {
        return run({"exec", "-q", "--dump", request, "--", program, "open", "small", "small", "away", "close"});
    };
    const Outcome found = dumped("cb0.raw@kernel_0_from_string.cpp:12#3=page.npy");
    EXPECT_EQ(found.status, 0) << found.err;
    const host::NpyArray page = npy("page.npy");
    const auto words = page.as<std::uint32_t>();
    EXPECT_EQ(std::ranges::count(words, 1u), 512);
    const Outcome missed = dumped("cb0@kernel_0_from_string.cpp:12#5");
    EXPECT_EQ(missed.status, 2);
    EXPECT_THAT(missed.err, HasSubstr("the line was reached 4 times at most, not 5\n"));
    const Outcome unknown = dumped("cb0@nowhere.cpp:3");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("no kernel has code from nowhere.cpp; expected one of "));
}

}  // namespace
}  // namespace tessera::end_to_end
