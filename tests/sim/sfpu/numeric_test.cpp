// SFPI source through record, lower and execute gives the bits of the golden numeric files, on both architectures.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/sim/sfpu/functions.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"
#include "tests/support/paths.hpp"

namespace tessera::sfpu {
namespace {

using test::vFloat;

struct Golden {
    const char* name;
    Lowering lowering;
    vFloat (*function)(vFloat);
};

const Golden goldens[] = {
    {"exp_24f", Lowering::sfpi_2023, [](vFloat x) { return test::exp_24f(x); }},
    {"exp_24f_unfused", Lowering::sfpi_2025, [](vFloat x) { return test::exp_24f(x); }},
    {"exp_21f", Lowering::sfpi_2023, [](vFloat x) { return test::exp_21f(x); }},
    {"sin_phase", Lowering::sfpi_2025, [](vFloat x) { return test::sin_phase(x); }},
    {"sin_phase", Lowering::sfpi_2023, [](vFloat x) { return test::sin_phase(x); }},
};

void replay(const Golden& golden, const arch::Arch& arch, const std::filesystem::path& file) {
    // The bits are stored as integers: a store of floats would flush the denormal patterns of exp.
    const Program program = lowered(arch, golden.lowering, [&] {
        sfpi::dst_reg[1] = sfpi::reinterpret<sfpi::vUInt>(golden.function(vFloat(sfpi::dst_reg[0])));
    });
    std::ifstream in(file);
    ASSERT_TRUE(in) << file;
    for (std::string comment; in.peek() == '#';) std::getline(in, comment);
    in >> std::hex;
    std::size_t lines = 0, wrong = 0;
    for (bool more = true; more;) {
        lane::Lanes input, expected;
        int n = 0;
        while (n < lane::count && (more = static_cast<bool>(in >> input[n] >> expected[n]))) ++n;
        const lane::Lanes output = run(arch, program, input);
        for (int l = 0; l < n; ++l)
            if (output[l] != expected[l] && ++wrong <= 3)
                ADD_FAILURE() << std::hex << golden.name << "(" << input[l] << ") is " << output[l] << ", expected "
                              << expected[l];
        lines += static_cast<std::size_t>(n);
    }
    EXPECT_GT(lines, 0u);
    EXPECT_EQ(wrong, 0u) << file << ": of " << lines << "\n" << print(program);
}

void replay_folder(const std::filesystem::path& folder) {
    for (const Golden& golden : goldens) {
        replay(golden, arch::wormhole_b0(), folder / (std::string(golden.name) + "_wh.txt"));
        replay(golden, arch::blackhole(), folder / (std::string(golden.name) + "_bh.txt"));
    }
}

TEST(Numeric, SfpiSourceGivesGoldenBits) { replay_folder(TESSERA_SOURCE_DIR "/tests/data/numeric"); }

TEST(Numeric, SfpiSourceGivesAllGoldenBits) {
    const char* shared = std::getenv("TESSERA_SHARED");
    const std::filesystem::path folder =
        std::filesystem::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "vectors/sfpu/numeric";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the whole golden set is not beside the repository";
    replay_folder(folder);
}

}  // namespace
}  // namespace tessera::sfpu
