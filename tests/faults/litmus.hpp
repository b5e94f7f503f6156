// The litmus programs of spec/memory-order.md 6: E is reported by default, W as a warning, S in pedantic runs only, N
// never. Kernels run on cores A, C and D; every core has circular buffer 0, semaphores 0 and 1.
#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::faults {

enum class Verdict { E, W, S, N };

struct Part {
    char core;         // A, C, D
    const char* risc;  // B, NC, T
    const char* body;
};

struct Litmus {
    int number;
    const char* name;
    Verdict verdict;
    std::vector<Part> parts;
    std::uint32_t pages = 2;
    fault::Id id = fault::Id::race;
    std::vector<Part> then = {};  // the kernels of a second program
};
inline void PrintTo(const Litmus& program, std::ostream* out) {
    *out << fmt::format("L{:02}_{}", program.number, program.name);
}

// Arguments: NoC coordinates of A, C and D, then two DRAM buffers, of which the first is filled.
inline const std::string names = R"(
inline uint64_t at(uint32_t core, uint32_t address) {
    return get_noc_addr(get_arg_val<uint32_t>(2 * core), get_arg_val<uint32_t>(2 * core + 1), address);
}
inline uint64_t all(uint32_t first, uint32_t last, uint32_t address) {
    return get_noc_multicast_addr(get_arg_val<uint32_t>(2 * first), get_arg_val<uint32_t>(2 * first + 1),
                                  get_arg_val<uint32_t>(2 * last), get_arg_val<uint32_t>(2 * last + 1), address);
}
inline uint64_t dram(uint32_t which) { return get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(6 + which)); }
inline volatile uint32_t* word(uint32_t address) { return reinterpret_cast<volatile uint32_t*>(address); }
inline void fill(uint32_t l1, uint32_t bytes) {
    noc_async_read(dram(0), l1, bytes);
    noc_async_read_barrier();
}
constexpr uint32_t A = 0, C = 1, D = 2;
#define X (get_write_ptr(0))
#define S get_semaphore(0)
#define S2 get_semaphore(1)
#define WAIT(s, n) noc_semaphore_wait(word(s), n)
#define USE(address) word(S2 + 8)[0] = word(address)[0]
)";

