// Aids of debugging on the compute cores (kernel-api.md 1.5). Circular buffer 0: two pages of 2048 bytes of bf16; the
// mover pushes one. Circular buffer 16: likewise, left empty.
#include "api/compute/common.h"
#include "api/debug/dprint_pages.h"
#include "api/debug/dprint_tile.h"
#include "api/debug/timing_perturbation.h"

// Every idle instruction takes at least its cycle, a loop's more.
void idle() {
    using tt::compute::common::add_nops;
    const uint32_t start = get_timestamp_32b();
    add_nops<100, 1>();
    const uint32_t unrolled = get_timestamp_32b();
    add_nops<100, 1, 1>();
    const uint32_t looped = get_timestamp_32b();
    add_nops<3, 0>();
    ASSERT(unrolled - start >= 100 && unrolled - start < looped - unrolled);
}

void kernel_main() {
    ASSERT(CB_PAGE_COUNT(0) == 2 && CB_PAGE_SIZE(0) == 2048 && CB_RD_SZ(0) == 4096);
    MATH(idle();)
    cb_wait_front(0, 1);
    UNPACK(DPRINT << "ahead " << *reinterpret_cast<volatile uint16_t*>(CB_RD_PTR(0) + 2) << ENDL();
           tt::compute::common::print_full_tile(0);)
    cb_pop_front(0, 1);
    cb_reserve_back(16, 1);
    PACK(const uint32_t back = CB_WR_PTR(16); *reinterpret_cast<volatile uint16_t*>(back + 2) = 77;
         DPRINT << "behind " << *reinterpret_cast<volatile uint16_t*>(get_write_ptr(16) + 2) << ENDL();)
}
