// The functions of the vector unit that only the vendor's tree has run as it has them: types, macros, address modes,
// random numbers and replayed instructions included.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <bit>
#include <filesystem>

#include "tests/host/study/vendor_bits.hpp"
#include "tests/support/paths.hpp"

namespace tessera::accuracy {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TileFunction one(std::string name, std::string numbers = "") {
    return {name, name + "_tile_init()", name + "_tile(0" + numbers + ")"};
}
TileFunction call(std::string name, std::string init, std::string text, Kind kind = Kind::real) {
    return {std::move(name), std::move(init), std::move(text), -100, 100, kind};
}
TileFunction two(std::string name, Kind kind = Kind::real) {
    return call(name, name + "_tile_init()", name + "_tile(0, 1, 0)", kind);
}

std::vector<TileFunction> table() {
    constexpr Kind whole = Kind::whole;
    return {
        one("erf"),
        one("erfc"),
        one("erfinv"),
        one("i0"),
        one("i1"),
        one("cbrt"),
        one("softsign"),
        one("softshrink", ", 0x3F000000"),
        one("hardmish"),
        one("acosh"),
        one("asinh"),
        one("atanh"),
        one("cumsum"),
        one("rdiv", ", 0x3F800000"),
        one("rpow", ", 0x40000000"),
        one("rsub", ", 0x3F800000"),
        one("threshold", ", 0x3F800000, 0x40000000"),
        one("tiled_prod"),
        one("power_iterative", ", 3"),
        one("alt_complex_rotate90"),
        call("fmod", "fmod_tile_init(0x40400000, 0x3EAAAAAB)", "fmod_tile(0, 0x40400000, 0x3EAAAAAB)"),
        call("remainder", "remainder_tile_init(0x40400000, 0x3EAAAAAB)", "remainder_tile(0, 0x40400000, 0x3EAAAAAB)"),
        call("dropout", "dropout_kernel_init(7)", "dropout_tile(0, 0x40000000, 0x40000000)"),
        call("rand", "rand_tile_init(7)", "rand_tile(0, 0x3F800000, 0x40000000)"),
        call("addcmul", "addcmul_tile_init()", "addcmul_tile<DataFormat::Float32>(0, 1, 2, 0, 0x3F800000)"),
        call("mask", "mask_tile_init()", "mask_tile(0, 1)"),
        call("xlogy_binary", "xlogy_binary_tile_init()", "xlogy_binary_tile(0, 1, 0)"),
        two("logsigmoid"),
        call("quant", "quant_tile_init(0)", "quant_tile(0, 1, 0)"),
        call("requant", "requant_tile_init(0)", "requant_tile(0, 1, 0)", whole),
        call("dequant", "dequant_tile_init(0)", "dequant_tile(0, 1, 0)", whole),
        call("typecast", "(typecast_tile_init<0, 8>())", "(typecast_tile<0, 8>(0))"),
        call("add_int", "add_int_tile_init()", "add_int_tile<DataFormat::Int32>(0, 1, 0)", whole),
        call("sub_int", "sub_int_tile_init()", "sub_int_tile<DataFormat::Int32>(0, 1, 0)", whole),
        call("rsub_int", "rsub_int_tile_init()", "rsub_int_tile<DataFormat::Int32>(0, 1, 0)", whole),
        call("mul_int", "mul_int_tile_init<DataFormat::Int32>()", "mul_int_tile<DataFormat::Int32>(0, 1, 0)", whole),
        two("div_int32", whole),
        two("div_int32_floor", whole),
        two("div_int32_trunc", whole),
        two("fmod_int32", whole),
        two("remainder_int32", whole),
        two("gcd", whole),
        two("lcm", whole),
        two("lt_int32", whole),
        two("gt_int32", whole),
        two("ge_int32", whole),
        two("le_int32", whole),
        call("binary_max_int32", "binary_max_tile_init()", "binary_max_int32_tile(0, 1, 0)", whole),
        call("unary_max_int32", "unary_max_tile_init()", "unary_max_int32_tile(0, 5)", whole),
        call("eqz_int32", "eqz_tile_init()", "eqz_tile_int32(0)", whole),
        call("unary_gt_int32", "unary_gt_tile_init()", "unary_gt_tile_int32(0, 3)", whole),
        call("abs_int32", "abs_tile_init()", "abs_tile_int32(0)", whole),
        call("signbit_int32", "signbit_tile_init()", "signbit_tile_int32(0)", whole),
        call("relu_int32", "relu_tile_init()", "relu_tile_int32(0)", whole),
        call("clamp_int32", "clamp_tile_init()", "clamp_tile_int32(0, 1, 5)", whole),
        call("sum_int_col", "sfpu_sum_int_init()", "sfpu_sum_int_col(0)", whole),
        call("sum_int_row", "sfpu_sum_int_init()", "sfpu_sum_int_row(0)", whole),
    };
}

fs::path tree() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return fs::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/vendor-tree";
}

class VendorSupply : public ::testing::TestWithParam<const arch::Arch*> {
  protected:
    void SetUp() override {
        if (!fs::exists(tree())) GTEST_SKIP() << "no tree of the vendor's beside the repository";
        ::setenv("TT_METAL_HOME", fs::canonical(tree()).c_str(), 1);
    }
    void TearDown() override { ::unsetenv("TT_METAL_HOME"); }
};
INSTANTIATE_TEST_SUITE_P(Architectures, VendorSupply, ::testing::ValuesIn(arch::all()),
                         [](const auto& arch) { return std::string(arch.param->name); });

TEST_P(VendorSupply, RunsWhatOnlyTheTreeHas) {
    const std::vector<TileFunction> functions = table();
    TileProgram program({GetParam(), true, true}, functions);
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const TileFunction& f = functions[i];
        const std::array operands{inputs(f, true, 0), inputs(f, true, 1), inputs(f, true, 2)};
        const auto result = program.run(i, operands);
        // What the machine itself has not got.
        EXPECT_THAT(result.fault, AnyOf(IsEmpty(), HasSubstr("SFPLOADMACRO"))) << f.name;
        if (!result.fault.empty()) continue;
        EXPECT_NE(result.tile, operands[0]) << f.name;
        // A few values that anybody knows.
        for (std::size_t v = 0; v < tile_values; ++v) {
            const std::uint32_t a = operands[0][v], b = operands[1][v], y = result.tile[v];
            const auto number = std::bit_cast<float>(y);
            const auto signed_a = static_cast<std::int32_t>(a), signed_y = static_cast<std::int32_t>(y);
            bool right = true;
            if (f.name == "add_int") right = y == a + b;
            if (f.name == "abs_int32") right = signed_y == std::abs(signed_a);
            if (f.name == "rand") right = number >= 1 && number <= 3;
            if (f.name == "clamp_int32") right = signed_y >= 1 && signed_y <= 5;
            EXPECT_TRUE(right) << f.name << " of " << a << ", " << b << ": " << y;
        }
    }
}

}  // namespace
}  // namespace tessera::accuracy
