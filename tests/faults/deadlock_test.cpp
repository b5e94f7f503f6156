// Deadlocks whose headline stands at what is missing, not at who waits for it.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

const std::string reserve_and_fill = R"(
        cb_reserve_back(0, 1);
        memset(reinterpret_cast<void*>(get_write_ptr(0)), 0, 4096);
)";
const std::string copying_loop = R"(
    init_sfpu(0, 16);
    copy_tile_init(0);
    for (int i = 0; i < 4; ++i) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();  // ACQUIRE
        copy_tile(0, 0, 0);
        tile_regs_commit();
        tile_regs_wait();  // WAIT
        pack_tile(0, 16);
        cb_push_back(16, 1);
        cb_pop_front(0, 1);
)";
const std::string starved_writer = R"(
    for (int i = 0; i < 4; ++i) {
        cb_wait_front(16, 1);  // VICTIM
        cb_pop_front(16, 1);
    })";

TEST(DeadlockHeadline, APushTooFew) {
    Scenario s;
    s.cb(0, 2)
        .cb(16, 2)
        .reader("    for (int i = 0; i < 3; ++i) {" + reserve_and_fill + "        cb_push_back(0, 1);  // BUG\n    }")
        .writer(starved_writer)
        .compute(copying_loop + "        tile_regs_release();\n    }");
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("TRISC0 at compute.cpp:"), HasSubstr("waits for 1 page(s) of cb 0"),
                       HasSubstr("BRISC, which has ended, pushed 3 of 4 page(s), the last here"),
                       HasSubstr("note: core (0,0) NCRISC waits since cycle")));
}

TEST(DeadlockHeadline, APushForgotten) {
    Scenario s;
    s.cb(0, 2).reader("    {" + reserve_and_fill + "    }").writer("    cb_wait_front(0, 1);");
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp",
                 HasSubstr("BRISC, which has ended, has reserved 1 page(s) here and not called cb_push_back for them "
                           "(0 pushed in all)"),
                 "cb_reserve_back(0, 1);");
}

TEST(DeadlockHeadline, APopForgotten) {
    Scenario s;
    s.cb(0, 2)
        .reader("    for (int i = 0; i < 3; ++i) {" + reserve_and_fill + "        cb_push_back(0, 1);\n    }")
        .writer("    cb_wait_front(0, 1);  // BUG");
    expect_fault(
        s, Id::deadlock, "NCRISC", "writer.cpp",
        HasSubstr("BRISC at reader.cpp:3 waits for 1 free page(s) of cb 0; NCRISC, which has ended, has waited "
                  "for 1 page(s) here and not called cb_pop_front for them (0 popped in all)"));
}

TEST(DeadlockHeadline, AReleaseForgotten) {
    Scenario s;
    s.cb(0, 2)
        .cb(16, 4)
        .reader("    for (int i = 0; i < 4; ++i) {" + reserve_and_fill + "        cb_push_back(0, 1);\n    }")
        .writer(starved_writer)
        .compute(copying_loop + "    }");
    expect_fault(s, Id::deadlock, "TRISC2", "compute.cpp",
                 HasSubstr("has called tile_regs_wait here and not "
                           "tile_regs_release after it"),
                 "// WAIT");
}

struct Counted : Scenario {
    explicit Counted(std::uint32_t initial = 0)
        : id(program.add_semaphore(host::CoreRangeSet{host::CoreCoord{0, 0}}, initial)) {}
    std::uint32_t id;
    const std::string head =
        "    auto* count = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_arg_val<uint32_t>(0)));\n"
        "    const uint64_t there = get_noc_addr(get_semaphore(get_arg_val<uint32_t>(0)));\n";
};

TEST(DeadlockHeadline, AnIncrementTooFew) {
    Counted s;
    s.reader(s.head + "    noc_semaphore_wait(count, 3);", {s.id})
        .writer(s.head +
                    "    noc_semaphore_inc(there, 1);\n    noc_semaphore_inc(there, 1);  // BUG\n"
                    "    noc_async_atomic_barrier();",
                {s.id});
    expect_fault(s, Id::deadlock, "NCRISC", "writer.cpp",
                 AllOf(HasSubstr("BRISC at reader.cpp:4 waits for semaphore 0 to be 3, it is 2"),
                       HasSubstr("incremented 2 time(s), last by NCRISC at writer.cpp:5")));
}

TEST(DeadlockHeadline, AValueThatWasPassed) {
    Counted s(2);
    s.reader(s.head + "    noc_semaphore_wait(count, 1);  // BUG", {s.id});
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("to be 1, it is 2: beyond what is waited for"), HasSubstr("noc_semaphore_wait_min")));
}

TEST(DeadlockHeadline, AnIncrementWipedOut) {
    Counted s;
    s.reader(s.head + R"(
    volatile int i = 0;
    while (i < 500) i = i + 1;
    noc_semaphore_set(count, 0);  // BUG
    noc_semaphore_wait(count, 1);)",
             {s.id})
        .writer(s.head + "    noc_semaphore_inc(there, 1);\n    noc_async_atomic_barrier();", {s.id});
    core::Options options;
    options.races = false;  // which is what this is
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("the last store came after the last increment"),
                       HasSubstr("incremented 1 time(s), last by NCRISC at writer.cpp:4; last set by BRISC at")),
                 "// BUG", options);
}

// A kernel that adds to the buffer it reads reserves all of its pages before it has popped the old ones: the packer
// waits for pops that come only once it goes on. The writer, which nobody feeds, is its victim.
TEST(DeadlockHeadline, AnAccumulatorWithoutRoom) {
    Scenario s;
    s.one_tile()
        .cb(0, 1, DataFormat::bf16, 2048)
        .cb(24, 4, DataFormat::bf16, 2048)
        .cb(16, 1, DataFormat::bf16, 2048)
        .writer("    cb_wait_front(16, 1);  // VICTIM")
        .compute(R"(
    binary_op_init_common(0, 24, 16);
    cb_wait_front(0, 1);
    for (int k = 0; k < 2; ++k) {
        cb_reserve_back(24, 4);  // BUG
        for (int i = 0; i < 4; ++i) {
            tile_regs_acquire();
            if (k == 0) {
                copy_tile_init(0);
                copy_tile(0, 0, 0);
            } else {
                cb_wait_front(24, 1);
                add_tiles_init(0, 24);
                add_tiles(0, 24, 0, 0, 0);
                cb_pop_front(24, 1);
            }
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(0, 24);
            tile_regs_release();
        }
        cb_push_back(24, 4);
    })");
    expect_fault(s, Id::deadlock, "TRISC2", "compute.cpp",
                 AllOf(HasSubstr("they wait for each other: TRISC2 at compute.cpp:"),
                       HasSubstr("waits for 4 free page(s) of cb 24"), HasSubstr("until it goes on itself"),
                       HasSubstr("note: core (0,0) NCRISC waits since cycle")));
}

}  // namespace
}  // namespace tessera::faults
