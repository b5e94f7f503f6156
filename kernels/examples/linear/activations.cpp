// Blocks of Mt x Kb tiles of A for each block of columns, and the tiles of C. Arguments: addresses of A and C, the
// first block of columns, how many.
#include <cstdint>

void kernel_main() {
    constexpr uint32_t Mt = get_named_compile_time_arg_val("Mt"), Kt = get_named_compile_time_arg_val("Kt");
    constexpr uint32_t Nt = get_named_compile_time_arg_val("Nt");
    constexpr uint32_t Kb = get_named_compile_time_arg_val("Kb"), Nb = get_named_compile_time_arg_val("Nb");
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto c_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const uint32_t tile_bytes = get_tile_size(0);
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), tile_bytes);
    const auto c = TensorAccessor(c_args, get_arg_val<uint32_t>(1), get_tile_size(16));
    const uint32_t first = get_arg_val<uint32_t>(2), blocks = get_arg_val<uint32_t>(3);
    for (uint32_t block = first; block < first + blocks; ++block) {
        for (uint32_t k = 0; k < Kt; k += Kb) {
            cb_reserve_back(0, Mt * Kb);
            uint32_t to = get_write_ptr(0);
            for (uint32_t row = 0; row < Mt; ++row)
                for (uint32_t column = k; column < k + Kb; ++column, to += tile_bytes)
                    noc_async_read_tile(row * Kt + column, a, to);
            noc_async_read_barrier();
            cb_push_back(0, Mt * Kb);
        }
        cb_wait_front(16, Mt * Nb);
        uint32_t from = get_read_ptr(16);
        for (uint32_t row = 0; row < Mt; ++row)
            for (uint32_t column = block * Nb; column < (block + 1) * Nb; ++column, from += get_tile_size(16))
                noc_async_write_tile(row * Nt + column, c, from);
        noc_async_write_barrier();
        cb_pop_front(16, Mt * Nb);
    }
}
