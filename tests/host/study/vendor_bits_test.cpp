// Every tile function of the vector unit held against the vendor's library on the same machine, word by word: one width
// of Dst on each architecture, with TESSERA_FUZZ in the environment both. The counts are data that `tessera list
// functions` tells; a change of an algorithm changes them here and there. TESSERA_WRITE_BITS=1 writes them anew.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "host/compile/toolchain.hpp"
#include "tests/host/study/vendor_bits.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::accuracy {
namespace {

namespace fs = std::filesystem;

TileFunction plain(std::string name, double low = -100, double high = 100) {
    return {name, name + "_tile_init()", name + "_tile(0)", low, high};
}
// With numbers for all elements, as the call writes them.
TileFunction with(std::string name, std::string numbers, double low = -100, double high = 100, Kind kind = Kind::real) {
    return {name, name + "_tile_init()", name + "_tile(0, " + numbers + ")", low, high, kind};
}
TileFunction by(std::string init, TileFunction function) {
    function.init = init + "_tile_init()";
    return function;
}
TileFunction binary(std::string name, double low = -100, double high = 100, Kind kind = Kind::real) {
    return {name, name + "_tile_init()", name + "_tile(0, 1, 0)", low, high, kind};
}

// One line a function.
std::vector<TileFunction> table() {
    return {
        plain("exp", -80, 88),
        plain("exp2", -120, 120),
        plain("expm1", -80, 80),
        plain("recip"),
        plain("sqrt", 0, 1e6),
        plain("rsqrt", 0, 1e6),
        plain("log", 0, 1e6),
        plain("log1p", -0.999, 1e4),
        plain("sigmoid", -20, 20),
        plain("tanh", -6, 6),
        plain("gelu", -6, 6),
        plain("silu", -20, 20),
        plain("sin", -1e4, 1e4),
        plain("cos", -1e4, 1e4),
        plain("tan"),
        plain("atan"),
        plain("asin", -1, 1),
        plain("acos", -1, 1),
        plain("sinh", -9, 9),
        plain("cosh", -9, 9),
        plain("relu"),
        plain("hardsigmoid", -6, 6),
        plain("square", -1e4, 1e4),
        plain("abs"),
        plain("negative"),
        plain("sign"),
        plain("signbit"),
        plain("identity"),
        plain("eqz", -2, 2),
        plain("nez", -2, 2),
        plain("ltz", -2, 2),
        plain("gtz", -2, 2),
        plain("lez", -2, 2),
        plain("gez", -2, 2),
        plain("logical_not_unary", -2, 2),
        plain("isinf"),
        plain("isposinf"),
        plain("isneginf"),
        plain("isnan"),
        plain("isfinite"),
        by("rounding_op", plain("floor")),
        by("rounding_op", plain("ceil")),
        by("rounding_op", plain("trunc")),
        by("rounding_op", plain("frac")),
        by("rounding_op", with("round", "1")),
        by("binop_with_scalar", with("add_unary", "0x3FC00000")),
        by("binop_with_scalar", with("sub_unary", "0x3FC00000")),
        by("binop_with_scalar", with("mul_unary", "0x3FC00000")),
        by("binop_with_scalar", with("div_unary", "0x3FC00000")),
        by("binop_with_scalar", with("rsub_unary", "0x3FC00000")),
        with("unary_max", "0x3FC00000"),
        with("unary_min", "0x3FC00000"),
        with("unary_eq", "0x3F800000", -2, 2),
        with("unary_ne", "0x3F800000", -2, 2),
        with("unary_gt", "0x3F800000", -2, 2),
        with("unary_lt", "0x3F800000", -2, 2),
        with("unary_ge", "0x3F800000", -2, 2),
        with("unary_le", "0x3F800000", -2, 2),
        with("relu_max", "0x40C00000", -10, 10),
        with("relu_min", "0x3F800000", -10, 10),
        with("leaky_relu", "0x3DCCCCCD"),
        with("prelu", "0x3E800000"),
        with("elu", "0x3F800000", -20, 20),
        with("celu", "0x40000000, 0x3F000000", -20, 20),
        with("heaviside", "0x3F000000", -2, 2),
        with("softplus", "0x3F800000, 0x3F800000, 0x41A00000", -30, 30),
        with("clamp", "0xBF800000, 0x40000000", -4, 4),
        with("hardtanh", "0xBF800000, 0x3F800000", -4, 4),
        with("power", "3", -20, 20),
        with("bitwise_and", "0x5A5A", -2e9, 2e9, Kind::whole),
        with("bitwise_or", "0x5A5A", -2e9, 2e9, Kind::whole),
        with("bitwise_xor", "0x5A5A", -2e9, 2e9, Kind::whole),
        with("left_shift", "3", -2e9, 2e9, Kind::whole),
        with("right_shift", "3", -2e9, 2e9, Kind::whole),
        binary("add_binary"),
        binary("sub_binary"),
        binary("mul_binary"),
        binary("rsub_binary"),
        binary("div_binary"),
        binary("power_binary", 0, 20),
        binary("binary_max"),
        binary("binary_min"),
        plain("erf", -4, 4),
        plain("erfc", -4, 4),
        plain("erfinv", -1, 1),
        plain("i0", -10, 10),
        plain("i1", -10, 10),
        plain("cbrt"),
        plain("softsign"),
        with("softshrink", "0x3F000000", -4, 4),
        plain("hardmish", -6, 6),
        plain("acosh", 1, 100),
        plain("asinh"),
        plain("atanh", -1, 1),
        plain("cumsum"),
        with("rdiv", "0x3F800000"),
        with("rpow", "0x40000000", -20, 20),
        with("rsub", "0x3F800000"),
        with("threshold", "0x3F800000, 0x40000000", -4, 4),
        plain("tiled_prod"),
        with("power_iterative", "3"),
        plain("alt_complex_rotate90"),
        {"fmod", "fmod_tile_init(0x40400000, 0x3EAAAAAB)", "fmod_tile(0, 0x40400000, 0x3EAAAAAB)"},
        {"remainder", "remainder_tile_init(0x40400000, 0x3EAAAAAB)", "remainder_tile(0, 0x40400000, 0x3EAAAAAB)"},
        {"dropout", "dropout_kernel_init(7)", "dropout_tile(0, 0x40000000, 0x40000000)"},
        {"rand", "rand_tile_init(7)", "rand_tile(0, 0x3F800000, 0x40000000)"},
        {"addcmul", "addcmul_tile_init()", "addcmul_tile<DataFormat::Float32>(0, 1, 2, 0, 0x3F800000)"},
        {"mask", "mask_tile_init()", "mask_tile(0, 1)"},
        {"xlogy_binary", "xlogy_binary_tile_init()", "xlogy_binary_tile(0, 1, 0)"},
        binary("logsigmoid"),
        {"quant", "quant_tile_init(0)", "quant_tile(0, 1, 0)"},
        {"requant", "requant_tile_init(0)", "requant_tile(0, 1, 0)", -2e9, 2e9, Kind::whole},
        {"dequant", "dequant_tile_init(0)", "dequant_tile(0, 1, 0)", -2e9, 2e9, Kind::whole},
        {"typecast", "(typecast_tile_init<0, 8>())", "(typecast_tile<0, 8>(0))"},
        {"add_int", "add_int_tile_init()", "add_int_tile<DataFormat::Int32>(0, 1, 0)", -2e9, 2e9, Kind::whole},
        {"sub_int", "sub_int_tile_init()", "sub_int_tile<DataFormat::Int32>(0, 1, 0)", -2e9, 2e9, Kind::whole},
        {"rsub_int", "rsub_int_tile_init()", "rsub_int_tile<DataFormat::Int32>(0, 1, 0)", -2e9, 2e9, Kind::whole},
        {"mul_int", "mul_int_tile_init<DataFormat::Int32>()", "mul_int_tile<DataFormat::Int32>(0, 1, 0)", -2e9, 2e9,
         Kind::whole},
        binary("div_int32", -2e9, 2e9, Kind::whole),
        binary("div_int32_floor", -2e9, 2e9, Kind::whole),
        binary("div_int32_trunc", -2e9, 2e9, Kind::whole),
        binary("fmod_int32", -2e9, 2e9, Kind::whole),
        binary("remainder_int32", -2e9, 2e9, Kind::whole),
        binary("gcd", -2e9, 2e9, Kind::whole),
        binary("lcm", -32000, 32000, Kind::whole),  // what its algorithm assumes
        binary("lt_int32", -2e9, 2e9, Kind::whole),
        binary("gt_int32", -2e9, 2e9, Kind::whole),
        binary("ge_int32", -2e9, 2e9, Kind::whole),
        binary("le_int32", -2e9, 2e9, Kind::whole),
        {"binary_max_int32", "binary_max_tile_init()", "binary_max_int32_tile(0, 1, 0)", -2e9, 2e9, Kind::whole},
        {"unary_max_int32", "unary_max_tile_init()", "unary_max_int32_tile(0, 5)", -2e9, 2e9, Kind::whole},
        {"eqz_int32", "eqz_tile_init()", "eqz_tile_int32(0)", -2e9, 2e9, Kind::whole},
        {"unary_gt_int32", "unary_gt_tile_init()", "unary_gt_tile_int32(0, 3)", -2e9, 2e9, Kind::whole},
        {"abs_int32", "abs_tile_init()", "abs_tile_int32(0)", -2e9, 2e9, Kind::whole},
        {"signbit_int32", "signbit_tile_init()", "signbit_tile_int32(0)", -2e9, 2e9, Kind::whole},
        {"relu_int32", "relu_tile_init()", "relu_tile_int32(0)", -2e9, 2e9, Kind::whole},
        {"clamp_int32", "clamp_tile_init()", "clamp_tile_int32(0, 1, 5)", -2e9, 2e9, Kind::whole},
        {"sum_int_col", "sfpu_sum_int_init()", "sfpu_sum_int_col(0)", -2e9, 2e9, Kind::whole},
        {"sum_int_row", "sfpu_sum_int_init()", "sfpu_sum_int_row(0)", -2e9, 2e9, Kind::whole},
        {"where", "where_tile_init()", "where_tile<DataFormat::Float32>(0, 1, 2, 0)", -2, 2},
    };
}

// One column of the table: both programs, every function on the same operands.
void compare(std::vector<VendorBits>& counted, std::size_t column, std::span<const TileFunction> functions) {
    const arch::Arch& arch = column < 2 ? arch::wormhole_b0() : arch::blackhole();
    const bool fp32_dest = column % 2 == 1;
    TileProgram ours({&arch, fp32_dest, false}, functions), vendors({&arch, fp32_dest, true}, functions);
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const TileFunction& function = functions[i];
        std::string& cell = counted[i].cells[column];
        cell = "-";
        // Whole numbers of 32 bits, here and what this typecast makes, have no room in a 16-bit Dst.
        if ((function.kind == Kind::whole || function.name == "typecast") && !fp32_dest) continue;
        const std::array operands{inputs(function, fp32_dest, 0), inputs(function, fp32_dest, 1),
                                  inputs(function, fp32_dest, 2)};
        const auto a = ours.run(i, operands), b = vendors.run(i, operands);
        EXPECT_EQ(a.fault, "") << function.name;
        if (a.fault.empty() && b.fault.empty())
            cell = to_text(difference(a.tile, b.tile, function.kind, fp32_dest));
        else if (!b.fault.empty())
            std::printf("%s, %s: the vendor's: %s\n", function.name.c_str(), std::string(bit_columns[column]).c_str(),
                        b.fault.c_str());
    }
}

