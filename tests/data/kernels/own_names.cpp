// A user's functions with the names of tessera's own, in the vendor's namespaces and outside of any: none of tessera's
// stands there, so that each of these is the only one.
#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/eltwise_unary/trigonometry.h"
#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/reduce.h"
#include "compute_kernel_api/tilize.h"
#include "compute_kernel_api/transpose_wh.h"

namespace ckernel {

struct Call {};
struct Line {};
inline uint32_t matmul_word = 1, transpose_word = 2;

namespace detail {
inline uint32_t word(EltwiseBinaryType) { return 3; }
inline uint32_t binary_op(EltwiseBinaryType) { return 4; }
inline void copy_block(uint32_t) {}
inline void pack_reduced(ReduceDim) {}
}  // namespace detail

#if defined(TRISC_MATH)
namespace math {
inline void begin_sfpu(uint32_t) {}
inline void end_sfpu() {}
inline void next_face() {}
inline void init_sfpu() {}
inline float number(uint32_t) { return 5; }
}  // namespace math

namespace sfpu {
sfpi_inline sfpi::vFloat rounded(sfpi::vFloat x) { return x; }
sfpi_inline sfpi::vFloat in_register(float x) { return x; }
sfpi_inline sfpi::vFloat sine_of_reduced(sfpi::vFloat x) { return x; }
sfpi_inline sfpi::vFloat limited(sfpi::vFloat x, float, float) { return x; }
sfpi_inline void each() {}
struct Step {};
}  // namespace sfpu
#endif

}  // namespace ckernel

inline uint32_t word(EltwiseBinaryType) { return 6; }
inline void over_tile(uint32_t) {}
inline void push_instruction(uint32_t) {}
inline void remote_cb(uint32_t) {}

void kernel_main() {
    [[maybe_unused]] Call call;
    [[maybe_unused]] Line line;
    uint32_t sum = word(ELWADD) + detail::word(ELWADD) + detail::binary_op(ELWSUB) + matmul_word + transpose_word;
    detail::copy_block(sum);
    over_tile(sum);
    push_instruction(sum);
    remote_cb(sum);
#if defined(TRISC_MATH)
    math::init_sfpu();
    math::begin_sfpu(sum);
    sfpi::dst_reg[0] = sfpu::rounded(sfpu::in_register(math::number(sum)));
    math::next_face();
    math::end_sfpu();
#endif
    exp_tile_init();
    exp_tile(0);
    sin_tile_init();
    sin_tile(0);
}
