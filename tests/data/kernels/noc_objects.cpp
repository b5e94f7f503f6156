// The object API in both generations (kernel-api.md 2.1 to 2.3), each transfer checked where it lands. Compile-time
// arguments: accessor of an interleaved DRAM tensor of four pages of 1024 bytes, word i of page p holds 1000 * p + i.
// Runtime arguments: its address, x and y of a core that only lends its L1. Circular buffers 0 and 1: two pages of 1024
// bytes.
#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/dataflow_buffer.h"
#include "api/dataflow/endpoints.h"
#include "api/dataflow/noc.h"
#include "api/dataflow/noc_semaphore.h"
#include "api/lock.h"
#include "api/tensor/noc_traits.h"
#include "experimental/circular_buffer.h"
#include "experimental/core_local_mem.h"
#include "experimental/dataflow_buffer.h"
#include "experimental/endpoints.h"
#include "experimental/lock.h"
#include "experimental/noc.h"
#include "experimental/noc_semaphore.h"
#include "experimental/tensor.h"

constexpr uint32_t page = 1024;
using Memory = CoreLocalMem<volatile uint32_t>;

void expect_page(const Memory& memory, uint32_t which, uint32_t bytes = page) {
    for (uint32_t w = 0; w < bytes / 4; ++w) ASSERT(memory[w] == 1000 * which + w);
}

template <class Accessor>
void newer(const Accessor& tensor, uint32_t x, uint32_t y) {
    const Noc noc;
    CircularBuffer in(0);
    DataflowBuffer out(1);
    in.reserve_back(2);
    ASSERT(in.pages_reservable_at_back(2) && !in.pages_available_at_front(1) && in.get_cb_id() == 0);
    ASSERT(in.get_tile_hw() == 1024 && in.get_tile_size() == out.get_tile_size());
    noc.async_read(tensor, in, page, {.page_id = 1}, {});
    noc.async_read<NocOptions::TXN_ID>(tensor, in, page, {.page_id = 2}, {.offset_bytes = page}, {.trid = 4});
    noc.async_read_barrier<NocOptions::TXN_ID>({.trid = 4});
    noc.async_read_barrier();
    ASSERT(noc.is_read_trid_flushed(4));
    noc_async_read_set_trid();
    in.push_back(2);
    in.wait_front(2);
    expect_page(Memory(in.get_read_ptr()), 1);
    expect_page(Memory(in.get_read_ptr()) + page / 4, 2);

    // To the other core and back, plain, posted, by state; then a rectangle that is that core alone.
    const UnicastEndpoint there;
    const uint32_t at = out.get_write_ptr();
    ASSERT(out.get_entry_size() == page && out.get_total_num_entries() == 2 && out.get_total_size_bytes() == 2 * page);
    noc.async_write(in, there, page, {}, {.noc_x = x, .noc_y = y, .addr = at});
    noc.async_write<NocOptions::POSTED>(in, there, page, {.offset_bytes = page},
                                        {.noc_x = x, .noc_y = y, .addr = at + page});
    noc.async_writes_flushed<NocOptions::POSTED>();
    noc.async_writes_flushed();
    noc.async_full_barrier();
    out.reserve_back(2);
    noc.async_read(there, out, 2 * page, {.noc_x = x, .noc_y = y, .addr = at}, {});
    noc.async_read_barrier();
    {
        auto lock = out.scoped_write_lock();
        expect_page(Memory(lock.template get_ptr<volatile uint32_t>().get_address()), 1);
    }
    expect_page(Memory(at + page), 2);
    noc.set_async_write_state<NocOptions::DEFAULT, page>(there, page, {.noc_x = x, .noc_y = y, .addr = at});
    noc.async_write_with_state<NocOptions::DEFAULT, page>(use<CircularBuffer::AddrSelector::READ_PTR>(in), there, page,
                                                          {.offset_bytes = page}, {.noc_x = x, .noc_y = y, .addr = at});
    noc.async_write_barrier();
    noc.async_write_multicast(
        in, out, page, 1, {},
        {.noc_x_start = x, .noc_y_start = y, .noc_x_end = x, .noc_y_end = y, .offset_bytes = page});
    noc.async_write_barrier();
    noc.set_async_read_state<NocOptions::DEFAULT, page>(there, page, {.noc_x = x, .noc_y = y, .addr = at});
    for (const uint32_t i : {uint32_t{0}, page})
        noc.async_read_with_state<NocOptions::DEFAULT, page>(there, out, page, {.noc_x = x, .noc_y = y, .addr = at + i},
                                                             {.offset_bytes = i});
    noc.async_read_barrier();
    expect_page(Memory(at), 2);
    expect_page(Memory(at + page), 1);
    noc.inline_dw_write(there, 77, {.noc_x = x, .noc_y = y, .addr = at});
    noc.async_write_barrier();
    noc.async_read(there, Memory(at), 32, {.noc_x = x, .noc_y = y, .addr = at}, {});
    noc.async_read_barrier();
    ASSERT(*Memory(at) == 77 && Memory(at + 8) - Memory(at) == 2);

    // Single pages, a view, a bank.
    uint32_t next = 0;
    for (const auto& each : tensor.pages(0, 4)) {
        noc.async_read(each, Memory(at), page, {}, {});
        noc.async_read_barrier();
        expect_page(Memory(at), next++);
    }
    ASSERT(next == 4);
    noc.async_read(PageView(tensor), Memory(at), page, {.page_id = 3}, {});
    noc.async_read(AllocatorBank<AllocatorBankType::DRAM>(), Memory(at + page), page,
                   {.bank_id = 0, .addr = get_arg_val<uint32_t>(0)}, {});
    noc.async_read_barrier();
    expect_page(Memory(at), 3);
    expect_page(Memory(at + page), 0);

    // A semaphore of this core, counted up and down by itself and over the NoC.
    Semaphore<> count(0);
    Semaphore<ProgrammableCoreType::TENSIX, SemScope::EXTERNAL> other(1);
    count.set(2);
    count.up(1);
    count.up(noc, my_x[0], my_y[0], 4);
    noc.async_atomic_barrier();
    count.wait(7);
    count.down(5);
    other.set(0);
    other.up(3);
    other.down(1);
    ASSERT(count.value() == 2 && other.value() == 2);
    count.relay_unicast(noc, other, x, y);
    count.set_multicast<NocOptions::MCAST_INCL_SRC>(noc, my_x[0], my_y[0], x, y, 2);
    count.relay_multicast(noc, other, x, y, x, y, 1);
    noc.async_write_barrier();
    noc.async_read(there, Memory(at), 4, {.noc_x = x, .noc_y = y, .addr = get_semaphore(1)}, {});
    noc.async_read_barrier();
    ASSERT(*Memory(at) == 2 && noc.is_local_addr(get_noc_addr(at)) && !noc.is_local_bank(x, y));
    in.pop_front(2);
    out.finish();
}

