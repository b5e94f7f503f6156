// The blocks of Mt x Nb tiles of C. Arguments: its address, the first block of columns, how many.
#include <cstdint>

void kernel_main() {
    constexpr uint32_t Mt = get_named_compile_time_arg_val("Mt"), Nt = get_named_compile_time_arg_val("Nt");
    constexpr uint32_t Nb = get_named_compile_time_arg_val("Nb");
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t tile_bytes = get_tile_size(16);
    const auto c = TensorAccessor(args, get_arg_val<uint32_t>(0), tile_bytes);
    const uint32_t first = get_arg_val<uint32_t>(1), blocks = get_arg_val<uint32_t>(2);
    for (uint32_t block = first; block < first + blocks; ++block) {
        cb_wait_front(16, Mt * Nb);
        uint32_t from = get_read_ptr(16);
        for (uint32_t row = 0; row < Mt; ++row)
            for (uint32_t column = block * Nb; column < (block + 1) * Nb; ++column, from += tile_bytes)
                noc_async_write_tile(row * Nt + column, c, from);
        noc_async_write_barrier();
        cb_pop_front(16, Mt * Nb);
    }
}
