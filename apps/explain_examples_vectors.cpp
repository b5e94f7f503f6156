// Examples of faults of SFPU kernels.
#include <array>

#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

using fault::Id;

// The matrix thread runs a function on vectors of Dst. Its includes are not this file's.
constexpr std::string_view on_vectors =
    R"job([[kernel]]
processor = "compute"
text = """
)job"
    "#include \"compute_kernel_api.h\"\n"
    "#include \"sfpi.h\"\n"
    R"job(namespace NAMESPACE {
#ifdef TRISC_MATH
using namespace sfpi;
void on_vectors() {
)job";
constexpr std::string_view end_of_vectors = R"job(}
#endif
void MAIN {
    tile_regs_acquire();
    MATH(on_vectors();)
    tile_regs_commit();
}
}
"""
)job";

constexpr std::array examples_of_vectors{
    Example{Id::lreg_pressure,
            {on_vectors, R"job(    for (int row = 0; row < 9; ++row) dst_reg[row] = 1.0f;
-    const vFloat a = dst_reg[0], b = dst_reg[1], c = dst_reg[2], d = dst_reg[3], e = dst_reg[4];
-    const vFloat f = dst_reg[5], g = dst_reg[6], h = dst_reg[7], i = dst_reg[8];
-    dst_reg[0] = a + b + c + d + e + f + g + h + i;
+    vFloat sum = 0.0f;
+    for (int row = 0; row < 9; ++row) sum += dst_reg[row];
+    dst_reg[0] = sum;
)job",
             end_of_vectors}},
    Example{Id::flag_stack,
            {on_vectors, R"job(    for (int vector = 0; vector < 9; ++vector) {
        dst_reg[0] = -1.0f;
        TTI_SFPLOAD(0, 0, 3, 0);
        TTI_SFPPUSHC(0, 0, 0, 0);
        TTI_SFPSETCC(0, 0, 0, 0);  // where L0 < 0
        TTI_SFPLOADI(0, 0, 0);
+        TTI_SFPPOPC(0, 0, 0, 0);
        TTI_SFPSTORE(0, 0, 3, 0);
        dst_reg++;
    }
)job",
             end_of_vectors}},
    Example{Id::sfpu_mode,
            {on_vectors, R"job(    dst_reg[0] = -1.0f;
    TTI_SFPLOAD(0, 0, 3, 0);
-    TTI_SFPABS(0, 0, 1, 2);
+    TTI_SFPABS(0, 0, 1, 1);  // of floats
    TTI_SFPSTORE(1, 0, 3, 0);
)job",
             end_of_vectors}},
    Example{Id::unbalanced_predicate,
            {on_vectors, R"job(    dst_reg[0] = -1.0f;
    TTI_SFPLOAD(0, 0, 3, 0);
    TTI_SFPPUSHC(0, 0, 0, 0);
    TTI_SFPSETCC(0, 0, 0, 0);  // where L0 < 0
    TTI_SFPLOADI(0, 0, 0);
+    TTI_SFPPOPC(0, 0, 0, 0);
    TTI_SFPSTORE(0, 0, 3, 0);
)job",
             end_of_vectors}},
    Example{Id::uninitialised_vector,
            {on_vectors, R"job(    for (int row = 0; row < 4; ++row) dst_reg[row] = 1.0f;
-    vFloat sum;
+    vFloat sum = 0.0f;
    for (int row = 0; row < 4; ++row) sum += dst_reg[row];
    dst_reg[0] = sum;
)job",
             end_of_vectors}},
    Example{Id::sfpu_hazard,
            {on_vectors, R"job(    TTI_SFPLOADI(0, 0, 0x4000);  // L0 = 2
    TTI_SFPMUL(0, 0, 9, 1, 0);   // L1 = L0 * L0
+    TTI_SFPNOP;
    TTI_SFPADD(10, 1, 1, 2, 0);  // L2 = L1 + L1
    TTI_SFPNOP;
    TTI_SFPSTORE(2, 0, 3, 0);
)job",
             end_of_vectors}},
    Example{Id::scrambled_vector,
            {on_vectors, R"job(    for (int row = 0; row < 4; ++row) dst_reg[row] = 1.0f;
    vFloat a = dst_reg[0], b = dst_reg[1], c = dst_reg[2], d = dst_reg[3];
    vFloat sum = a + b;
+    dst_reg[4] = sum;
    subvec_transp(a, b, c, d);
    dst_reg[0] = a;
-    dst_reg[4] = sum;
)job",
             end_of_vectors}},
    Example{Id::released_dst,
            {R"job([[kernel]]
processor = "compute"
full_sync = true
text = """
)job"
             "#include \"compute_kernel_api.h\"\n"
             "#include \"sfpi.h\"\n"
             R"job(namespace NAMESPACE {
void MAIN {
    for (int round = 0; round < 2; ++round) {
        tile_regs_acquire();
-        if (round == 0) {
-            MATH(sfpi::dst_reg[0] = 0.5f;)  // for all rounds
-        }
+        MATH(sfpi::dst_reg[0] = 0.5f;)
        MATH(sfpi::dst_reg[1] = sfpi::dst_reg[0] + 1.0f;)
        tile_regs_commit();
        tile_regs_wait();
        tile_regs_release();
    }
}
}
"""
)job"},
            "--pedantic"},
};

}  // namespace

std::span<const Example> vectors_examples() { return examples_of_vectors; }

}  // namespace tessera::apps
