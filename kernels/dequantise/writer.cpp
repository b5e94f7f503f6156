// Writes the weights of this core's units (packed.hpp): DEQUANTISE_TILES tiles of 32 rows at a time.
//
// Compile-time argument: accessor of the weights. Named ones: those of packed.hpp. Runtime arguments:
// 0 address, 1 bytes of a page, a row or a tile, 2 first unit, 3 how many.
#include "source.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("DEQUANTISE-WRITER");
    using namespace dequantise;
    constexpr uint32_t cb_y = tt::CBIndex::c_16, tiles = DEQUANTISE_TILES;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto y = TensorAccessor(args, get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1));
    const uint32_t first = get_arg_val<uint32_t>(2), last = first + get_arg_val<uint32_t>(3);
    const uint32_t element_bytes = get_tile_size(cb_y) / tt::constants::TILE_HW;
    const uint32_t bytes = tiles * side * element_bytes;
    for (uint32_t id = first; id < last; ++id) {
        const Unit unit(id);
        for (uint32_t weight = 0; weight < unit.weights; weight += tiles * side) {
            cb_wait_front(cb_y, tiles);
            uint32_t l1 = get_read_ptr(cb_y);
            if constexpr (Layout::DEQUANTISE_AS == Layout::tiles)
                noc_async_write_tile((unit.row * K / side + unit.weight + weight) / side, y, l1);
            else
                for (uint32_t row = 0; row < unit.rows; ++row, l1 += bytes)
                    noc_async_write(l1, y.get_noc_addr(unit.row + row, (unit.weight + weight) * element_bytes), bytes);
            noc_async_write_barrier();
            cb_pop_front(cb_y, tiles);
        }
    }
}
