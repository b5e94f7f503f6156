// Reads under random transaction ids against a count kept here (memory-order.md 3): after the barrier of an id all its
// data is there, and a counter never claims fewer requests than are really open. Arguments: address of a DRAM page of
// 2048 bytes whose word i holds i, seed. Circular buffer 0: sixteen pages of 512 bytes.
#include "api/dataflow/dataflow_api.h"

uint32_t seed;
uint32_t random(uint32_t below) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % below;
}

struct Read {
    uint32_t id, words, from;
    bool open;
};
Read reads[16];

void check(uint32_t slot) {
    const auto* got = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0) + 512 * slot);
    for (uint32_t w = 0; w < reads[slot].words; w += 8) ASSERT(got[w] == reads[slot].from + w);
    reads[slot].open = false;
}
uint32_t open_with(uint32_t id) {
    uint32_t count = 0;
    for (const Read& read : reads) count += read.open && read.id == id;
    return count;
}

void kernel_main() {
    const uint64_t source = get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0));
    seed = get_arg_val<uint32_t>(1);
    for (uint32_t step = 0; step < 200; ++step) {
        const uint32_t slot = random(16), id = random(NOC_MAX_TRANSACTION_ID + 1);
        if (reads[slot].open) {
            noc_async_read_barrier_with_trid(reads[slot].id);
            const uint32_t done = reads[slot].id;
            for (uint32_t i = 0; i < 16; ++i)
                if (reads[i].open && reads[i].id == done) check(i);
            ASSERT(noc_available_transactions(noc_index, done) == NOC_MAX_TRANSACTION_ID_COUNT);
        }
        reads[slot] = {id, 16 * (1 + random(8)), 16 * random(24), true};
        noc_async_read_set_trid(id);
        noc_async_read(source + 4 * reads[slot].from, get_write_ptr(0) + 512 * slot, 4 * reads[slot].words);
        ASSERT(NOC_MAX_TRANSACTION_ID_COUNT - noc_available_transactions(noc_index, id) <= open_with(id));
    }
    noc_async_read_barrier();
    for (uint32_t slot = 0; slot < 16; ++slot)
        if (reads[slot].open) check(slot);
}
