// Numbers and forms of NoC addresses by the vendor's names (memory-order.md 3, kernel-api.md 2.2). Its own are macros,
// and kernels ask with #ifdef, so these are macros too. An address has 36 bits below two coordinates of 6 bits; a
// multicast has the coordinates of its first corner above those of its last (sim/abi/abi.hpp).
#pragma once

#include "tessera/types.h"

#define NUM_NOCS 2
#define NOC_MAX_TRANSACTION_ID 0xF
#define NOC_MAX_TRANSACTION_ID_COUNT 255
#define NOC_CLEAR_OUTSTANDING_REQ_MASK ((1ULL << (NOC_MAX_TRANSACTION_ID + 1)) - 1)

// The first of the translated coordinates of Tensix cores (timing.md 1).
#if defined(ARCH_BLACKHOLE)
#define VIRTUAL_TENSIX_START_X 1
#define VIRTUAL_TENSIX_START_Y 2
#define NOC_WORD_BYTES 64
#define NOC_X_SIZE 17
#define NOC_Y_SIZE 12
#else
#define VIRTUAL_TENSIX_START_X 18
#define VIRTUAL_TENSIX_START_Y 18
#define NOC_WORD_BYTES 32
#define NOC_X_SIZE 10
#define NOC_Y_SIZE 12
#endif
#define NOC_MAX_BURST_WORDS (NOC_MAX_BURST_SIZE / NOC_WORD_BYTES)
#define noc_size_x NOC_X_SIZE
#define noc_size_y NOC_Y_SIZE

#define NOC_L1_READ_ALIGNMENT_BYTES L1_ALIGNMENT
#define NOC_L1_WRITE_ALIGNMENT_BYTES L1_ALIGNMENT
#define NOC_DRAM_READ_ALIGNMENT_BYTES DRAM_ALIGNMENT
#define NOC_DRAM_WRITE_ALIGNMENT_BYTES L1_ALIGNMENT
#define LOG_BASE_2_OF_DRAM_ALIGNMENT (__builtin_ctz(DRAM_ALIGNMENT))
#define LOG_BASE_2_OF_L1_ALIGNMENT (__builtin_ctz(L1_ALIGNMENT))

#define NOC_ADDR_LOCAL_BITS 36
#define NOC_ADDR_NODE_ID_BITS 6
#define NOC_ADDR_COORD_SHIFT NOC_ADDR_LOCAL_BITS
#define NOC_LOCAL_ADDR_MASK ((1ULL << NOC_ADDR_LOCAL_BITS) - 1)
#define NOC_NODE_ID_MASK ((1ULL << NOC_ADDR_NODE_ID_BITS) - 1)
#define NOC_LOCAL_ADDR_OFFSET(addr) ((addr)&NOC_LOCAL_ADDR_MASK)
#define NOC_LOCAL_ADDR(addr) NOC_LOCAL_ADDR_OFFSET(addr)

#define TESSERA_NOC_COORDINATE(addr, index) \
    (((addr) >> (NOC_ADDR_LOCAL_BITS + (index)*NOC_ADDR_NODE_ID_BITS)) & NOC_NODE_ID_MASK)
#define NOC_UNICAST_ADDR_X(addr) TESSERA_NOC_COORDINATE(addr, 0)
#define NOC_UNICAST_ADDR_Y(addr) TESSERA_NOC_COORDINATE(addr, 1)
#define NOC_MCAST_ADDR_END_X(addr) TESSERA_NOC_COORDINATE(addr, 0)
#define NOC_MCAST_ADDR_END_Y(addr) TESSERA_NOC_COORDINATE(addr, 1)
#define NOC_MCAST_ADDR_START_X(addr) TESSERA_NOC_COORDINATE(addr, 2)
#define NOC_MCAST_ADDR_START_Y(addr) TESSERA_NOC_COORDINATE(addr, 3)

#define NOC_XY_ENCODING(x, y) ((((uint32_t)(y)) << NOC_ADDR_NODE_ID_BITS) | ((uint32_t)(x)))
#define NOC_MULTICAST_ENCODING(x_start, y_start, x_end, y_end) \
    ((NOC_XY_ENCODING(x_start, y_start) << (2 * NOC_ADDR_NODE_ID_BITS)) | NOC_XY_ENCODING(x_end, y_end))
#define NOC_XY_ADDR2(xy, addr) ((((uint64_t)(xy)) << NOC_ADDR_LOCAL_BITS) | ((uint64_t)(addr)))
#define NOC_XY_ADDR(x, y, addr) NOC_XY_ADDR2(NOC_XY_ENCODING(x, y), addr)
#define NOC_MULTICAST_ADDR(x_start, y_start, x_end, y_end, addr) \
    NOC_XY_ADDR2(NOC_MULTICAST_ENCODING(x_start, y_start, x_end, y_end), addr)

// Coordinates are those of NoC 0 on either NoC.
#define DYNAMIC_NOC_X(noc, x) (x)
#define DYNAMIC_NOC_Y(noc, y) (y)
#define NOC_X(x) (x)
#define NOC_Y(y) (y)

// Virtual channels of requests: accepted everywhere a call of the vendor's takes one. The model of the NoC has one
// queue for each link, so they change nothing.
#define NOC_UNICAST_WRITE_VC 1
#define NOC_MULTICAST_WRITE_VC 4
#define NOC_DISPATCH_MULTICAST_WRITE_VC 5

#define DM_DEDICATED_NOC 0
#define DM_DYNAMIC_NOC 1
