// A tree of the vendor's sources supplies what tessera's library of the vector unit lacks, and all of it on demand; a
// kernel says whose functions are in it, and follows the tree's files (design.md 7).
#include <gmock/gmock.h>

#include "tests/host/compile/kernels.hpp"

namespace tessera::host::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// The least that the compute API needs of a tree: types, low-level headers, and one function that only the tree has.
constexpr const char* types = R"(#pragma once
enum class DataFormat : unsigned char { Float32 = 0, Float16 = 1, Bfp8 = 2, Bfp4 = 3, Tf32 = 4, Float16_b = 5,
    Bfp8_b = 6, Bfp4_b = 7, Int32 = 8, UInt16 = 9, Lf8 = 10, Bfp2 = 11, Int8 = 14, Bfp2_b = 15, UInt32 = 24,
    UInt8 = 30, Invalid = 255 };
#define REGFILE_BASE 0
#define PC_BUF_BASE 0
#define RISCV_TDMA_REGS_START_ADDR 0
#define TENSIX_MAILBOX0_BASE 0
#define TENSIX_MAILBOX1_BASE 0
#define TENSIX_MAILBOX2_BASE 0
#define TENSIX_MAILBOX3_BASE 0
namespace ckernel {
enum DstSync { SyncHalf, SyncFull };
enum DstTileLayout { Default };
enum BroadcastType { NONE, COL, ROW, SCALAR };
enum EltwiseBinaryType { ELWMUL, ELWDIV, ELWADD, ELWSUB, ELWLESS };
enum class EltwiseBinaryReuseDestType { NONE, DEST_TO_SRCA, DEST_TO_SRCB };
enum PoolType { SUM, AVG, MAX, MIN };
enum ReduceDim { REDUCE_ROW, REDUCE_COL, REDUCE_SCALAR };
enum DataCopyType { A2D, B2D };
enum ReluType { NO_RELU, ZERO_RELU, MIN_THRESHOLD_RELU, MAX_THRESHOLD_RELU };
extern uint32_t dest_offset_id;
inline void update_dest_offset_id() { dest_offset_id = 1 - dest_offset_id; }
}
using ckernel::DstSync;
)";
constexpr const char* other_units = R"(#pragma once
namespace ckernel {
inline void acquire_dst() {}
inline void release_dst() {}
inline void add_tiles_init(uint32_t, uint32_t) {}
inline void matmul_tiles(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) {}
}
)";
constexpr const char* halve = R"(#pragma once
#ifdef TRISC_MATH
#include "ckernel_sfpu_halve.h"
#endif
namespace ckernel { ALWI void halve_tile(uint32_t idst) { MATH(sfpu::halve(idst);) } }
)";
// What the cross compiler refuses and the vendor's takes.
constexpr const char* refused = R"(template <int count> void quarter(unsigned index) {
#pragma GCC unroll count
    for (int i = 0; i < count; ++i) halve(index);
    if constexpr (count != 2) static_assert(false, "twice");
}
inline void quarter(unsigned index) { quarter<2>(index); }
)";
constexpr const char* halving_kernel = "void kernel_main() { halve_tile(0); }";

class VendorTreeTest : public KernelTest {
  protected:
    explicit VendorTreeTest(const std::string& low_level = "tt_metal/third_party/tt_llk") {
        const std::string llk = low_level + "/tt_llk_wormhole_b0/common/inc/";
        add(llk + "ckernel.h", types);
        for (const char* name : {"ckernel_defs.h", "ckernel_include.h", "ckernel_globals.h"})
            add(llk + name, "#pragma once\n#include \"ckernel.h\"\n");
        add(llk + "ckernel_ops.h",
            "#pragma once\n#define TTI_SFPNOP asm volatile(\".ttinsn %0\" : : \"i\"(0x8F000000))\n");
        add(functions + "ckernel_sfpu_halve.h",
            "#pragma once\nnamespace ckernel::sfpu {\ninline void halve(unsigned) { "
            "sfpi::dst_reg[0] = sfpi::dst_reg[0] * 0.5f; TTI_SFPNOP; }\n" +
                std::string(refused) + "}\n");
        add("tt_metal/include/compute_kernel_api/eltwise_unary/halve.h", halve);
        for (const char* name : {"llk_math_common_api.h", "llk_unpack_common_api.h", "llk_pack_api.h"})
            add("tt_metal/hw/ckernels/wormhole_b0/metal/llk_api/" + std::string(name), "#pragma once\n");
        add("tt_metal/include/compute_kernel_api/reg_api.h", other_units);
        // What does not hold together is left alone.
        add("tt_metal/include/compute_kernel_api/gone.h", "#include \"ckernel_sfpu_gone.h\"\n");
    }
    void add(const std::string& name, const std::string& text) const {
        fs::create_directories((tree / name).parent_path());
        std::ofstream(tree / name) << text;
    }

    const fs::path tree = folder / "tree";
    const std::string functions = "tt_metal/hw/ckernels/wormhole_b0/metal/llk_api/llk_sfpu/";
    const Environment home{"TT_METAL_HOME", tree.string()};
};

TEST_F(VendorTreeTest, SuppliesWhatIsMissing) {
    const CompiledKernel math = compile_one(request(abi::Risc::t1, halving_kernel));
    EXPECT_THAT(math.library, StartsWith(tree.string() + " ("));
    const CompiledKernel again = compile_one(request(abi::Risc::t1, halving_kernel));
    EXPECT_EQ(again.key, math.key);
    EXPECT_EQ(again.library, math.library);
    // The other compute cores need the declaration; a data movement core has no such functions.
    EXPECT_NO_THROW(compile_one(request(abi::Risc::t0, halving_kernel)));
    EXPECT_THAT(input_error(request(abi::Risc::b, halving_kernel)), HasSubstr("halve_tile"));
}