template <class Accessor>
void older(const Accessor& tensor, uint32_t x, uint32_t y) {
    using namespace experimental;
    const experimental::Noc noc(noc_index);
    experimental::CircularBuffer in(0);
    experimental::DataflowBuffer out(1);
    using Mode = experimental::Noc;
    in.reserve_back(1);
    noc.async_read<Mode::TxnIdMode::ENABLED>(tensor, in, page, {.page_id = 3}, {}, NOC_UNICAST_WRITE_VC, 6);
    noc.async_read_barrier<Mode::BarrierMode::TXN_ID>(6);
    noc_async_read_set_trid();
    const uint32_t at = out.get_write_ptr(), from = in.get_write_ptr();
    in.push_back(1);
    const experimental::UnicastEndpoint there;
    noc.async_write<Mode::TxnIdMode::ENABLED, Mode::ResponseMode::NON_POSTED>(
        in, there, page, {}, {.noc_x = x, .noc_y = y, .addr = at}, NOC_UNICAST_WRITE_VC, 2);
    noc.async_writes_flushed<Mode::ResponseMode::NON_POSTED, Mode::BarrierMode::TXN_ID>(2);
    noc.async_write_barrier<Mode::BarrierMode::TXN_ID>(2);
    noc_async_write_set_trid();
    experimental::CoreLocalMem<uint32_t> memory(from);
    noc.async_write<Mode::TxnIdMode::DISABLED, Mode::ResponseMode::POSTED>(memory, there, 512, {.offset_bytes = 512},
                                                                           {.noc_x = x, .noc_y = y, .addr = at + page});
    noc.async_writes_flushed<Mode::ResponseMode::POSTED>();
    noc.async_write_multicast<Mode::McastMode::INCLUDE_SRC>(
        memory, experimental::MulticastEndpoint(), 512, 2, {.offset_bytes = 512},
        {.noc_x_start = my_x[0], .noc_y_start = my_y[0], .noc_x_end = x, .noc_y_end = y, .addr = at + page + 512});
    noc.inline_dw_write<Mode::TxnIdMode::DISABLED, InlineWriteDst::L1>(there, 9,
                                                                       {.noc_x = x, .noc_y = y, .addr = at + 4});
    noc.async_write_barrier();
    expect_page(Memory(at + page + 512 - 512), 3, 0);
    ASSERT(Memory(at + page + 512)[0] == 3128);
    noc.set_async_read_state<Mode::VcSelection::CUSTOM>(there, page, {.noc_x = x, .noc_y = y, .addr = at}, 1);
    noc.async_read_with_state<Mode::VcSelection::CUSTOM>(there, out, 2 * page, {.noc_x = x, .noc_y = y, .addr = at}, {},
                                                         1);
    noc.async_read_barrier();
    ASSERT(Memory(at)[0] == 3000 && Memory(at)[1] == 9 && Memory(at)[2] == 3002);
    ASSERT(Memory(at + page)[0] == 3128 && Memory(at + page + 512)[0] == 3128);
    noc.set_async_write_state<Mode::ResponseMode::NON_POSTED, page>(there, 512, {.noc_x = x, .noc_y = y, .addr = at});
    noc.async_write_with_state<Mode::ResponseMode::NON_POSTED, page>(memory, there, 512, {},
                                                                     {.noc_x = x, .noc_y = y, .addr = at});
    experimental::Semaphore<> flag(2);
    flag.set(1);
    flag.set_multicast<Mode::McastMode::EXCLUDE_SRC>(noc, x, y, x, y, 1);
    flag.wait_min(1);
    noc.async_full_barrier();
    bool released = false;
    {
        auto lock = in.scoped_lock();
        const experimental::Lock note([&released] { released = true; });
        ASSERT(!released);
    }
    ASSERT(released);
    in.wait_front(1);
    in.pop_front(1);
}

void kernel_main() {
    const uint32_t x = get_arg_val<uint32_t>(1), y = get_arg_val<uint32_t>(2);
    const auto tensor = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0), page);
    newer(tensor, x, y);
    older(tensor, x, y);
}
