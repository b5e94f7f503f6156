// Every form of a NoC request, checked where it lands (kernel-api.md 2.2, 2.3; memory-order.md 3). Runs on core (0,0);
// core (1,0) and (2,0) only lend their L1. Buffer 0: an interleaved DRAM tensor of eight pages of 1024 bytes, word i of
// page p holds 1000 * p + i. Circular buffer 0: sixteen pages of 1024 bytes of L1.
#include "api/dataflow/dataflow_api.h"
#include "api/numeric/bfloat16.h"
#include "api/numeric/float32.h"
#include "api/numeric/int32.h"

static_assert(INVALID == 0 && VALID == 1 && NOC_MAX_TRANSACTION_ID == 15 && is_power_of_2(NOC_WORD_BYTES));
static_assert(align(33, 32) == 64 && align_power_of_2(64, 32) == 64);
static_assert(NOC_DRAM_READ_ALIGNMENT_BYTES == DRAM_ALIGNMENT && (1 << LOG_BASE_2_OF_DRAM_ALIGNMENT) == DRAM_ALIGNMENT);
static_assert(MUL_WITH_TILE_SIZE(static_cast<uint32_t>(DataFormat::Float16_b), 3) == 6144);

using Generator = InterleavedAddrGen<true>;
static_assert(has_get_noc_addr_v<Generator> && has_page_size_v<Generator> && !has_get_aligned_page_size_v<Generator>);
static_assert(has_log_base_2_of_page_size_v<InterleavedPow2AddrGen<true>> &&
              !has_page_size_v<InterleavedPow2AddrGen<true>>);
static_assert(has_required_addrgen_traits_v<Generator> && !has_required_addrgen_traits_v<uint32_t>);

constexpr uint32_t page = 1024;
constexpr uint8_t noc = noc_index;

uint32_t slot(uint32_t i) { return get_write_ptr(0) + i * page; }
volatile uint32_t* words(uint32_t i) { return reinterpret_cast<volatile uint32_t*>(slot(i)); }
void clear(uint32_t i) {
    for (uint32_t w = 0; w < page / 4; ++w) words(i)[w] = 0;
}
// The slot holds `bytes` of that page of the tensor and nothing of it beyond.
void expect_page(uint32_t at, uint32_t which, uint32_t bytes = page) {
    for (uint32_t w = 0; w < page / 4; ++w) ASSERT(words(at)[w] == (w < bytes / 4 ? 1000 * which + w : 0));
}

template <class Generator>
void reads(const Generator& tensor) {
    for (uint32_t i = 0; i < 8; ++i) clear(i);
    noc_async_read_page(0, tensor, slot(0));
    noc_async_read_one_packet(tensor.get_noc_addr(1), slot(1), page);
    ncrisc_noc_counters_init();
    noc_async_read_barrier();
    expect_page(0, 0);
    expect_page(1, 1);

    // Both pages lie in the bank of the state, which a plain read of elsewhere then replaces.
    const uint32_t in_bank_0 = tessera::low(tensor.get_noc_addr(0));
    noc_async_read_one_packet_set_state(tensor.get_noc_addr(0), 256);
    noc_async_read_one_packet_with_state(in_bank_0, slot(2));
    noc_async_read_set_state(tensor.get_noc_addr(0));
    noc_async_read_with_state(in_bank_0, slot(3), page);
    noc_async_read_inc_num_issued(0);
    noc_async_read(tensor.get_noc_addr(3), slot(4), 512);
    noc_async_read_one_packet_with_state(tessera::low(tensor.get_noc_addr(3)), slot(5));
    noc_async_read_barrier();
    expect_page(2, 0, 256);
    expect_page(3, 0);
    expect_page(4, 3, 512);
    expect_page(5, 3, 512);
}

