// Aids of debugging on a data-movement core (kernel-api.md 1.5): what they print is held by the test, the rest checks
// itself. Runtime argument: whether to end in assert_and_hang. Circular buffer 0: two pages of 2048 bytes of bf16, of
// which compute takes the first.
#include "api/dataflow/dataflow_api.h"
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
#include "api/debug/dprint_pages.h"
#include "api/debug/dprint_tile.h"
#include "api/debug/eth_link_status.h"
#include "api/debug/noc_logging.h"
#include "api/debug/waypoint.h"

// A piece of the kernel's own.
struct Pair {
    uint32_t first, second;
};
DebugPrinter operator<<(DebugPrinter printer, const Pair& pair) {
    printer << '<' << pair.first << '|' << pair.second << '>';
    return printer;
}

// Logs of lengths and links are of builds that are none of ours: their arguments are not even computed.
uint32_t computed = 0;
void nothing() {
    LOG_LEN(++computed);
    LOG_READ_LEN_FROM_STATE(++computed);
    LOG_WRITE_LEN_FROM_STATE(++computed);
    WATCHER_CHECK_ETH_LINK_STATUS();
    ASSERT(computed == 0);
}

void kernel_main() {
    if (get_arg_val<uint32_t>(0) != 0) assert_and_hang(__LINE__, DebugAssertTripped);  // BUG
    cb_reserve_back(0, 2);
    const uint32_t at = get_write_ptr(0);
    auto* bytes = reinterpret_cast<volatile uint8_t*>(at);
    for (uint32_t i = 0; i < 16; ++i) bytes[i] = 10 * i;
    tt::data_movement::common::print_u8_pages(at, 3, 2);
    tt::data_movement::common::print_u16_pages(at, 2, 2, 1);
    auto* values = reinterpret_cast<volatile uint32_t*>(at);
    // Two bf16 a word, exact up to 256: element i of the tile is i % 128 + 128.
    for (uint32_t i = 0; i < 1024; i += 2) values[i / 2] = (0x4300 + i % 128) | (0x4301 + i % 128) << 16;
    tt::data_movement::common::print_bf16_pages(at, 2, 2, 3);

    volatile uint32_t* waypoint = values + 512;
    write_debug_waypoint<fold("NAB", std::index_sequence<0, 1, 2>())>(waypoint);
    ASSERT(*waypoint == ('N' | 'A' << 8 | 'B' << 16));
    ASSERT(DebugPrintStrLen("three") == 6);
    DebugPrinter printer;
    printer << Pair{3, 4} << ENDL();
    nothing();

    cb_push_back(0, 1);
    DPRINT << CB_PAGE_COUNT(0) << ' ' << CB_PAGE_SIZE(0) << ' ' << CB_RD_SZ(0) << ' ' << CB_WR_PTR(0) - at << ENDL();
}
