// SFPU tile functions give the bits of the vendor's library of early 2026, whose source runs beside them on the same
// engine (spec/kernel-api.md 3.5, 4.6). The library is read from the tree of public programs next to the checkout;
// where there is none, nothing is compared.
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "sim/arch/arch.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/host/metalium/sfpu_tiles.hpp"

namespace sfpu_tiles {
namespace {

namespace fs = std::filesystem;
using namespace tessera;
using Tile = std::vector<unsigned>;

fs::path tree() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return fs::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/vendor-tree/tt_metal";
}

// What the library's files take from others of the tree, as far as the functions below need it. Scheduled forms are
// compiled and not called.
constexpr const char* around = R"(
#if defined(TRISC_MATH)
#include <array>
#include <cstdint>
#include <limits>
namespace sfpi {
enum {
    SFPLOADI_MOD0_FLOATB = 0, SFPLOADI_MOD0_USHORT = 2, SFPLOADI_MOD0_SHORT = 4, SFPLOADI_MOD0_UPPER = 8,
    SFPLOADI_MOD0_LOWER = 10, SFPEXEXP_MOD1_SET_CC_SGN_EXP = 2, SFPEXEXP_MOD1_SET_CC_COMP_EXP = 8,
    SFPIADD_MOD1_ARG_2SCOMP_LREG_DST = 2, SFPIADD_MOD1_CC_LT0 = 0, SFPIADD_MOD1_CC_NONE = 4,
    SFPIADD_MOD1_CC_GTE0 = 8, SFPSETCC_MOD1_LREG_LT0 = 0, SFPSETCC_MOD1_LREG_NE0 = 2,
    SFPSETCC_MOD1_LREG_GTE0 = 4, SFPSETCC_MOD1_LREG_EQ0 = 6, SFPSHFT2_MOD1_SHFT_LREG = 5,
    SFPSTOCHRND_RND_STOCH = 1, SFPSTOCHRND_MOD1_FP32_TO_FP16B = 1, SFPSWAP_MOD1_SWAP = 0,
    SFPSWAP_MOD1_VEC_MIN_MAX = 1
};
inline vInt setsgn(const vInt& v, const vInt& from) { return copysgn(v, from); }
}
namespace ckernel {
enum class BinaryOp { ADD, SUB, MUL, DIV, RSUB, POW, XLOGY };
enum class ActivationType { Celu, Hardsigmoid };
enum class SfpuType {
    equal_zero, not_equal_zero, less_than_zero, greater_than_equal_zero, greater_than_zero, less_than_equal_zero,
    unary_eq, unary_ne, unary_gt, unary_lt, unary_ge, unary_le, isinf, isposinf, isneginf, isnan, isfinite
};
enum InstrModLoadStore { DEFAULT = 0, INT32 = 4, LO16 = 6, INT32_2S_COMP = 12 };
struct p_exp {
    static constexpr unsigned FRAC_BITS = 3, C23_73 = 0x4340, ADJ_EXP = 0xBD3F;
};
}
namespace lltt { inline void replay(unsigned, unsigned) {} }
template <class F> inline void load_replay_buf(unsigned, unsigned, F) {}
#if !defined(TTI_SFPLOADMACRO)
#define TTI_SFPLOADMACRO(...) ((void)0)
#define TT_SFPLOADMACRO(...) ((void)0)
#endif
#if !defined(TTI_SFPARECIP)
#define TTI_SFPARECIP(...) ((void)0)
#define TTI_SFPGT(...) ((void)0)
#endif
#define ADDR_MOD_3 3
#define ADDR_MOD_6 6
#define ADDR_MOD_7 7
#define sfpu vendor_sfpu
)";

// The files in the order in which they need each other.
const std::vector<const char*> low_level{
    "polyval", "converter",    "load_config", "rsqrt_compat", "recip",       "sqrt",   "rsqrt",
    "exp",     "is_fp16_zero", "log",         "cdf",          "gelu",        "relu",   "rounding_ops",
    "sign",    "isinf_isnan",  "negative",    "silu",         "activations", "binary", "square"};
