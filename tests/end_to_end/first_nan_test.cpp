// --first-nan: what made the first NaN and the first infinity of a run, and where they went.
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// A kernel that moves its share of a tensor's tiles, one in each turn.
std::string mover(const std::string& processor, const std::string& tensor, const std::string& cb,
                  const std::string& turn) {
    return "[[kernel]]\nprocessor = \"" + processor + "\"\ntext = '''" + R"(
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto tiles = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size()" +
           cb + R"());
    const uint32_t first = get_arg_val<uint32_t>(1), last = first + get_arg_val<uint32_t>(2);
    for (uint32_t page = first; page < last; ++page) {
)" + turn + "    }\n}\n'''\ncompile_args = [\"accessor(" +
           tensor + ")\"]\nargs = [\"address(" + tensor + ")\", \"split_begin\", \"split_count\"]\n";
}

// Copies tiles of x to y on two cores; `vectors` is what the vector unit does to each.
std::string job(const std::string& vectors) {
    std::string text = "cores = 2\nsplit = \"pages(x)\"\n";
    for (const char* tensor : {"x]\nnpy = \"x.npy\"", "y]"})
        text += std::string("[tensor.") + tensor + "\nshape = [64, 64]\nformat = \"bf16\"\n";
    for (const char* cb : {"0", "16"})
        text += std::string("[[circular_buffer]]\nindex = ") + cb + "\nformat = \"bf16\"\npages = 2\n";
    text += mover("brisc", "x", "0", R"(
        cb_reserve_back(0, 1);
        noc_async_read_tile(page, tiles, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
)");
    text += mover("ncrisc", "y", "16", R"(
        cb_wait_front(16, 1);
        noc_async_write_tile(page, tiles, get_read_ptr(16));
        noc_async_write_barrier();
        cb_pop_front(16, 1);
)");
    return text + R"(
[[kernel]]
processor = "compute"
args = ["split_count"]
text = '''
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"
#ifdef TRISC_MATH
void vectors() {
    for (int i = 0; i < 8; ++i) {
        sfpi::vFloat x = sfpi::dst_reg[0];
)" + vectors +
           R"(
        sfpi::dst_reg[0] = x;
        sfpi::dst_reg++;
    }
}
#endif
namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        MATH((_llk_math_eltwise_unary_sfpu_params_<true>(vectors, 0)));
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_pop_front(0, 1);
        cb_push_back(16, 1);
    }
}
}  // namespace NAMESPACE
'''
)";
}

class FirstNan : public Command {
  protected:
    json first_nan(const std::string& vectors, const std::vector<float>& x, const std::string& arch) const {
        write_text(scratch / "job.toml", job(vectors));
        npy("x.npy", x, {64, 64});
        const Outcome outcome = run({"run", "job.toml", "--first-nan", "--json", "--arch", arch});
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return json::parse(outcome.out).at("first_nan");
    }
    static std::vector<float> ones() { return std::vector<float>(64 * 64, 1.0f); }
    static std::vector<float> ones_but(int row, int column, float value) {
        std::vector<float> x = ones();
        x[static_cast<std::size_t>(64 * row + column)] = value;
        return x;
    }
};

TEST_F(FirstNan, OfTheDataIsNamedByTensorAndElement) {
    for (const char* arch : {"wormhole_b0", "blackhole"}) {
        const json found = first_nan("", ones_but(40, 37, INFINITY), arch);
        EXPECT_EQ(found["nan"], nullptr);
        const json& infinity = found["infinity"];
        EXPECT_EQ(infinity["made"], "came in with x");
        EXPECT_THAT(infinity["element"].get<std::string>(), testing::StartsWith("element [40, 37]: page 3, byte "));
        EXPECT_EQ(infinity["values"], 1);
        EXPECT_EQ(infinity["at"]["core"], json({0, 1}));
        EXPECT_EQ(infinity["at"]["risc"], "BRISC");
        ASSERT_EQ(infinity["left"].size(), 1u);
        EXPECT_EQ(infinity["left"][0]["buffer"], "y");
        EXPECT_THAT(infinity["left"][0]["first"].get<std::string>(), HasSubstr("element [40, 37]"));
        EXPECT_EQ(found["results"], json::parse(R"([{"name": "y", "nans": 0, "infinities": 1, "first": "[40, 37]"}])"));
    }
}

// The line that made it, the line that made what it was made from, and how many went which way.
TEST_F(FirstNan, OfAKernelIsNamedByInstructionLaneAndOperands) {
    const std::string vectors =
        "        sfpi::vFloat many = x * 3.0e38f;\n"
        "        many = many * 16.0f;\n"
        "        x = many * (x - x);\n";
    for (const char* arch : {"wormhole_b0", "blackhole"}) {
        const json found = first_nan(vectors, ones(), arch), &nan = found["nan"], &infinity = found["infinity"];
        ASSERT_NE(nan, nullptr);
        ASSERT_NE(infinity, nullptr);
        EXPECT_EQ(nan["at"]["line"].get<int>(), infinity["at"]["line"].get<int>() + 1);
        EXPECT_EQ(nan["from"]["at"], infinity["at"]);
        EXPECT_EQ(nan["element"], "lane 0: row 0, column 0 of Dst tile 0");
        EXPECT_THAT(nan["made"].get<std::string>(), testing::StartsWith("SFP"));
        EXPECT_THAT(nan["operands"].dump(), HasSubstr("inf"));
        EXPECT_EQ(nan["values"], 64 * 64);
        EXPECT_EQ(nan["cores"], 2);
        EXPECT_EQ(nan["went"].size(), 3u);
        for (const json& stop : nan["went"]) EXPECT_EQ(stop["values"], 64 * 64) << stop;
        EXPECT_EQ(nan["left"][0]["values"], 64 * 64);
        EXPECT_TRUE(infinity["left"].empty());
    }
}

TEST_F(FirstNan, IsSaidToBeNoneWhereThereIsNone) {
    const json found = first_nan("", ones(), "wormhole_b0");
    EXPECT_EQ(found, json::parse(R"({"nan": null, "infinity": null, "results": []})"));
    const Outcome text = run({"run", "job.toml", "--first-nan"});
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("\nNaN    none\ninf    none\n"));
}

// The unit that multiplies for a RISC is code of its own on bits: nobody saw a float.
TEST_F(FirstNan, StoredByARiscIsFoundInTheResult) {
    std::string text = read_text(TESSERA_SOURCE_DIR "/kernels/examples/scale.toml");
    const std::string generated = "generate = \"uniform\"";
    text.replace(text.find(generated), generated.size(), "npy = \"x.npy\"");
    write_text(scratch / "job.toml", text);
    std::vector<float> x(8 * 16, 1.0f);
    x[5 * 16 + 3] = 3.0e38f;
    npy("x.npy", x, {8, 16});
    const Outcome outcome = run({"run", "job.toml", "--first-nan"});
    EXPECT_THAT(outcome.out, HasSubstr("inf    none\nends   y holds 0 NaN and 1 infinite, the first at [5, 3]\n"));
    EXPECT_THAT(outcome.out, HasSubstr("which no unit made or took"));
}

TEST_F(FirstNan, IsOneRunWithValues) {
    expect_refused(small({"--first-nan", "--blind-time"}), {"--first-nan", "--blind-time"});
    expect_refused(small({"--first-nan", "--sweep", "cores=1,2"}), {"--first-nan", "--sweep"});
}

TEST_F(FirstNan, ChangesNeitherResultNorTime) {
    const json plain = json::parse(small({"--json", "--output", "a.npy"}).out);
    json watched = json::parse(small({"--json", "--output", "b.npy", "--first-nan"}).out);
    EXPECT_EQ(watched.erase("first_nan"), 1u);
    EXPECT_EQ(watched, plain);
    EXPECT_EQ(read_text(scratch / "a.npy"), read_text(scratch / "b.npy"));
}

}  // namespace
}  // namespace tessera::end_to_end