// A barrier of one id lets requests of others be under way.
template <class Generator>
void transaction_ids(const Generator& tensor) {
    for (uint32_t i = 0; i < 8; ++i) clear(i);
    noc_async_read_set_trid(3);
    noc_async_read_page(1, tensor, slot(0));
    noc_async_read_one_packet_set_state(tensor.get_noc_addr(2), page);
    noc_async_read_tile_dram_sharded_set_trid(5);
    for (uint32_t i = 1; i < 7; ++i)
        noc_async_read_one_packet_with_state_with_trid(tessera::low(tensor.get_noc_addr(2)), 0, slot(i), 5);
    noc_async_read_tile_dram_sharded_with_state_with_trid(tessera::low(tensor.get_noc_addr(2)), 0, slot(7), 5);
    ASSERT(noc_available_transactions(noc, 5) == NOC_MAX_TRANSACTION_ID_COUNT - 7);
    noc_async_read_barrier_with_trid(3);
    ASSERT(noc_available_transactions(noc, 3) == NOC_MAX_TRANSACTION_ID_COUNT);
    ASSERT(noc_available_transactions(noc, 5) < NOC_MAX_TRANSACTION_ID_COUNT);
    expect_page(0, 1);
    noc_async_read_barrier_with_trid(5);
    for (uint32_t i = 1; i < 8; ++i) expect_page(i, 2);
    noc_async_read_barrier();
    noc_async_read_set_trid();

    const uint64_t there = get_noc_addr(get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2), slot(8));
    noc_async_write_one_packet_with_trid(slot(1), there, page, 7);
    noc_async_write_one_packet_with_trid_set_state(there);
    noc_async_write_one_packet_with_trid_with_state(slot(0), slot(9), page, 9);
    ASSERT(noc_available_transactions(noc, 7) == NOC_MAX_TRANSACTION_ID_COUNT - 1);
    noc_async_write_flushed_with_trid(7);
    noc_async_write_flushed_with_trid(9);
    clear(0);
    clear(1);
    noc_async_write_barrier_with_trid(7);
    noc_async_write_barrier_with_trid(9);
    noc_async_write_set_trid();
    noc_async_read(there, slot(0), 2 * page);
    noc_async_read_barrier();
    expect_page(0, 2);
    expect_page(1, 1);

    noc_async_read(there, slot(2), page);
    reset_noc_trid_barrier_counter(1);
    noc_async_read_barrier_with_trid(0);  // the counter says so, the data need not be there
    noc_async_read_barrier();
    reset_noc_trid_barrier_counter();
    expect_page(2, 2);
}

void writes(uint32_t x, uint32_t y) {
    for (uint32_t w = 0; w < page / 4; ++w) words(0)[w] = 1000 + w;
    const uint64_t there = get_noc_addr(x, y, slot(8));
    noc_async_write_one_packet<true, true>(slot(0), there, page);
    noc_async_write_barrier();  // of acknowledged writes: there is none
    noc_async_posted_writes_flushed();
    noc_async_write_one_packet_set_state(there, page);
    noc_async_write_one_packet_with_state(slot(0), slot(9));
    noc_async_full_barrier();
    clear(1);
    clear(2);
    noc_async_read(there, slot(1), 2 * page);
    noc_async_read_barrier();
    expect_page(1, 1);
    expect_page(2, 1);

    // Words, and single bytes of them.
    volatile uint32_t* const value = words(3);
    const uint64_t word = get_noc_addr(x, y, slot(10));
    const auto fetch = [&] {
        noc_async_read(word, slot(3), 32);
        noc_async_read_barrier();
    };
    noc_inline_dw_write(word, 0x44332211);
    noc_inline_dw_write<InlineWriteDst::L1, true>(word + 4, 0);
    noc_async_write_barrier();
    noc_inline_dw_write(word, 0xAABBCCDD, 0x6);
    noc_inline_dw_write_set_state(word + 8, 5);
    noc_inline_dw_write_with_state<false, true, false, false, true>(6);
    noc_inline_dw_write_with_state<true, true, false, false, true>(7, slot(10) + 12);
    for (uint32_t i = 4; i < 8; ++i) noc_inline_dw_write<false>(word + 4 * i, 0);
    noc_async_write_barrier();
    fetch();
    ASSERT(value[0] == 0x44BBCC11 && value[2] == 6 && value[3] == 7);

    // Atomics add up, posted or not; the barrier is of those that are answered.
    noc_semaphore_inc(word, 0xFFFFFFFF);
    noc_semaphore_inc<true>(word, 2);
    noc_async_atomic_barrier();
    noc_async_read(get_noc_addr(MEM_ZEROS_BASE), slot(4), MEM_ZEROS_SIZE);
    noc_async_read_barrier();
    fetch();
    ASSERT(value[0] == 0x44BBCC12);
}

void multicasts(uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1) {
    const uint32_t flag = get_semaphore(0);
    volatile uint32_t* const mine = reinterpret_cast<volatile uint32_t*>(flag);
    for (uint32_t w = 0; w < page / 4; ++w) words(0)[w] = 2000 + w;
    // The second rides the way that the first holds.
    const uint64_t others = get_noc_multicast_addr(x0, y0, x1, y1, slot(8));
    noc_async_write_multicast(slot(0), others, page, 2, true);
    noc_semaphore_set(mine, VALID);
    noc_semaphore_set_multicast(flag, get_noc_multicast_addr(x0, y0, x1, y1, flag), 2);
    noc_async_write_barrier();
    for (uint32_t x : {x0, x1}) {
        clear(1);
        noc_async_read(get_noc_addr(x, y0, slot(8)), slot(1), page);
        noc_async_read(get_noc_addr(x, y0, flag), slot(2), 4);
        noc_async_read_barrier();
        expect_page(1, 2);
        ASSERT(words(2)[0] == VALID);
    }
    // With the sender among the receivers.
    const uint32_t here = my_x[noc];
    clear(8);
    noc_async_write_multicast_loopback_src(slot(0), get_noc_multicast_addr(here, y0, x1, y1, slot(8)), page, 3, false);
    noc_async_write_barrier();
    expect_page(8, 2);
    noc_semaphore_set(mine, 5);
    noc_semaphore_set_multicast_loopback_src(flag, get_noc_multicast_addr(here, y0, x1, y1, flag), 3);
    noc_async_write_multicast_one_packet(slot(0), others, 32, 2);
    noc_async_write_barrier();
    noc_semaphore_wait(mine, 5);
    noc_semaphore_set_remote(flag, get_noc_addr(x1, y1, flag));
    noc_async_write_barrier();
    wait_for_sync_register_value(flag, 5);
}