const std::vector<const char*> upper{"conversions",
                                     "exp",
                                     "recip",
                                     "exp2",
                                     "expm1",
                                     "log",
                                     "log1p",
                                     "sigmoid_appx",
                                     "sigmoid",
                                     "tanh",
                                     "silu",
                                     "gelu",
                                     "sqrt",
                                     "rsqrt",
                                     "trigonometry",
                                     "unary_power",
                                     "binary_pow",
                                     "binary",
                                     "elu",
                                     "celu",
                                     "unary_selu",
                                     "softplus",
                                     "square",
                                     "binop_with_unary",
                                     "unary_max_min",
                                     "binary_max_min",
                                     "clamp",
                                     "hardtanh",
                                     "heaviside",
                                     "comp",
                                     "unary_comp",
                                     "sign",
                                     "signbit",
                                     "abs",
                                     "relu",
                                     "prelu",
                                     "logical_not_noti"};

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    std::string line;
    static const std::regex left_out(R"(\s*#\s*(include|pragma).*)");
    while (std::getline(in, line))
        if (!std::regex_match(line, left_out)) text << line << '\n';
    EXPECT_FALSE(text.str().empty()) << file;
    return text.str();
}

std::string library(const arch::Arch& arch) {
    const std::string name(arch.name);
    std::string text = around;
    for (const char* file : low_level)
        text += text_of(tree() / ("third_party/tt_llk/tt_llk_" + name) / "common/inc/sfpu" /
                        (std::string("ckernel_sfpu_") + file + ".h"));
    for (const char* file : upper)
        text += text_of(tree() / "hw/ckernels" / name / "metal/llk_api/llk_sfpu" /
                        (std::string("ckernel_sfpu_") + file + ".h"));
    return text + "#undef sfpu\n#endif\n";
}

// A tile function, and what the library runs for it: an init and a function of the steps of a face.
struct Pair {
    std::string name;
    std::string init, call;              // of tessera
    std::string library_init, function;  // of the library, below its namespace
    std::string arguments;               // of the function
    int inputs = 1;
};

Pair pair(const std::string& name, const std::string& library_init, const std::string& function) {
    return {name, name + "_tile_init();", name + "_tile(0);", library_init, function, ""};
}
Pair with(const std::string& name, const std::string& parameters, const std::string& function) {
    return {name, name + "_tile_init();", name + "_tile(0, " + parameters + ");", "", function, ", " + parameters};
}
Pair of_two(const std::string& name, const std::string& library_init, const std::string& function) {
    return {name, name + "_tile_init();", name + "_tile(0, 1, 0);", library_init, function, "", 2};
}

std::vector<Pair> exponentials() {
    return {
        {"exp", "exp_tile_init();", "exp_tile(0);", "", "calculate_exponential<false, true, W>", ", 0x3F80"},
        {"exp scaled", "exp_tile_init();", "exp_tile<false, true, true>(0, VectorMode::RC, 0x4000);", "",
         "calculate_exponential<false, true, W, true>", ", 0x4000"},
        {"exp approximate", "exp_tile_init<true, false>();", "exp_tile<true, false>(0);", "exp_init<true, false>()",
         "calculate_exponential<true, false, W>", ", 0x3F80"},
        pair("exp2", "exp2_init<true>()", "calculate_exp2<true, W>"),
        pair("expm1", "expm1_init<false, W>()", "calculate_expm1<false, W, 8>"),
        {"expm1 approximate", "expm1_tile_init<true>();", "expm1_tile<true>(0);", "expm1_init<true, W>()",
         "calculate_expm1<true, W, 8>", ""},
        {"log", "log_tile_init();", "log_tile(0);", "log_init<false, false, W>()",
         "calculate_log<false, false, false, W>", ", 0"},
        {"log fast", "log_tile_init<true>();", "log_tile<true>(0);", "log_init<false, true, W>()",
         "calculate_log<false, true, false, W>", ", 0"},
        {"log10", "log_with_base_tile_init();", "log_with_base_tile(0, 0x3ede5bd9);", "log_init<false, false, W>()",
         "calculate_log<false, false, true, W>", ", 0x3ede5bd9"},
        pair("log1p", "log1p_init<false, false, W>()", "calculate_log1p<false, false, W>"),
        pair("sigmoid", "sigmoid_init<false>()", "calculate_sigmoid<false, W>"),
        {"sigmoid fast", "sigmoid_tile_init<true>();", "sigmoid_tile<VectorMode::RC, true>(0);", "sigmoid_init<true>()",
         "calculate_sigmoid<true, W>", ""},
        pair("tanh", "tanh_init<false, W>()", "calculate_tanh<false, W, 8>"),
        {"tanh fast", "tanh_tile_init<true>();", "tanh_tile<true>(0);", "tanh_init<true, W>()",
         "calculate_tanh<true, W, 8>", ""},
        pair("silu", "silu_init<false>()", "calculate_silu<W, 8>"),
        pair("gelu", "gelu_init<true>()", "calculate_gelu<true>"),
        {"gelu accurate", "gelu_tile_init<false>();", "gelu_tile<false>(0);", "gelu_init<false>()",
         "calculate_gelu<false>", ""},
    };
}

