// Takes pages of cb 16 as they come, and does nothing with them. Runtime arguments: how often, pages each time.
void kernel_main() {
    const uint32_t rounds = get_arg_val<uint32_t>(0), pages = get_arg_val<uint32_t>(1);
    for (uint32_t round = 0; round < rounds; ++round) {
        cb_wait_front(16, pages);
        cb_pop_front(16, pages);
    }
}