void clock_and_division() {
    const uint64_t before = get_timestamp();
    riscv_wait(200);
    ASSERT(get_timestamp() >= before + 200 && get_timestamp_32b() - static_cast<uint32_t>(before) < 2000);
    ASSERT(READ_REG(RISCV_DEBUG_REG_WALL_CLOCK_H) == 0 && READ_REG(RISCV_DEBUG_REG_WALL_CLOCK_L) > before);
    for (uint32_t n : {0u, 11u, 12u, 143u, 1u << 30})
        ASSERT(udivsi3_const_divisor<12>(n) == n / 12 && umodsi3_const_divisor<12>(n) == n % 12);
    zero_l1_buf(const_cast<uint32_t*>(words(15)), page);
    ASSERT(words(15)[page / 4 - 1] == 0 && buf_ptr_inc_wrap(6, 3, 8) == 1 && buf_ptr_dec_wrap(1, 3, 8) == 6);
    // By their bits: 2 > 1 > -1 > -2, infinities at the ends; a NaN of 32 bits and zeros of both signs compare as
    // floats.
    const uint16_t rising[] = {NEG_INF_BFLOAT16, 0xC000, 0xBF80, 0x3F80, 0x4000, POS_INF_BFLOAT16};
    for (uint32_t i = 0; i < 6; ++i)
        for (uint32_t j = 0; j < 6; ++j) {
            ASSERT(bfloat16_greater(rising[i], rising[j]) == (i > j));
            ASSERT(float32_greater(rising[i] << 16, rising[j] << 16) == (i > j));
        }
    ASSERT(!float32_greater(0, FLOAT32_SIGN_MASK) && !float32_greater(NAN_FLOAT32, NEG_INF_FLOAT32));
    ASSERT(min(3u, 5u) == 3 && min(5u, 3u) == 3);
    ASSERT(int32_greater(POS_INF_INT32, -1) && !int32_greater(NEG_INF_INT32, 0));
    uint32_t beats = 1;
    RISC_POST_HEARTBEAT(beats);
    ASSERT(*reinterpret_cast<volatile uint32_t*>(0x1C) == 0xAABB0002);
}

void kernel_main() {
    ASSERT(get_local_cb_interface(0).fifo_page_size << cb_addr_shift == page);
    const uint32_t base = get_arg_val<uint32_t>(0);
    const uint32_t x = get_arg_val<uint32_t>(1), y = get_arg_val<uint32_t>(2);
    const InterleavedAddrGen<true> tensor = {.bank_base_address = base, .page_size = page};
    const InterleavedPow2AddrGenFast<true> power = {.bank_base_address = base, .log_base_2_of_page_size = 10};
    reads(tensor);
    reads(TensorAccessor(tensor_accessor::make_interleaved_dspec<true>(), base, page));
    transaction_ids(power);
    // Generators agree about every page, also with the vendor's steps.
    for (uint32_t id = 0; id < 40; ++id) {
        const uint64_t at = tensor.get_noc_addr(id, 32);
        const uint32_t row = interleaved_addr_gen::get_bank_offset_index<true>(id);
        const uint32_t bank = interleaved_addr_gen::get_bank_index<true>(id, row);
        ASSERT(at == power.get_noc_addr(id, 32) &&
               at == (get_interleaved_addr_gen<true, page>(base).get_noc_addr(id, 32)));
        ASSERT(at == (get_interleaved_addr_gen<true, false>(base, page).get_noc_addr(id, 32)));
        ASSERT(at ==
               get_noc_addr_helper(interleaved_addr_gen::get_noc_xy<true>(bank), tensor.get_addr(id, row, bank, 32)));
        ASSERT(at ==
               get_noc_addr_helper(dram_bank_to_noc_xy[noc][bank], base + row * page + 32 + bank_to_dram_offset[bank]));
        ASSERT(at == get_noc_addr_from_bank_id<true>(bank, base + row * page + 32));
    }
    writes(x, y);
    multicasts(x, y, get_arg_val<uint32_t>(3), y);
    clock_and_division();
}