std::vector<Pair> roots_and_angles() {
    return {
        {"recip legacy", "recip_tile_init();", "recip_tile(0);", "recip_init<false, W, true>()",
         "calculate_reciprocal<false, W, 8, true>", ""},
        pair("sqrt", "sqrt_init<false>()", "calculate_sqrt<false, 8, W, false>"),
        {"sqrt fast", "sqrt_tile_init();", "sqrt_tile<true>(0);", "sqrt_init<false>()",
         "calculate_sqrt<false, 8, W, true>", ""},
        pair("rsqrt", "rsqrt_init<false, false>()", "calculate_rsqrt<false, 8, W, false, false>"),
        {"rsqrt legacy", "rsqrt_tile_init<true>();", "rsqrt_tile<true>(0);", "rsqrt_init<false, true>()",
         "calculate_rsqrt<false, 8, W, false, true>", ""},
        pair("sin", "", "calculate_sine<false, 8>"),
        pair("cos", "", "calculate_cosine<false, 8>"),
        pair("tan", "", "calculate_tangent<false, 8>"),
        pair("atan", "atan_init<true>()", "calculate_atan<false, W, 8>"),
        pair("asin", "", "calculate_asin<true>"),
        pair("acos", "", "calculate_acos<true>"),
        pair("sinh", "", "calculate_sinh<false, W, 8>"),
        pair("cosh", "", "calculate_cosh<false, W, 8>"),
        {"power", "power_tile_init();", "power_tile(0, 0x40200000);", "sfpu_unary_pow_init()",
         "calculate_unary_power<false>", ", 0x40200000"},
        {"power negative", "power_tile_init();", "power_tile(0, 0xc0400000);", "sfpu_unary_pow_init()",
         "calculate_unary_power<false>", ", 0xc0400000"},
        with("power_iterative", "0x40a00000", "calculate_unary_power_iterative<false>"),
        of_two("power_binary", "sfpu_binary_pow_init<false>()", "calculate_sfpu_binary_pow<false, 8, W>"),
        of_two("div_binary", "sfpu_binary_init<false, BinaryOp::DIV>()",
               "calculate_sfpu_binary_div<false, BinaryOp::DIV, 8, W>"),
        of_two("mul_binary", "", "calculate_sfpu_binary_mul<false, BinaryOp::MUL, 8, W>"),
        of_two("add_binary", "", "calculate_sfpu_binary<false, BinaryOp::ADD, 8, false>"),
        of_two("sub_binary", "", "calculate_sfpu_binary<false, BinaryOp::SUB, 8, false>"),
        of_two("rsub_binary", "", "calculate_sfpu_binary<false, BinaryOp::RSUB, 8, false>"),
    };
}

