// Mailboxes between B and the compute cores (memory-order.md 4), idle instructions, and circular buffers as objects on
// compute cores. Compile-time arguments by name: `page_words` 1024.
#include <string_view>

#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/dataflow_buffer.h"
#include "api/debug/timing_perturbation.h"

static_assert(get_named_compile_time_arg_val("page_words") == 1024);
static_assert(get_named_ct_arg(std::string_view("page_words!").substr(0, 10)) == 1024);

void kernel_main() {
    constexpr uint8_t self = COMPILE_FOR_TRISC + 1;
    ASSERT(ckernel::mailbox_read(ckernel::BriscThreadId) == 100u + self);
    tt::compute::common::add_compute_nops<3, 2, 1, 1>();
    tt::compute::common::add_compute_nops<0, 4, 0, 1, 1>();
    ckernel::mailbox_write(ckernel::BriscThreadId, 200 + self);

    CircularBuffer buffer(0);
    DataflowBuffer same(0);
    buffer.wait_front(2);
    constexpr uint32_t words = get_named_compile_time_arg_val("page_words");
    ASSERT(buffer.read_tile_value(1, 5) == words + 5 && same.read_tile_value<uint16_t>(0, 6) == 3);
    ASSERT(same.get_tile_address(1) == buffer.get_tile_address(0) + 4 * words);
    ASSERT(same.get_total_num_entries() == 2 && same.get_entry_size() == 4 * words);
    ASSERT(same.get_total_size_bytes() == 8 * words);
    ASSERT(get_local_cb_interface(0).fifo_page_size << cb_addr_shift == 4 * words);
    same.pop_front(2);
}
