// Reads packed weights and lays them out as tiles of codes (packed.hpp), 32 rows by 32 weights each.
//
// c_0 takes the codes, c_1 two units of packed bytes: while one is laid out, the next comes.
//
// Compile-time argument: accessor of the packed weights. Named ones: those of packed.hpp. Runtime arguments:
// 0 address, 1 bytes of a page, 2 MLX: where scales begin, 3 first unit (packed.hpp), 4 how many.
#include "source.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

constexpr uint32_t cb_codes = tt::CBIndex::c_0, cb_packed = tt::CBIndex::c_1;

// The places of a tile that no row fills are zeros, whichever page it is.
void clear_codes() {
    const uint32_t bytes = get_local_cb_interface(cb_codes).fifo_size;
    for (uint32_t at = 0; at < bytes; at += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), get_write_ptr(cb_codes) + at, MEM_ZEROS_SIZE);
    noc_async_read_barrier();
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("DEQUANTISE-READER");
    using namespace dequantise;
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t page_bytes = get_arg_val<uint32_t>(1);
    const auto packed = TensorAccessor(args, get_arg_val<uint32_t>(0), page_bytes);
    const Source source(packed, page_bytes, get_arg_val<uint32_t>(2));
    const uint32_t first = get_arg_val<uint32_t>(3), last = first + get_arg_val<uint32_t>(4);
    if (first == last) return;
    const uint32_t l1 = get_write_ptr(cb_packed);
    const auto place = [&](uint32_t unit) { return l1 + unit % 2 * side * pitch; };

    source.ask(Unit(first), place(first));
    clear_codes();
    for (uint32_t id = first; id < last; ++id) {
        const Unit unit(id);
        if (id + 1 < last) source.ask(Unit(id + 1), place(id + 1));
        for (uint32_t tile = 0; tile < unit.weights / side; tile += tiles_of_codes) {
            cb_reserve_back(cb_codes, 1);
            const uint32_t codes = get_write_ptr(cb_codes);
            for (uint32_t row = 0; row < unit.rows; ++row)
                source.gather_row(unit, row, tile, place(id) + row * pitch, codes + row_of_codes(row));
            cb_push_back(cb_codes, 1);
        }
        noc_async_read_barrier();
    }
}
