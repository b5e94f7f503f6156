// Fills two circular buffers once. Runtime arguments of each: address in DRAM bank 0, bytes, pages; none where bytes
// are zero.
void kernel_main() {
    for (uint32_t cb = 0; cb < 2; ++cb) {
        const uint32_t address = get_arg_val<uint32_t>(3 * cb), bytes = get_arg_val<uint32_t>(3 * cb + 1);
        const uint32_t pages = get_arg_val<uint32_t>(3 * cb + 2);
        if (bytes == 0) continue;
        cb_reserve_back(cb, pages);
        noc_async_read(get_noc_addr_from_bank_id<true>(0, address), get_write_ptr(cb), bytes);
        noc_async_read_barrier();
        cb_push_back(cb, pages);
    }
}