std::vector<Pair> activations_and_steps() {
    return {
        with("elu", "0x3fc00000", "calculate_elu<false, W>"),
        with("celu", "0x40000000, 0x3f000000", "calculate_celu<false, W, 8>"),
        with("selu", "0x3f867d5f, 0x3fd62d7d", "calculate_selu<false, W, 8>"),
        with("softplus", "0x40000000, 0x3f000000, 0x41a00000", "calculate_softplus<false>"),
        pair("hardsigmoid", "_init_hardsigmoid_<false>()",
             "[] { ckernel::vendor_sfpu::_calculate_activation_<false, ActivationType::Hardsigmoid, 8>(); }"),
        {"relu", "relu_tile_init();", "relu_tile(0);", "", "_relu_min_<sfpi::vFloat, false, 8, uint32_t>", ", 0"},
        with("relu_min", "0x3fa00000", "_relu_min_<sfpi::vFloat, false, 8, uint32_t>"),
        with("relu_max", "0x40000000", "_relu_max_<sfpi::vFloat, false, 8, uint32_t>"),
        with("leaky_relu", "0x3c23d70a", "calculate_lrelu<false>"),
        with("prelu", "0x3c23d70a", "calculate_prelu<false>"),
        with("clamp", "0xbf800000, 0x40000000", "calculate_clamp<false, 8>"),
        with("hardtanh", "0xbf800000, 0x3f800000", "calculate_hardtanh<false, 8>"),
        with("heaviside", "0x3f000000", "calculate_heaviside<false>"),
        with("unary_max", "0x3f000000", "calculate_unary_max_min<true, false>"),
        with("unary_min", "0x3f000000", "calculate_unary_max_min<false, false>"),
        of_two("binary_max", "", "calculate_binary_max_min<InstrModLoadStore::DEFAULT, true>"),
        of_two("binary_min", "", "calculate_binary_max_min<InstrModLoadStore::DEFAULT, false>"),
        with("add_unary", "0x40490fdb", "calculate_binop_with_scalar<false, 0>"),
        with("sub_unary", "0x40490fdb", "calculate_binop_with_scalar<false, 1>"),
        with("mul_unary", "0x40490fdb", "calculate_binop_with_scalar<false, 2>"),
        with("div_unary", "0x40490fdb", "calculate_binop_with_scalar<false, 3>"),
        with("rsub_unary", "0x40490fdb", "calculate_binop_with_scalar<false, 4>"),
        pair("square", "", "calculate_square<false>"),
    };
}

std::vector<Pair> predicates_and_roundings() {
    const auto zero = [](const char* name, const char* mode) {
        Pair p = pair(name, "", std::string("calculate_comp<false, SfpuType::") + mode + ">");
        p.arguments = ", 8";
        return p;
    };
    const auto kind = [](const char* name) {
        return pair(name, "", std::string("_calculate_sfpu_isinf_isnan_<SfpuType::") + name + ", false, 8>");
    };
    const auto scalar = [](const char* name) {
        return with(name, "0x3f000000", std::string("calculate_") + name + "<false, 8>");
    };
    Pair sign = pair("sign", "", "calculate_sign<false>");
    sign.arguments = ", 1";
    return {
        zero("eqz", "equal_zero"),
        zero("nez", "not_equal_zero"),
        zero("ltz", "less_than_zero"),
        zero("gtz", "greater_than_zero"),
        zero("lez", "less_than_equal_zero"),
        zero("gez", "greater_than_equal_zero"),
        scalar("unary_eq"),
        scalar("unary_ne"),
        scalar("unary_lt"),
        scalar("unary_gt"),
        scalar("unary_le"),
        scalar("unary_ge"),
        kind("isinf"),
        kind("isposinf"),
        kind("isneginf"),
        kind("isnan"),
        kind("isfinite"),
        sign,
        pair("signbit", "", "calculate_signbit<false, 8>"),
        pair("abs", "", "calculate_abs<false>"),
        pair("negative", "", "_calculate_negative_<false, 8>"),
        pair("logical_not_unary", "", "calculate_logical_not_unary<sfpi::vFloat, float>"),
        pair("floor", "", "_calculate_floor_<false>"),
        pair("ceil", "", "_calculate_ceil_<false>"),
        pair("trunc", "", "_calculate_trunc_<false>"),
        pair("frac", "", "_calculate_frac_<false>"),
        with("round", "0", "_calculate_round_<false>"),
        {"round to 2 places", "round_tile_init();", "round_tile(0, 2);", "", "_calculate_round_<false>", ", 2"},
    };
}

// Where the host asks for speed (math_approx_mode).
std::vector<Pair> approximate_forms() {
    return {
        {"recip legacy", "recip_tile_init();", "recip_tile(0);", "recip_init<true, W, true>()",
         "calculate_reciprocal<true, W, 8, true>", ""},
        pair("sqrt", "sqrt_init<true>()", "calculate_sqrt<true, 8, W, false>"),
        pair("rsqrt", "rsqrt_init<true, false>()", "calculate_rsqrt<true, 8, W, false, false>"),
        {"rsqrt legacy", "rsqrt_tile_init<true>();", "rsqrt_tile<true>(0);", "rsqrt_init<true, true>()",
         "calculate_rsqrt<true, 8, W, false, true>", ""},
        pair("sin", "", "calculate_sine<true, 8>"),
        pair("cos", "", "calculate_cosine<true, 8>"),
        pair("tan", "", "calculate_tangent<true, 8>"),
    };
}

