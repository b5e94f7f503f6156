// B's side of mailbox_compute.cpp: a word to each compute core, and one back from each.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    ASSERT(!ckernel::mailbox_not_empty(ckernel::ThreadId::PackThreadId));
    for (uint8_t thread : {ckernel::UnpackThreadId, ckernel::MathThreadId, ckernel::PackThreadId})
        ckernel::mailbox_write(thread, 100 + thread);
    for (uint8_t thread : {ckernel::PackThreadId, ckernel::MathThreadId, ckernel::UnpackThreadId})
        ASSERT(ckernel::mailbox_read(thread) == 200u + thread);
    // The front of the buffer, by the pointer and by the page.
    cb_reserve_back(0, 2);
    auto* page = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    for (uint32_t i = 0; i < 2048; ++i) page[i] = i;
    cb_push_back(0, 2);
}
