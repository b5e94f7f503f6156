// Writes what there is of each unit's rows (gemm.hpp).
//
// Compile-time argument: accessor of C, or of the cache. Runtime arguments: 0 its address, 1 bytes of a page, 2 first
// unit, 3 how many, 4 with GEMM_KV the position.
#include "runs.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("GEMM-WRITER");
    using namespace gemm;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto c = TensorAccessor(args, get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1));
    const uint32_t first = get_arg_val<uint32_t>(2), last = first + get_arg_val<uint32_t>(3);
    const uint32_t element_bytes = get_tile_size(cb_result) / tt::constants::TILE_HW;
    [[maybe_unused]] const uint32_t pitch = Nb * side * element_bytes;

    for (uint32_t unit = first; unit < last; ++unit) {
        const Place place(unit);
        cb_wait_front(cb_result, tiles_of_unit);
        uint32_t l1 = get_read_ptr(cb_result);
#if defined(GEMM_KV)
        write_to_cache(c, place, element_bytes, l1, get_arg_val<uint32_t>(4));
#elif defined(GEMM_HEAD_NORM)
        RowOfStrip(l1, element_bytes).write(c, 0, place.columns, 0, place.column * element_bytes);
#else
        for (uint32_t row = place.row; row < place.row + place.rows; ++row, l1 += pitch)
            noc_async_write(l1, c.get_noc_addr(row, place.column * element_bytes), place.columns * element_bytes);
#endif
        noc_async_write_barrier();
        cb_pop_front(cb_result, tiles_of_unit);
    }
}
