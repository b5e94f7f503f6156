// For each of this core's blocks of columns all of A, in blocks of Mt x Kb tiles, and the columns of B, in blocks of
// Kb x Nb. Arguments: addresses of A and B, the first block of columns, how many.
#include <cstdint>

void kernel_main() {
    constexpr uint32_t Mt = get_named_compile_time_arg_val("Mt"), Kt = get_named_compile_time_arg_val("Kt");
    constexpr uint32_t Nt = get_named_compile_time_arg_val("Nt");
    constexpr uint32_t Kb = get_named_compile_time_arg_val("Kb"), Nb = get_named_compile_time_arg_val("Nb");
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const uint32_t a_tile = get_tile_size(0), b_tile = get_tile_size(1);
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), a_tile);
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), b_tile);
    const uint32_t first = get_arg_val<uint32_t>(2), blocks = get_arg_val<uint32_t>(3);
    for (uint32_t block = first; block < first + blocks; ++block)
        for (uint32_t done = 0; done < Kt; done += Kb) {
            const uint32_t k = (done + block * Kb) % Kt;  // cores begin in different places, and so at different banks
            cb_reserve_back(0, Mt * Kb);
            cb_reserve_back(1, Kb * Nb);
            uint32_t to = get_write_ptr(0);
            for (uint32_t row = 0; row < Mt; ++row)
                for (uint32_t column = k; column < k + Kb; ++column, to += a_tile)
                    noc_async_read_tile(row * Kt + column, a, to);
            to = get_write_ptr(1);
            for (uint32_t row = k; row < k + Kb; ++row)
                for (uint32_t column = block * Nb; column < (block + 1) * Nb; ++column, to += b_tile)
                    noc_async_read_tile(row * Nt + column, b, to);
            noc_async_read_barrier();
            cb_push_back(0, Mt * Kb);
            cb_push_back(1, Kb * Nb);
        }
}
