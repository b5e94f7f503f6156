// Examples of faults of compute kernels: Dst and the units around it.
#include <array>

#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

using fault::Id;

// A compute kernel takes a tile from cb 0 and leaves one in cb 16. Its includes are not this file's.
constexpr std::string_view one_tile =
    R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[circular_buffer]]
index = 16
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    cb_reserve_back(0, 1);
    for (uint32_t i = 0; i < 1024; ++i) reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[i] = 0;
    cb_push_back(0, 1);
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    cb_wait_front(16, 1);
    cb_pop_front(16, 1);
}
"""
[[kernel]]
processor = "compute"
text = """
)job"
    "#include \"compute_kernel_api.h\"\n"
    "#include \"compute_kernel_api/tile_move_copy.h\"\n";

constexpr std::string_view pack_and_end = R"job(    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);
}
}
"""
)job";

constexpr std::array examples_of_units{
    Example{Id::dst_index,
            {one_tile, R"job(namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
-    copy_tile(0, 0, 8);
+    copy_tile(0, 0, 0);
)job",
             pack_and_end}},
    Example{Id::dst_ownership,
            {one_tile, R"job(namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
+    tile_regs_acquire();
    copy_tile(0, 0, 0);
)job",
             pack_and_end}},
    Example{Id::pack_order, {one_tile, R"job(namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
-    pack_tile(0, 16);
    tile_regs_commit();
    tile_regs_wait();
+    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);
}
}
"""
)job"}},
    Example{Id::wrong_init,
            {one_tile,
             "#include \"compute_kernel_api/eltwise_binary.h\"\n"
             R"job(namespace NAMESPACE {
void MAIN {
    binary_op_init_common(0, 0, 16);
+    add_tiles_init(0, 0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    add_tiles(0, 0, 0, 0, 0);
)job",
             pack_and_end}},
    Example{Id::dst_hazard,
            {one_tile, R"job(namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
+    MATH(TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);)
    MATH(TTI_SFPLOAD(0, 0, 3, 60);)  // the last rows of the tile
)job",
             pack_and_end}},
    Example{Id::src_bank,
            {one_tile, R"job(namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
+    UNPACK(TTI_UNPACR_NOP(0, 7);)  // hands SrcA to the matrix unit
+    MATH(TTI_STALLWAIT(p_stall::STALL_MATH, p_stall::SRCA_VLD);)
    MATH(TTI_MOVD2A(0, 0, 3, 2, 0);)
+    MATH(TTI_SETRWC(p_setrwc::CLR_A, 0, 0, 0, 0, 0);)
)job",
             pack_and_end}},
    Example{Id::counter_left_over,
            {one_tile, R"job(namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    UNPACK(TTI_INCADCXY(1, 0, 0, 1, 0);)  // one row on
+    UNPACK(TTI_SETADCXY(1, 0, 0, 0, 0, 10);)  // and back
    tile_regs_acquire();
    copy_tile(0, 0, 0);
)job",
             pack_and_end}},
    Example{Id::semaphore_misuse,
            {R"job([[kernel]]
processor = "compute"
text = """
)job"
             "#include \"compute_kernel_api.h\"\n"
             R"job(namespace NAMESPACE {
void MAIN {
-    MATH(TTI_SEMINIT(1, 0, 1 << 2);)  // its maximum is 1
+    MATH(TTI_SEMINIT(2, 0, 1 << 2);)
    MATH(TTI_SEMPOST(1 << 2);)
    MATH(TTI_SEMPOST(1 << 2);)
}
}
"""
)job"}},
};

}  // namespace

std::span<const Example> units_examples() { return examples_of_units; }

}  // namespace tessera::apps
