// Tiles of A and B in the order of their products. Arguments: addresses of A and B.
#include <cstdint>

void kernel_main() {
    constexpr uint32_t Mt = get_named_compile_time_arg_val("Mt"), Kt = get_named_compile_time_arg_val("Kt");
    constexpr uint32_t Nt = get_named_compile_time_arg_val("Nt");
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), get_tile_size(1));
    for (uint32_t m = 0; m < Mt; ++m)
        for (uint32_t n = 0; n < Nt; ++n)
            for (uint32_t k = 0; k < Kt; ++k) {
                cb_reserve_back(0, 1);
                cb_reserve_back(1, 1);
                noc_async_read_tile(m * Kt + k, a, get_write_ptr(0));
                noc_async_read_tile(k * Nt + n, b, get_write_ptr(1));
                noc_async_read_barrier();
                cb_push_back(0, 1);
                cb_push_back(1, 1);
            }
}