TEST_F(VendorTreeTest, LeavesAKernelToTesseraThatHasAllNames) {
    const std::string text =
        "#include \"compute_kernel_api/eltwise_unary/exp.h\"\nvoid kernel_main() { exp_tile_init(); exp_tile(0); }";
    EXPECT_EQ(compile_one(request(abi::Risc::t1, text)).library, "");
    const Environment ours("TESSERA_LIBRARY", "tessera");
    EXPECT_THAT(input_error(request(abi::Risc::t1, halving_kernel)), HasSubstr("halve_tile"));
}

TEST_F(VendorTreeTest, SuppliesAllOnDemand) {
    const Environment all("TESSERA_LIBRARY", "vendor");
    EXPECT_NE(compile_one(request(abi::Risc::t1, "void kernel_main() {}")).library, "");
    EXPECT_THAT(input_error(request(abi::Risc::t1, "void kernel_main() { exp_tile(0); }")), HasSubstr("exp_tile"));
    const Environment elsewhere("TT_METAL_HOME", folder.string());
    EXPECT_THAT(input_error(request(abi::Risc::t1, halving_kernel)), HasSubstr("TT_METAL_HOME names no tree"));
    const Environment wrong("TESSERA_LIBRARY", "both");
    EXPECT_EQ(input_error(request(abi::Risc::t1, halving_kernel)),
              "library both (--library or TESSERA_LIBRARY): tessera or vendor");
}

// A header may appear behind a name that was missing, too.
TEST_F(VendorTreeTest, IsReadAgainWhenItChanges) {
    const CompiledKernel before = compile_one(request(abi::Risc::t1, halving_kernel));
    add(functions + "ckernel_sfpu_halve.h",
        "#pragma once\nnamespace ckernel::sfpu {\ninline void halve(unsigned) { "
        "sfpi::dst_reg[0] = sfpi::dst_reg[0] * 0.25f; }\n}\n");
    const CompiledKernel after = compile_one(request(abi::Risc::t1, halving_kernel));
    EXPECT_NE(after.key, before.key);
    EXPECT_NE(after.library, before.library);
}

TEST_F(VendorTreeTest, AMistakeIsToldInTheKernelsLines) {
    const std::string message = input_error(request(abi::Risc::t1, "void kernel_main() { halve_tile(; }"));
    EXPECT_THAT(message, HasSubstr("kernel.cpp:1"));
    EXPECT_THAT(message, HasSubstr("nor does it with the library of " + tree.string()));
}

// A name that tessera only knows to refuse does not hide the tree's.
TEST_F(VendorTreeTest, HidesNoRefusal) {
    EXPECT_THAT(input_error(request(abi::Risc::t1, "void kernel_main() { dbg_halt(); }")), HasSubstr("dbg_halt"));
}

// Since spring 2026 the low-level kernels are part of the tree, the fidelity is a type, shapes are values, and the
// checker of inits is named by paths from the folder of the API.
class SpringTreeTest : public VendorTreeTest {
  protected:
    SpringTreeTest() : VendorTreeTest("tt_metal/tt-llk") {
        const std::string low_level = "tt_metal/tt-llk/", api = "tt_metal/hw/inc/api/compute/";
        add(low_level + "tt_llk_wormhole_b0/llk_lib/llk_defs.h",
            "#pragma once\n#include <cstdint>\nnamespace ckernel { enum class MathFidelity : std::uint8_t { LoFi = 0, "
            "HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 }; }\n");
        add(low_level + "common/tensor_shape.h",
            "#pragma once\nnamespace ckernel { struct TensorShape { unsigned char rows; };\n"
            "constexpr TensorShape DEFAULT_TENSOR_SHAPE = {16}; }\n");
        add("tt_metal/hw/ckernels/wormhole_b0/metal/llk_api/llk_math_common_api.h",
            "#pragma once\n#include \"llk_defs.h\"\n#include \"llk_operands.h\"\n");
        add(api + "reconfig_data_format.h", "#pragma once\n");
        add(api + "sentinel/sentinel_core.h", "#pragma once\nnamespace ckernel { enum class Operand { SRCA }; }\n");
        add(api + "sentinel/compute_kernel_sentinel.h",
            "#pragma once\n#include \"api/compute/sentinel/sentinel_core.h\"\n"
            "template <ckernel::Operand = ckernel::Operand::SRCA> inline void state_configure(uint32_t, uint32_t) "
            "{}\n");
        add(api + "shape.h", R"(#pragma once
#include "sentinel/compute_kernel_sentinel.h"
namespace ckernel {
#if defined(TRISC_MATH)
template <MathFidelity fidelity>
inline void shape_init(uint32_t cb) {
    state_configure(cb, __builtin_LINE());
    static_assert(fidelity == MathFidelity::HiFi4);
}
#endif
ALWI void shape_tile(uint32_t cb) {
    MATH(shape_init<MATH_FIDELITY>(cb); halve_tile(get_operand_tensor_shape(cb).rows);)
}
}
)");
    }
};

TEST_F(SpringTreeTest, SuppliesWhatIsMissing) {
    const Environment all("TESSERA_LIBRARY", "vendor");
    for (const abi::Risc risc : {abi::Risc::t0, abi::Risc::t1, abi::Risc::t2})
        EXPECT_NE(compile_one(request(risc, "void kernel_main() { shape_tile(0); }")).library, "");
}

}  // namespace
}  // namespace tessera::host::test
