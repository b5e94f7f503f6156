// The angles of a RoPE tile, from the column to sine and cosine, through record, lower and execute: every bit of
// rope_angles.txt (the golden data's README), on both architectures.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>

#include "host/ops/rope/rope.hpp"
#include "tests/sim/sfpu/functions.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"
#include "tests/support/paths.hpp"

namespace tessera::sfpu {
namespace {

namespace fs = std::filesystem;

struct Line {
    int columns;
    double base;
    int position, i;
    std::uint32_t frequency, sine, cosine;
};

std::vector<Line> read_lines(const fs::path& file) {
    std::ifstream in(file);
    std::vector<Line> lines;
    for (std::string text; std::getline(in, text);) {
        if (text.empty() || text[0] == '#') continue;
        std::istringstream words(text);
        Line line{};
        words >> line.columns >> line.base >> line.position >> line.i >> std::hex >> line.frequency >> line.sine >>
            line.cosine;
        EXPECT_TRUE(words) << text;
        lines.push_back(line);
    }
    return lines;
}

enum class Part { frequency, sine, cosine };

// Dst row 0 holds the column as an integer; `part` goes to row 1 as bits.
Program angles(const arch::Arch& arch, Lowering lowering, const Line& line, Part part) {
    return lowered(arch, lowering, [&] {
        using namespace sfpi;
        vConstFloatPrgm0 = static_cast<float>(std::log(line.base));
        vConstFloatPrgm1 = 1.14472988585f;
        vConstFloatPrgm2 = 2.0f / static_cast<float>(line.columns);
        vInt column = reinterpret<vInt>(vFloat(dst_reg[0]));
        vFloat n = int32_to_float(column, 0) * vConstFloatPrgm2;
        vFloat frequency = test::exp_24f(-n * vConstFloatPrgm0 - vConstFloatPrgm1);
        // Used twice and so rounded: a phase with one use would melt into the subtraction of the cosine.
        vFloat phase = int32_to_float(vInt(line.position), 0) * frequency;
        vFloat sine = test::sin_phase(phase), cosine = test::sin_phase(0.5f - phase);
        for (const vFloat* result : {&frequency, &sine, &cosine})
            if (result == (part == Part::frequency ? &frequency : part == Part::sine ? &sine : &cosine))
                dst_reg[1] = reinterpret<vUInt>(*result);
    });
}

// A run of lines that differ only in their column, at most a vector of them.
std::vector<std::span<const Line>> vectors(std::span<const Line> lines, std::size_t most) {
    std::vector<std::span<const Line>> out;
    for (std::size_t first = 0, end = 0; first < lines.size(); first = end) {
        const Line& head = lines[first];
        while (end < lines.size() && end - first < most && lines[end].columns == head.columns &&
               lines[end].base == head.base && lines[end].position == head.position)
            ++end;
        out.push_back(lines.subspan(first, end - first));
    }
    return out;
}

void expect_bits(const Line& line, Part part, std::uint32_t got, std::size_t& wrong) {
    const std::uint32_t expected = part == Part::frequency ? line.frequency
                                   : part == Part::sine    ? line.sine
                                                           : line.cosine;
    if (got == expected || ++wrong > 3) return;
    ADD_FAILURE() << std::hex
                  << (part == Part::frequency ? "frequency"
                      : part == Part::sine    ? "sine"
                                              : "cosine")
                  << " is " << got << ", expected " << expected << std::dec << ": D " << line.columns << " position "
                  << line.position << " i " << line.i;
}

// The vectors assume fused multiply-adds wherever the source multiplies and adds: the order of sfpi-2023.
void replay_source(const fs::path& file) {
    const std::vector<Line> lines = read_lines(file);
    ASSERT_FALSE(lines.empty()) << file;
    for (const arch::Arch* arch : arch::all()) {
        std::size_t wrong = 0;
        for (const std::span<const Line> vector : vectors(lines, lane::count)) {
            lane::Lanes columns{};
            for (std::size_t l = 0; l < vector.size(); ++l) columns[l] = static_cast<std::uint32_t>(vector[l].i);
            for (const Part part : {Part::frequency, Part::sine, Part::cosine}) {
                const lane::Lanes got = run(*arch, angles(*arch, Lowering::sfpi_2023, vector[0], part), columns);
                for (std::size_t l = 0; l < vector.size(); ++l) expect_bits(vector[l], part, got[l], wrong);
            }
        }
        EXPECT_EQ(wrong, 0u) << arch->name;
    }
}

// The kernel itself turns (1, 0) into (cosine, sine). Its exp_24f keeps the bias of the scale step in a register of its
// own, so that its products are the published ones under the default lowering too.
void replay_kernel(const fs::path& file) {
    const std::vector<Line> lines = read_lines(file);
    ASSERT_FALSE(lines.empty()) << file;
    std::size_t compared = 0;
    for (const arch::Arch* arch : arch::all())
        for (const Lowering lowering : {Lowering::sfpi_2025, Lowering::sfpi_2023}) {
            SCOPED_TRACE(std::string(arch->name) + " " + std::string(name(lowering)));
            std::size_t wrong = 0;
            host::Device device(*arch);
            for (const std::span<const Line> positions : vectors(lines, lines.size())) {
                const Line& head = positions[0];
                host::RopeOptions options;
                options.rows = 1;
                options.width = options.rotary_dim = head.columns;
                options.base = head.base;
                options.exp = host::ExpVariant::exp_24f;
                options.through_srca = false;
                const host::RopePlan plan = host::plan_rope(options);
                if (head.position > plan.bound().max_position()) continue;
                const auto half = static_cast<std::size_t>(head.columns / 2);
                std::vector<float> x(2 * half, 0.0f);
                std::fill_n(x.begin(), half, 1.0f);
                core::Options run_options;
                run_options.lowering = lowering;
                const std::vector<float> y =
                    host::run_rope(device, plan, x, std::vector<std::int32_t>{head.position}, run_options).y;
                for (const Line& line : positions) {
                    const auto i = static_cast<std::size_t>(line.i);
                    expect_bits(line, Part::cosine, std::bit_cast<std::uint32_t>(y[i]), wrong);
                    expect_bits(line, Part::sine, std::bit_cast<std::uint32_t>(y[half + i]), wrong);
                    ++compared;
                }
            }
            EXPECT_EQ(wrong, 0u);
        }
    EXPECT_GT(compared, 0u);
}

const fs::path kept = TESSERA_SOURCE_DIR "/tests/data/numeric/rope_angles.txt";

fs::path whole() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return fs::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "vectors/sfpu/numeric/rope_angles.txt";
}

TEST(RopeAngles, SourceGivesKeptBits) { replay_source(kept); }
TEST(RopeAngles, KernelGivesKeptBits) { replay_kernel(kept); }

TEST(RopeAngles, SourceGivesAllBits) {
    if (!fs::exists(whole())) GTEST_SKIP() << "the whole golden set is not beside the repository";
    replay_source(whole());
}
TEST(RopeAngles, KernelGivesAllBits) {
    if (!fs::exists(whole())) GTEST_SKIP() << "the whole golden set is not beside the repository";
    replay_kernel(whole());
}

}  // namespace
}  // namespace tessera::sfpu