inline const std::vector<Litmus>& litmus() {
    static const std::vector<Litmus> all{
        {1,
         "ReadPushUnpack",
         Verdict::E,
         {{'A', "B",
           "cb_reserve_back(0, 1); noc_async_read(dram(0), X, 4096); cb_push_back(0, 1);  // BUG\n"
           "noc_async_read_barrier();"},
          {'A', "T", "cb_wait_front(0, 1); cb_pop_front(0, 1);"}},
         2,
         fault::Id::push_before_barrier},
        {2,
         "ReadBarrierPushUnpack",
         Verdict::N,
         {{'A', "B", "cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1);"},
          {'A', "T", "cb_wait_front(0, 1); cb_pop_front(0, 1);"}}},
        {3,
         "WritePopRefill",
         Verdict::E,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "NC",
           "for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "noc_async_write(get_read_ptr(0), dram(1), 4096);  // BUG\n"
           "cb_pop_front(0, 1); } noc_async_write_barrier();"}},
         1},
        {4,
         "WriteFlushPop",
         Verdict::N,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "NC",
           "for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "noc_async_write(get_read_ptr(0), dram(1), 4096);\n"
           "noc_async_writes_flushed(); cb_pop_front(0, 1); } noc_async_write_barrier();"}},
         1},
        {5,
         "PostedWriteWrongFlush",
         Verdict::E,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "NC",
           "for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "noc_async_write<NOC_MAX_BURST_SIZE + 1, true, true>(get_read_ptr(0), dram(1), 4096);  // BUG\n"
           "noc_async_writes_flushed(); cb_pop_front(0, 1); } noc_async_posted_writes_flushed();"}},
         1},
        {6,
         "WriteThenIncrement",
         Verdict::S,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {7,
         "WriteBarrierIncrement",
         Verdict::N,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64); noc_async_write_barrier();\n"
           "noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {8,
         "FlushIsNoArrival",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);  // BUG\n"
           "noc_async_writes_flushed(); noc_semaphore_inc(at(D, S), 1); noc_async_full_barrier();"},
          {'C', "B", ""},
          {'D', "B", "WAIT(S, 1); noc_async_read(at(C, X), X, 64); noc_async_read_barrier();"}}},
        {9,
         "OtherChannel",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1, noc_index, 2); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {10,
         "MulticastThenIncrement",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write_multicast(X, all(C, D, X), 64, 2);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"},
          {'D', "B", ""}}},
        {11,
         "MulticastThenFlag",
         Verdict::S,
         {{'A', "B",
           "fill(X, 64); fill(X + 64, 4); noc_async_write_multicast(X, all(C, D, X), 64, 2);  // BUG\n"
           "noc_semaphore_set_multicast(X + 64, all(C, D, S), 2); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 0x01010101); USE(X);"},
          {'D', "B", "WAIT(S, 0x01010101);"}}},
        {12,
         "MulticastToOtherRectangle",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); fill(X + 64, 4); noc_async_write_multicast(X, all(C, D, X), 64, 2);  // BUG\n"
           "noc_semaphore_set_multicast(X + 64, all(C, C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 0x01010101); USE(X);"},
          {'D', "B", ""}}},
        {13,
         "OtherNoc",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64, 0);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1, 1); noc_async_write_barrier(0); noc_async_atomic_barrier(1);"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {14,
         "FlagChangedBehindMulticast",
         Verdict::E,
         {{'A', "B",
           "fill(X + 64, 4); noc_semaphore_set_multicast(X + 64, all(C, D, S), 2);  // BUG\n"
           "word(X + 64)[0] = 0; noc_async_write_barrier();"},
          {'C', "B", ""},
          {'D', "B", ""}}},
        {15,
         "StoreThenMulticast",
         Verdict::S,
         {{'A', "B",
           "word(X)[0] = 1; noc_semaphore_set_multicast(X, all(C, D, S), 2);  // BUG\n"
           "noc_async_write_barrier();"},
          {'C', "B", "WAIT(S, 1);"},
          {'D', "B", "WAIT(S, 1);"}}},
        {16,
         "WriteBarrierIsNoAtomicBarrier",
         Verdict::E,
         {{'A', "B",
           "noc_semaphore_inc(at(C, S), 1);  // BUG\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(D, S), 1); noc_async_full_barrier();"},
          {'C', "B", ""},
          {'D', "B", "WAIT(S, 1); noc_async_read(at(C, S), X, 4); noc_async_read_barrier();"}}},
        {17,
         "AtomicAtTheEnd",
         Verdict::E,
         {{'A', "B", "noc_semaphore_inc(at(C, S), 1);  // BUG\n"}, {'C', "B", "WAIT(S, 1);"}},
         2,
         fault::Id::unfinished_transfers},
        {18,
         "NextProgramReads",
         Verdict::E,
         {{'A', "B", "fill(X, 64); noc_async_write(X, dram(1), 64); noc_async_writes_flushed();"}},
         2,
         fault::Id::race,
         {{'A', "B", "noc_async_read(dram(1), X, 64);  // BUG\n noc_async_read_barrier();"}}},
        {19,
         "ReadBack",
         Verdict::W,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, dram(1), 64);\n"
           "noc_async_read(dram(1), X + 64, 64);  // BUG\n"
           "noc_async_read_barrier(); noc_async_write_barrier(); USE(X + 64);"}}},
        {20,
         "ReadBackOnOtherNoc",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, dram(1), 64, 0);  // BUG\n"
           "noc_async_read(dram(1), X + 64, 64, 1); noc_async_read_barrier(1); noc_async_write_barrier(0);"}}},
        {21,
         "WriteBehindRead",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_read(dram(0), X + 64, 64);  // BUG\n"
           "noc_async_write(X, dram(0), 64); noc_async_full_barrier();"}}},
        {22,
         "TwoReadsIntoOnePlace",
         Verdict::E,
         {{'A', "B",
           "noc_async_read(dram(0), X, 64);  // BUG\n"
           "noc_async_read(dram(0) + 64, X, 64); noc_async_read_barrier(); USE(X);"}}},
        {23,
         "TwoWritesOnOneWay",
         Verdict::N,
         {{'A', "B",
           "fill(X, 128); noc_async_write(X, at(C, X), 64); noc_async_write(X + 64, at(C, X), 64);\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {24,
         "TwoWriters",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 2); USE(X);"},
          {'D', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"}}},
        {25,
         "TwoIncrements",
         Verdict::N,
         {{'A', "B", "noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"},
          {'C', "B", "WAIT(S, 2);"},
          {'D', "B", "noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"}}},
        {26,
         "ResetWhileAdding",
         Verdict::E,
         {{'A', "B", "noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"},
          {'C', "B", "noc_semaphore_set(word(S), 0);"}}},
        {27,
         "PackPushSend",
         Verdict::N,
         {{'A', "T",
           "copy_tile_init(0); tile_regs_acquire(); fill_tile(0, 1.0f); tile_regs_commit(); tile_regs_wait();\n"
           "cb_reserve_back(0, 1); pack_tile(0, 0); cb_push_back(0, 1); tile_regs_release();"},
          {'A', "NC",
           "cb_wait_front(0, 1); noc_async_write(get_read_ptr(0), dram(1), 4096);\n"
           "noc_async_write_barrier(); cb_pop_front(0, 1);"}}},
        {28,
         "SendWithoutPush",
         Verdict::E,
         {{'A', "T",
           "copy_tile_init(0); tile_regs_acquire(); fill_tile(0, 1.0f); tile_regs_commit(); tile_regs_wait();\n"
           "cb_reserve_back(0, 1); pack_tile(0, 0); tile_regs_release();"},
          {'A', "NC",
           "riscv_wait(4000); noc_async_write(get_read_ptr(0), dram(1), 4096);\n"
           "noc_async_write_barrier();"}}},
        {29,
         "UnpackPopRefill",
         Verdict::N,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "T",
           "copy_tile_init(0); for (int i = 0; i < 3; ++i) { tile_regs_acquire(); cb_wait_front(0, 1);\n"
           "copy_tile(0, 0, 0); cb_pop_front(0, 1); tile_regs_commit(); tile_regs_wait();\n"
           "tile_regs_release(); }"}},
         1},
        {30,
         "LoadAfterPop",
         Verdict::E,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "T",
           "volatile uint32_t got = 0; for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "UNPACK((got = get_local_cb_interface(0).fifo_rd_ptr << 4));\n cb_pop_front(0, 1);\n"
           "UNPACK((got = *reinterpret_cast<volatile uint32_t*>(got))); }"}},
         1},
        {31,
         "PackWithoutCommit",
         Verdict::E,
         {{'A', "T",
           "copy_tile_init(0); tile_regs_acquire(); fill_tile(0, 1.0f); cb_reserve_back(0, 1);\n"
           "pack_tile(0, 0);  // BUG\n cb_push_back(0, 1);"}},
         2,
         fault::Id::pack_order},
        {32,
         "StorePushLoad",
         Verdict::S,
         {{'A', "B", "cb_reserve_back(0, 1); word(X)[0] = 1;  cb_push_back(0, 1);"},
          {'A', "NC", "cb_wait_front(0, 1); USE(get_read_ptr(0));  // BUG\n cb_pop_front(0, 1);"}}},
        {34,
         "BarrierOfOtherNoc",
         Verdict::E,
         {{'A', "B",
           "noc_async_read(dram(0), X, 64, 1); noc_async_read_barrier(0);\n"
           "USE(X);  // BUG\n"
           "noc_async_read_barrier(1);"}},
         2,
         fault::Id::uninitialised},
        {35,
         "BarrierOfOtherRisc",
         Verdict::E,
         {{'A', "B",
           "noc_async_read(dram(0), X, 64);  // BUG\n noc_semaphore_set(word(S), 1); WAIT(S2, 1);\n"
           "noc_async_read_barrier();"},
          {'A', "NC", "WAIT(S, 1); noc_async_read_barrier(0); USE(X); noc_semaphore_set(word(S2), 1);"}}},
        {37,
         "LinkedMulticastThenFlag",
         Verdict::S,
         {{'A', "B",
           "fill(X, 64); fill(X + 64, 4); noc_async_write_multicast(X, all(C, D, X), 64, 2, true);  // BUG\n"
           "noc_semaphore_set_multicast(X + 64, all(C, D, S), 2); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 0x01010101); USE(X);"},
          {'D', "B", "WAIT(S, 0x01010101);"}}},
        {38,
         "LoopbackOntoItself",
         Verdict::N,
         {{'A', "B",
           "fill(X, 64); noc_async_write_multicast_loopback_src(X, all(A, A, X), 64, 1); noc_async_write_barrier();\n"
           "USE(X); word(X)[0] = 2;"},
          {'C', "B", ""},
          {'D', "B", ""}}},
        {39,
         "StoreBehindLoopbackOntoItself",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write_multicast_loopback_src(X, all(A, A, X), 64, 1);  // BUG\n"
           "word(X)[0] = 2; USE(X); noc_async_write_barrier();"},
          {'C', "B", ""},
          {'D', "B", ""}}},
        {40,
         "SecondSignalBeforeTheReset",
         Verdict::E,
         {{'A', "B",
           "fill(X, 4); for (int i = 0; i < 2; ++i) {\n"
           "noc_semaphore_set_multicast(X, all(C, D, S), 2);\n"
           "noc_async_write_barrier(); }"},
          {'C', "B", "for (int i = 0; i < 2; ++i) { WAIT(S, 0x01010101); noc_semaphore_set(word(S), 0); }"},
          {'D', "B", ""}}},
        {41,
         "ResetAtTheStart",
         Verdict::E,
         {{'A', "B", "fill(X, 4); noc_semaphore_set_remote(X, at(C, S)); noc_async_write_barrier();"},
          {'C', "B", "noc_semaphore_set(word(S), 0); WAIT(S, 0x01010101);"}}},
        {42,
         "ResetBehindReady",
         Verdict::E,
         {{'A', "B", "fill(X, 4); WAIT(S, 1); noc_semaphore_set_remote(X, at(C, S)); noc_async_write_barrier();"},
          {'C', "B",
           "noc_semaphore_inc(at(A, S), 1); noc_semaphore_set(word(S), 0); WAIT(S, 0x01010101);\n"
           "noc_async_atomic_barrier();"}}},
        {43,
         "ResetBeforeReady",
         Verdict::S,
         {{'A', "B",
           "fill(X, 4); for (int i = 1; i < 4; ++i) { WAIT(S, i); noc_semaphore_set_remote(X, at(C, S));\n"
           "noc_async_write_barrier(); }"},
          {'C', "B",
           "for (int i = 1; i < 4; ++i) { noc_semaphore_set(word(S), 0); noc_semaphore_inc(at(A, S), 1);\n"
           "WAIT(S, 0x01010101); noc_async_atomic_barrier(); }"}}},
        {44,
         "TwoSendersOfOneFlag",
         Verdict::E,
         {{'A', "B", "fill(X, 4); noc_semaphore_set_remote(X, at(C, S)); noc_async_write_barrier();"},
          {'C', "B", "WAIT(S, 0x01010101);"},
          {'D', "B", "fill(X, 4); noc_semaphore_set_remote(X, at(C, S)); noc_async_write_barrier();"}}},
    };
    return all;
}

}  // namespace tessera::faults
