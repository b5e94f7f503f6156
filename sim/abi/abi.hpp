// The one list that kernels and simulator share: how a kernel on a baby RISC-V core calls the machine (design.md 3).
// C++17, compiled for RV32IM and for the host.
//
// custom-0 (opcode 0x0B), I-type, funct3 0: a call of the kernel API. imm12 is a Call, arguments in a0..a7, results in
// a0 (and a1 where the row says so).
// custom-1 (opcode 0x2B), R-type: one SFPI operation, funct7 is a VectorOp (sim/abi/vector_op.hpp), rs1 and rs2 are
// handles or scalars, rd the new handle; with funct3 bit 0 set the 32-bit word that follows the instruction replaces
// rs2 (a compile-time constant costs one push, as on the machine). A word whose low two bits are not 11 is a Tensix
// instruction rotated left by two, as on silicon.
#pragma once

#include <stdint.h>

#include "sim/abi/cb_index.hpp"

namespace tessera::abi {

inline constexpr uint32_t call_opcode = 0x0B;
inline constexpr uint32_t vector_opcode = 0x2B;

// Baby RISC-V cores of one Tensix tile, in the order used everywhere (arrays of five, trace rows).
enum class Risc : uint32_t { b = 0, nc = 1, t0 = 2, t1 = 3, t2 = 4 };

// Memory map of a baby core (ISA documentation, BabyRISCV): L1 at 0, local data RAM, the FIFO to the coprocessor.
inline constexpr uint32_t local_memory_base = 0xFFB00000;
// Where a low-level kernel finds what the machine keeps about circular buffers, words of each buffer one behind the
// other; on silicon they lie in local memory.
inline constexpr uint32_t cb_interface_base = 0xFFB08000, cb_interface_words = 8;
inline constexpr uint32_t wall_clock_base = 0xFFB121F0;  // low word, high word at +8
inline constexpr uint32_t tensix_fifo_base =
    0xFFE40000;  // a stored word is pushed as an (unrotated) Tensix instruction

// Where a kernel leaves signs of life for the vendor's tools, at the bottom of L1.
inline constexpr uint32_t heartbeat_address = 0x1C;

// Circular buffers of a core, on the architecture that has the most (arch::Tensix::circular_buffers).
inline constexpr uint32_t most_circular_buffers = tt::CBIndex::SIZE;

// Runtime arguments of a RISC: unique words from its slot's start, common words from here on (bytes).
inline constexpr uint32_t common_args_offset = 2048;
inline constexpr uint32_t max_runtime_args = 341;

// 64-bit NoC address: bits 0..35 address, 36..41 x, 42..47 y; multicast start x,y in 48..53, 54..59, its end in x,y.
// Coordinates are those of NoC 0 whichever NoC carries the transfer (the machine mirrors them for NoC 1), so that one
// address serves both; my_coordinate answers in the same coordinates.
inline constexpr uint32_t noc_address_bits = 36;
inline constexpr uint32_t noc_coordinate_bits = 6;

// The last argument of a NoC call: the NoC in bit 0, and what differs from a plain request. A write leaves by command
// buffer `write` unless it names another one; reads use `read`, inline writes and atomics use `atomic`.
enum class CommandBuffer : uint32_t { write = 0, read = 1, reg = 2, atomic = 3 };
inline constexpr uint32_t command_buffers = 4, transaction_ids = 16;
inline constexpr uint32_t noc_posted = 1u << 1, noc_linked = 1u << 2;
inline constexpr uint32_t noc_buffer_shift = 3;
// The virtual channel of a unicast request, in the bits above: how it differs from the usual one, of multicasts
// likewise.
inline constexpr uint32_t noc_channel_shift = 5, noc_channel_mask = 0xF;
inline constexpr uint32_t unicast_channel = 1, multicast_channel = 4;
inline constexpr uint32_t noc_one_packet = 1u << 9;   // the caller vouches that it fits one packet
inline constexpr uint32_t noc_whole_page = 1u << 10;  // a page of an accessor, from its first byte on
inline constexpr uint32_t noc_state_bytes = 0xFFFFFFFF;
// What noc_inline_with_state changes of the state, and what noc_wait_id waits for.
inline constexpr uint32_t inline_update_low = 1, inline_update_high = 2, inline_update_value = 4;
enum class NocIdWait : uint32_t { reads, writes, sent };

// What one Call::print carries; its value is in a1 (and a2 for 64-bit values, low word first).
enum class Print : uint32_t {
    text = 0,   // ptr to a string that ends in 0
    character,  // one char
    signed32,
    unsigned32,
    signed64,    // low, high
    unsigned64,  // low, high
    float32,     // bits of an fp32
    bfloat16,    // low 16 bits
    pointer,
    end_of_line,    // ENDL()
    width,          // SETW(n): of the next piece
    precision,      // SETPRECISION(n)
    fixed,          // FIXED()
    default_float,  // DEFAULTFLOAT()
    hexadecimal,    // HEX()
    decimal,        // DEC()
    octal,          // OCT()
    format_begin,   // the pieces from here on are arguments of a format
    format_end,     // ptr to the format, as fmt takes it
    // Of a format's arguments: an enumerator is its names, one or several flags, or its number, and then its type.
    enumerator,         // ptr to a name
    enumerator_number,  // of a value without a name, and whether it is signed
    enumerator_type,    // ptr to the type's name
};

// Arguments of print_tile: a range of rows or columns, and how the tile lies in memory.
constexpr uint32_t pack_range(uint32_t begin, uint32_t end, uint32_t step) { return begin | end << 8 | step << 16; }
inline constexpr uint32_t tile_front = 1;      // the front of the buffer, else its back
inline constexpr uint32_t tile_ends_rows = 2;  // a line for each row
inline constexpr uint32_t tile_of_faces = 4;   // four faces, else row by row

// What cb_set_pointer sets: the next page to write or to read, as L1 byte addresses, the bytes of the pages that T2 has
// packed in order since the last push, and how many pages of the memory that the host gave are the ring.
enum class CbPointer : uint32_t { write, read, packed, pages };

enum class Call : uint32_t {
    // Life of a kernel.
    exit = 0,           // (): kernel_main has returned
    assert_failed,      // (file ptr, line)
    zone_begin,         // (name ptr, file ptr, line) -> zone id
    zone_end,           // (zone id)
    timestamped_data,   // (id, low, high)
    print,              // (Print, value, value2): DPRINT pieces
    print_tile,         // (cb, tile, rows, columns, tile_* bits, most bytes of values): a TileSlice
    ring_buffer_push,   // (value)
    mailbox_write,      // (to whom, value): B 0, T0 1, T1 2, T2 3
    mailbox_read,       // (from whom) -> value
    mailbox_not_empty,  // (from whom) -> bool
    unit_sync,          // T0 T2: until the unit has done all that it was given
    l1_data_cache,      // (on): of this RISC, where there is one