// Second tile: small whole numbers and halves, for powers, and some that equal the first's.
std::vector<Tile> inputs_of(Kind kind) {
    std::vector<Tile> inputs{numbers(3), numbers(4), numbers(5)};
    const unsigned nan[] = {0x7fc00000, 0xffc00000, 0x7f810000};
    for (std::size_t i = 0; i < std::size(nan); ++i) inputs[0][103 + i] = nan[i];
    for (std::size_t i = 0; i < 1024; ++i) {
        const float whole = static_cast<float>(i % 9) - 4;
        if (i % 5 == 0) inputs[1][i] = std::bit_cast<unsigned>(i % 3 == 0 ? whole / 2 : whole);
        if (i % 17 == 0) inputs[1][i] = inputs[0][i];
    }
    if (kind == Kind::halves)
        for (Tile& tile : inputs)
            for (unsigned& bits : tile) bits &= 0xffff0000;
    return inputs;
}

void compare(const std::vector<Pair>& pairs, const arch::Arch& arch, Kind kind, bool approximate) {
    const std::vector<Tile> inputs = inputs_of(kind);
    std::vector<TileCall> calls;
    for (const Pair& p : pairs) {
        calls.push_back({p.name, p.init, p.call});
        const std::string function = (p.function[0] == '[' ? "" : "ckernel::vendor_sfpu::") + p.function;
        const std::string init = p.library_init.empty() ? "" : "ckernel::vendor_sfpu::" + p.library_init + ";";
        calls.push_back({p.name, "MATH(math::init_sfpu(); " + init + ")",
                         p.inputs == 1
                             ? "MATH((_llk_math_eltwise_unary_sfpu_params_<APPROX>(" + function +
                                   ", 0, VectorMode::RC" + p.arguments + "));)"
                             : "MATH((_llk_math_eltwise_binary_sfpu_params_<APPROX>(" + function + ", 0, 1, 0));)"});
    }
    const std::string prelude = library(arch) + "constexpr bool W = DST_ACCUM_MODE;\n";
    const auto results = run_tile_calls(std::string(arch.name), calls, inputs, kind, prelude, approximate);
    for (std::size_t f = 0; f < pairs.size(); ++f) {
        int wrong = 0;
        for (std::size_t i = 0; i < 1024; ++i) {
            const unsigned ours = results[2 * f][i], theirs = results[2 * f + 1][i];
            if (ours != theirs && ++wrong <= 3)
                ADD_FAILURE() << arch.name << " " << pairs[f].name << std::hex << " of " << inputs[0][i] << ", "
                              << inputs[1][i] << " is " << ours << ", the library's " << theirs;
        }
        EXPECT_EQ(wrong, 0) << arch.name << (kind == Kind::halves ? " bf16 " : " fp32 ") << pairs[f].name;
    }
}

class VendorBits : public tessera::host::test::Metalium {};

// As many at a time as the text of a core holds.
void compare_everywhere(const std::vector<Pair>& pairs, std::ptrdiff_t at_a_time, bool approximate = false) {
    if (!fs::exists(tree())) GTEST_SKIP() << "no " << tree();
    for (const arch::Arch* arch : arch::all())
        for (const Kind kind : {Kind::floats, Kind::halves})
            for (auto from = pairs.begin(); from != pairs.end();) {
                const auto to = from + std::min(at_a_time, pairs.end() - from);
                compare({from, to}, *arch, kind, approximate);
                from = to;
            }
}

TEST_F(VendorBits, OfExponentialsAndLogarithms) { compare_everywhere(exponentials(), 6); }
TEST_F(VendorBits, OfRootsAnglesAndPowers) { compare_everywhere(roots_and_angles(), 8); }
TEST_F(VendorBits, OfActivationsAndArithmetic) { compare_everywhere(activations_and_steps(), 12); }
TEST_F(VendorBits, OfApproximateForms) { compare_everywhere(approximate_forms(), 7, true); }
TEST_F(VendorBits, OfPredicatesAndRoundings) { compare_everywhere(predicates_and_roundings(), 14); }

}  // namespace
}  // namespace sfpu_tiles