std::string csv(std::span<const VendorBits> counted) {
    std::string text = "function,low,high";
    for (const std::string_view column : bit_columns) text += fmt::format(",{}", column);
    for (const VendorBits& row : counted)
        text += fmt::format("\n{},{:g},{:g},{}", row.function, row.low, row.high, fmt::join(row.cells, ","));
    return text + "\n";
}

TEST(VendorBits, AreCountedForEveryTileFunction) {
    if (!fs::exists(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's beside the repository";
    ::setenv("TT_METAL_HOME", fs::canonical(tessera::test::vendor_tree()).c_str(), 1);
    const std::vector<TileFunction> functions = table();
    std::vector<VendorBits> counted;
    for (const TileFunction& function : functions) counted.push_back({function.name, function.low, function.high, {}});
    const bool write = std::getenv("TESSERA_WRITE_BITS") != nullptr;
    std::vector<std::size_t> columns{1, 2};  // Wormhole in fp32, Blackhole in bf16
    if (write || std::getenv("TESSERA_FUZZ") != nullptr) columns = {0, 1, 2, 3};
    for (const std::size_t column : columns) compare(counted, column, functions);
    ::unsetenv("TT_METAL_HOME");

    const fs::path kept = fs::path(TESSERA_SOURCE_DIR) / "sim/api/vendor/bits.csv";
    if (write) std::ofstream(kept) << csv(counted);
    std::map<std::string, VendorBits> stored;
    for (const VendorBits& row : read_vendor_bits(kept)) stored[row.function] = row;
    EXPECT_EQ(stored.size(), counted.size());
    for (const VendorBits& row : counted)
        for (const std::size_t column : columns)
            EXPECT_EQ(row.cells[column], stored[row.function].cells[column])
                << row.function << ", " << bit_columns[column];
}

TEST(VendorBits, AreToldInWords) {
    const VendorBits same{"abs", -1, 1, {"0", "0", "-", "0"}};
    EXPECT_EQ(same.words(), "vendor's bits");
    const VendorBits other{"exp", -1, 1, {"12:2", "3:1*", "2:0*", "-"}};
    EXPECT_EQ(other.words(),
              "wormhole_b0 bf16: 12 of 1024 differ by 2 ULP, wormhole_b0 fp32: 3 of 1024 differ by 1 ULP or in kind, "
              "blackhole bf16: 2 of 1024 differ in kind");
}

}  // namespace
}  // namespace tessera::accuracy
