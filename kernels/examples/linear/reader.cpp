// Blocks of Mt x Kb tiles of A, which one core reads and sends to all, and of Kb x Nb tiles of B, each core its own
// columns. A core that has no columns left takes A all the same, since the sender waits for everybody.
//
// Arguments: addresses of A and B, this core's first block of columns, how many, rounds of all cores, other cores,
// whether this one sends, the sender on the NoC (x, y), the first and the last core (x, y, x, y). Semaphores by
// compile-time argument: at the sender how many others have room; at the others whether their block has come.
#include <cstdint>

void kernel_main() {
    constexpr uint32_t Mt = get_named_compile_time_arg_val("Mt"), Kt = get_named_compile_time_arg_val("Kt");
    constexpr uint32_t Nt = get_named_compile_time_arg_val("Nt");
    constexpr uint32_t Kb = get_named_compile_time_arg_val("Kb"), Nb = get_named_compile_time_arg_val("Nb");
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    constexpr uint32_t ready_id = get_compile_time_arg_val(b_args.next_compile_time_args_offset());
    constexpr uint32_t sent_id = get_compile_time_arg_val(b_args.next_compile_time_args_offset() + 1);
    const uint32_t a_tile = get_tile_size(0), b_tile = get_tile_size(1);
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), a_tile);
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), b_tile);
    const uint32_t first = get_arg_val<uint32_t>(2), blocks = get_arg_val<uint32_t>(3),
                   rounds = get_arg_val<uint32_t>(4);
    const uint32_t others = get_arg_val<uint32_t>(5);
    const bool sends = get_arg_val<uint32_t>(6) != 0;

    const uint32_t ready_address = get_semaphore(ready_id), sent_address = get_semaphore(sent_id);
    auto* ready = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ready_address);
    auto* sent = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(sent_address);
    const uint64_t ready_at_sender = get_noc_addr(get_arg_val<uint32_t>(7), get_arg_val<uint32_t>(8), ready_address);
    const auto at_others = [](uint32_t l1) {
        return get_noc_multicast_addr(get_arg_val<uint32_t>(9), get_arg_val<uint32_t>(10), get_arg_val<uint32_t>(11),
                                      get_arg_val<uint32_t>(12), l1);
    };
    if (sends) noc_semaphore_set(sent, 1);  // what the others are told

    for (uint32_t round = 0; round < rounds; ++round)
        for (uint32_t k = 0; k < Kt; k += Kb) {
            cb_reserve_back(0, Mt * Kb);
            const uint32_t block_of_a = get_write_ptr(0);  // the same on every core, which turn pages in step
            if (!sends) {
                noc_semaphore_set(sent, 0);
                noc_semaphore_inc(ready_at_sender, 1);
            }
            if (round < blocks) {
                cb_reserve_back(1, Kb * Nb);
                uint32_t to = get_write_ptr(1);
                for (uint32_t row = k; row < k + Kb; ++row)
                    for (uint32_t column = 0; column < Nb; ++column, to += b_tile)
                        noc_async_read_tile(row * Nt + (first + round) * Nb + column, b, to);
            }
            if (sends) {
                uint32_t to = block_of_a;
                for (uint32_t row = 0; row < Mt; ++row)
                    for (uint32_t column = k; column < k + Kb; ++column, to += a_tile)
                        noc_async_read_tile(row * Kt + column, a, to);
            }
            noc_async_read_barrier();
            if (sends) {
                noc_semaphore_wait(ready, others);
                noc_semaphore_set(ready, 0);
                noc_async_write_multicast(block_of_a, at_others(block_of_a), Mt * Kb * a_tile, others);
                noc_async_write_barrier();  // the block is there before the word that says so
                noc_semaphore_set_multicast(sent_address, at_others(sent_address), others);
                noc_async_write_barrier();
            } else {
                noc_semaphore_wait(sent, 1);
            }
            cb_push_back(0, Mt * Kb);
            if (round < blocks) cb_push_back(1, Kb * Nb);
        }
    noc_async_atomic_barrier();
}