    // Circular buffers; n in pages. On compute RISCs only the build named in kernel-api.md 2.1 calls.
    cb_reserve_back = 16,  // (cb, n)
    cb_push_back,          // (cb, n)
    cb_wait_front,         // (cb, n)
    cb_pop_front,          // (cb, n)
    cb_pages_reservable,   // (cb, n) -> bool
    cb_pages_available,    // (cb, n) -> bool
    cb_write_ptr,          // (cb) -> L1 byte address of the next page to write
    cb_read_ptr,           // (cb) -> L1 byte address of the next page to read
    cb_interface,          // (cb, field 0..3) -> fifo_size, fifo_limit, fifo_page_size, fifo_num_pages (bytes)
    cb_tile_address,       // (cb, index) -> exact L1 byte address, the same on T0, T1 and T2 (mailboxes)
    cb_release_tile,       // (cb)
    cb_set_pointer,        // (cb, CbPointer, value): as kernels do that count pages by themselves

    // NoC; 64-bit addresses as (low, high).
    noc_read = 48,          // (src lo, src hi, dst l1, bytes, noc)
    noc_write,              // (src l1, dst lo, dst hi, bytes, noc)
    noc_write_multicast,    // (src l1, dst lo, dst hi, bytes, noc, num_dests, loopback)
    noc_inline_write,       // (dst lo, dst hi, value, byte enable, noc)
    noc_semaphore_inc,      // (dst lo, dst hi, n, noc)
    noc_read_barrier,       // (noc)
    noc_write_barrier,      // (noc)
    noc_writes_flushed,     // (noc)
    noc_atomic_barrier,     // (noc)
    semaphore_wait,         // (l1 address, value): until equal
    semaphore_wait_min,     // (l1 address, value): until at least
    my_coordinate,          // (noc) -> x | y << 8
    my_logical,             // () -> x | y << 8, relative x << 16 | y << 24
    noc_posted_flushed,     // (noc)
    noc_set_state,          // (lo, hi, bytes, options): of the command buffer named; sends nothing
    noc_read_with_state,    // (src lo, dst l1, bytes, options); noc_state_bytes: those of the state
    noc_write_with_state,   // (src l1, dst lo, bytes, options); likewise
    noc_inline_set_state,   // (dst lo, dst hi, value, byte enable, options)
    noc_inline_with_state,  // (part of the address, value, InlineUpdate bits, options)
    noc_set_id,             // (transaction id, options): of the command buffer named
    noc_wait_id,            // (transaction id, options, limit, NocIdWait): until no more requests than that are left
    noc_clear_ids,          // (mask of transaction ids, options): their counters become 0
    noc_outstanding,        // (transaction id, options) -> requests
    accessor_without_page,  // (): an address was asked of an accessor whose page has 0 bytes

    // Compute, each on the RISC named.
    unsupported_compute = 96,  // any (name ptr): an API function that tessera knows by name only
    print_dst,                 // T1 (tile, by face)
};

}  // namespace tessera::abi
