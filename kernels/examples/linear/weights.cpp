// Blocks of Kb x Nb tiles of B, down each of this core's blocks of columns. Arguments: address of B, the first block of
// columns, how many.
#include <cstdint>

void kernel_main() {
    constexpr uint32_t Kt = get_named_compile_time_arg_val("Kt"), Nt = get_named_compile_time_arg_val("Nt");
    constexpr uint32_t Kb = get_named_compile_time_arg_val("Kb"), Nb = get_named_compile_time_arg_val("Nb");
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t tile_bytes = get_tile_size(1);
    const auto b = TensorAccessor(args, get_arg_val<uint32_t>(0), tile_bytes);
    const uint32_t first = get_arg_val<uint32_t>(1), blocks = get_arg_val<uint32_t>(2);
    for (uint32_t block = first; block < first + blocks; ++block)
        for (uint32_t k = 0; k < Kt; k += Kb) {
            cb_reserve_back(1, Kb * Nb);
            uint32_t to = get_write_ptr(1);
            for (uint32_t row = k; row < k + Kb; ++row)
                for (uint32_t column = block * Nb; column < (block + 1) * Nb; ++column, to += tile_bytes)
                    noc_async_read_tile(row * Nt + column, b, to);
            noc_async_read_barrier();
            cb_push_back(1, Kb * Nb);
        }
}
