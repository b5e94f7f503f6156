// Circular buffers and deadlocks.
#include "tests/faults/kernels.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::faults {
namespace {

const std::string produce = R"(
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);)";
const std::string consume = R"(
    cb_wait_front(0, 1);
    cb_pop_front(0, 1);)";

TEST(CbFault, CompanionRunsClean) {
    Scenario s;
    expect_clean(s.cb(0, 2).reader(produce).writer(consume));
}

// Who looks at the registers that count pages waits as well as by a call, and what came before is ordered with it.
TEST(CbFault, PagesAreCountedInRegisters) {
    Scenario s;
    expect_clean(s.cb(0, 2)
                     .reader(R"(
    ASSERT(*get_cb_tiles_received_ptr(0) == 0);
    cb_reserve_back(0, 1);
    *reinterpret_cast<volatile uint32_t*>(get_write_ptr(0)) = 7;
    cb_push_back(0, 1);
    ASSERT(*get_cb_tiles_received_ptr(0) == 1);
    while (*get_cb_tiles_acked_ptr(0) != *get_cb_tiles_received_ptr(0)) {
    })")
                     .writer(R"(
    while (*get_cb_tiles_received_ptr(0) != 1) {
    }
    ASSERT(*reinterpret_cast<volatile uint32_t*>(get_read_ptr(0)) == 7);
    ASSERT(*get_cb_tiles_acked_ptr(0) == 0);
    cb_wait_front(0, 1);
    cb_pop_front(0, 1);
    ASSERT(*get_cb_tiles_acked_ptr(0) == 1);)"));
}

TEST(CbFault, RegisterOfPagesThatNobodyChanges) {
    Scenario s;
    s.cb(0, 2).reader(R"(
    while (*get_cb_tiles_acked_ptr(0) == 0) {  // BUG
    })");
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp", HasSubstr("deadlock"));
}

// Each waits for the other: nobody pushes cb 0 before cb 1 has something in it, and the other way round.
TEST(CbFault, DeadlockNamesBothSidesOfTheGraph) {
    Scenario s;
    s.cb(0, 2)
        .cb(1, 2)
        .reader(R"(
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
    cb_wait_front(1, 1);
    cb_pop_front(1, 1);
    cb_wait_front(1, 1);  // BUG
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);)")
        .writer(R"(
    cb_wait_front(0, 1);
    cb_pop_front(0, 1);
    cb_reserve_back(1, 1);
    cb_push_back(1, 1);
    cb_wait_front(0, 2);  // BUG
    cb_reserve_back(1, 1);
    cb_push_back(1, 1);)");
    const int reader = line_of(s.text("reader.cpp")), writer = line_of(s.text("writer.cpp"));
    expect_fault(
        s, Id::deadlock, "BRISC", "reader.cpp",
        AllOf(HasSubstr("deadlock: 2 wait(s)"),
              HasSubstr("reader.cpp:" + std::to_string(reader) + ": note: core (0,0) BRISC waits since cycle "),
              HasSubstr("cb 1 holds 0 of 2 page(s) (received 1, acked 1), 1 needed; NCRISC should push, "
                        "but stands at writer.cpp:" +
                        std::to_string(writer)),
              HasSubstr("writer.cpp:" + std::to_string(writer) + ": note: core (0,0) NCRISC waits since cycle "),
              HasSubstr("cb 0 holds 0 of 2 page(s) (received 1, acked 1), 2 needed; BRISC should push, "
                        "but stands at reader.cpp:" +
                        std::to_string(reader))));
}

TEST(CbFault, DeadlockOfAConsumerWhoseProducerHasEnded) {
    Scenario s;
    s.cb(0, 2)
        .reader(R"(
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);  // BUG)")
        .writer(consume + R"(
    cb_wait_front(0, 1);)");
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp", HasSubstr("BRISC should push, but has ended"));
}

TEST(CbFault, DeadlockOfAFullBufferThatNobodyPops) {
    Scenario s;
    s.cb(0, 2).reader(produce + produce + R"(
    cb_reserve_back(0, 1);  // BUG)");
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp",
                 HasSubstr("cb 0 holds 2 of 2 page(s) (received 2, acked 0), 1 free needed; nobody has popped "
                           "from it so far"));
}

// The packer's thread waits for a commit that never comes.
TEST(CbFault, DeadlockOfACoprocessorThread) {
    Scenario s;
    s.cb(16, 2).compute(R"(
    init_sfpu(16, 16);
    cb_reserve_back(16, 1);
    tile_regs_wait();  // BUG
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);)");
    expect_fault(
        s, Id::deadlock, "TRISC2", "compute.cpp",
        AllOf(HasSubstr("tile_regs_wait"), HasSubstr("TRISC1 should commit a half of Dst (tile_regs_commit), but "
                                                     "has ended")));
}

TEST(CbFault, DeadlockOnASemaphoreTellsItsValue) {
    Scenario s;
    const std::uint32_t id = s.program.add_semaphore(host::CoreRangeSet{host::CoreCoord{0, 0}}, 3);
    s.reader(R"(
    auto* semaphore = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_arg_val<uint32_t>(0)));
    noc_semaphore_wait(semaphore, 4);  // BUG)",
             {id});
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp", HasSubstr("semaphore 0 is 3 and 4 is waited for"));
}

TEST(CbFault, PushWithoutReserve) {
    Scenario s;
    s.cb(0, 2).reader("    cb_push_back(0, 1);  // BUG").writer(consume);
    expect_warning(s, Id::cb_overflow, "BRISC", "reader.cpp",
                   HasSubstr("cb_push_back(cb 0, 1) with 0 page(s) reserved (2 of 2 free)"));
}

// Once a place, however often it is passed.
TEST(CbFault, PushesWithoutReserveWarnOnce) {
    Scenario s;
    s.cb(0, 8)
        .reader(R"(
    for (int i = 0; i < 4; ++i) {
        cb_push_back(0, 1);  // BUG
    })")
        .writer(R"(
    cb_wait_front(0, 4);
    cb_pop_front(0, 4);)");
    expect_warning(s, Id::cb_overflow, "BRISC", "reader.cpp", HasSubstr("0 page(s) reserved (8 of 8 free)"));
}

// Without room the push counts pages that overwrite others.
TEST(CbFault, PushWithoutRoom) {
    Scenario s;
    s.cb(0, 2).reader(produce + produce + R"(
    cb_push_back(0, 1);  // BUG)");
    expect_fault(s, Id::cb_overflow, "BRISC", "reader.cpp",
                 HasSubstr("cb_push_back(cb 0, 1) with 0 page(s) reserved (0 of 2 free)"));
}

TEST(CbFault, PackBeyondTheReserve) {
    Scenario s;
    s.cb(16, 4).compute(R"(
    init_sfpu(16, 16);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    MATH(sfpi::dst_reg[0] = 1.0f; sfpi::dst_reg[32] = 1.0f;)
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    pack_tile(1, 16);  // BUG
    tile_regs_release();)");
    expect_warning(s, Id::cb_overflow, "TRISC2", "compute.cpp",
                   HasSubstr("page 1 at the back of cb 16 written, but cb_reserve_back covered only 1"));
}

// Each round asks for room that it has, because the pages of the round before were not pushed.
TEST(CbFault, PackWithoutThePushBefore) {
    Scenario s;
    s.cb(16, 4).compute(R"(
    init_sfpu(16, 16);
    tile_regs_acquire();
    MATH(sfpi::dst_reg[0] = 1.0f;)
    tile_regs_commit();
    tile_regs_wait();
    for (int i = 0; i < 2; ++i) {
        cb_reserve_back(16, 1);
        pack_tile(0, 16);  // BUG
    }
    tile_regs_release();)");
    expect_warning(s, Id::cb_overflow, "TRISC2", "compute.cpp",
                   HasSubstr("page 1 at the back of cb 16 written: the 1 page(s) reserved are packed already, and "
                             "cb_reserve_back was called again without the cb_push_back of those"));
}

const std::string one_page_made = R"(
    init_sfpu(16, 16);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    MATH(sfpi::dst_reg[0] = 1.0f;)
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);)";

// The packer writes after the unpacker has read, and the page is the kernel's own until it pops it.
TEST(CbFault, PackInPlace) {
    Scenario s;
    s.cb(16, 1).compute(one_page_made + R"(
    copy_tile_init(16);
    cb_wait_front(16, 1);
    tile_regs_acquire();
    copy_tile(16, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);  // BUG
    tile_regs_release();
    cb_pop_front(16, 1);
    cb_reserve_back(16, 1);
    cb_push_back(16, 1);
    cb_wait_front(16, 1);
    cb_pop_front(16, 1);)");
    expect_warning(s, Id::cb_overflow, "TRISC2", "compute.cpp",
                   HasSubstr("page 0 at the back of cb 16 written without cb_reserve_back"));
}

// Without its pop the consumer sees the first page twice and the second never.
TEST(CbFault, PagesThatNobodyWaitedFor) {
    const std::string produces =
        "    for (int page = 0; page < 2; ++page) {\n        cb_reserve_back(0, 1);\n        cb_push_back(0, 1);  // "
        "BUG\n"
        "    }";
    Scenario s;
    s.cb(0, 2).reader(produces).writer("    for (int page = 0; page < 2; ++page) cb_wait_front(0, 1);");
    expect_warning(s, Id::unread_pages, "BRISC", "reader.cpp",
                   HasSubstr("2 pages were pushed to cb 0, the last here, and its consumer has waited for 1 of them"));
    Scenario waits_for_all;
    waits_for_all.cb(0, 2).reader(produces).writer("    cb_wait_front(0, 2);");
    expect_clean(waits_for_all);
}

TEST(CbFault, PackOverWhatNobodyHasTaken) {
    Scenario s;
    s.cb(16, 1).compute(one_page_made + R"(
    tile_regs_acquire();
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);  // BUG
    tile_regs_release();)");
    expect_fault(s, Id::cb_overflow, "TRISC2", "compute.cpp",
                 HasSubstr("over page 0 at the front of cb 16 that nobody has taken"));
}

TEST(CbFault, PushOfMorePagesThanThereAre) {
    Scenario s;
    s.cb(16, 1).compute(one_page_made + R"(
    cb_push_back(16, 1);  // BUG)");
    expect_fault(s, Id::cb_overflow, "TRISC2", "compute.cpp",
                 HasSubstr("1 page(s) more than the buffer has, 0 of which TRISC0 unpack has taken"));
}

TEST(CbFault, PopWithoutWait) {
    Scenario s;
    s.cb(0, 2).writer("    cb_pop_front(0, 1);  // BUG");
    expect_fault(s, Id::cb_underflow, "NCRISC", "writer.cpp",
                 HasSubstr("cb_pop_front(cb 0, 1) with 0 page(s) waited for (0 there)"));
}

// The page happens to be there.
TEST(CbFault, PopOfWhatWasNotWaitedFor) {
    Scenario s;
    s.cb(0, 2).reader(R"(
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
    cb_pop_front(0, 1);  // BUG)");
    expect_warning(s, Id::cb_underflow, "BRISC", "reader.cpp",
                   HasSubstr("cb_pop_front(cb 0, 1) with 0 page(s) waited for (1 there)"));
}

TEST(CbFault, CopyBeyondTheWait) {
    Scenario s;
    s.cb(0, 2).reader(produce).compute(R"(
    init_sfpu(0, 0);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 1, 0);  // BUG
    tile_regs_commit();)");
    expect_fault(s, Id::cb_underflow, "TRISC0", "compute.cpp",
                 HasSubstr("page 1 at the front of cb 0 read, but cb_wait_front covered only 1"));
}

TEST(CbFault, UnconfiguredOnThisCore) {
    Scenario s;
    s.cb(0, 2).reader("    cb_reserve_back(7, 1);  // BUG");
    expect_fault(s, Id::cb_unconfigured, "BRISC", "reader.cpp", HasSubstr("circular buffer 7 is not configured"));
}

TEST(CbFault, MorePagesThanThereAre) {
    Scenario s;
    s.cb(0, 2).reader("    cb_reserve_back(0, 3);  // BUG");
    expect_fault(s, Id::cb_bad_count, "BRISC", "reader.cpp", HasSubstr("cb_reserve_back(cb 0, 3)"));
}

// Three pages, always two at a time: the second step would run over the end.
TEST(CbFault, CountThatDoesNotDivideTheBuffer) {
    Scenario s;
    s.cb(0, 3)
        .reader(R"(
    cb_reserve_back(0, 2);
    cb_push_back(0, 2);
    cb_reserve_back(0, 2);
    cb_push_back(0, 2);  // BUG)")
        .writer(R"(
    cb_wait_front(0, 2);
    cb_pop_front(0, 2);)");
    expect_fault(s, Id::cb_bad_count, "BRISC", "reader.cpp",
                 HasSubstr("a step of 2 page(s) crosses the end of cb 0 (3 pages)"));
}

TEST(CbFault, TwoProducers) {
    Scenario s;
    s.cb(0, 4).reader(produce).writer(R"(
    cb_wait_front(0, 1);
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);  // BUG)");
    expect_fault(s, Id::two_users_of_cb, "NCRISC", "writer.cpp", HasSubstr("BRISC and NCRISC both push to cb 0"));
}

TEST(CbFault, PushBeforeBarrier) {
    const std::string kernel = R"(
    const uint64_t source = get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0));
    cb_reserve_back(0, 1);
    noc_async_read(source, get_write_ptr(0), 1024);  // CALL
)";
    const std::string push = R"(
    cb_push_back(0, 1);  // BUG
    noc_async_read_barrier();)";
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(kernel + push, {address});
    const int call = line_of(s.text("reader.cpp"), "// CALL");
    expect_fault(s, Id::push_before_barrier, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("cb_push_back(cb 0, 1) while the NoC read of 1024 bytes"),
                       HasSubstr("issued at reader.cpp:" + std::to_string(call))));
    Scenario good;
    good.dram(1024);
    expect_clean(good.cb(0, 2).reader(kernel + "    noc_async_read_barrier();\n    cb_push_back(0, 1);", {address}));
}

}  // namespace
}  // namespace tessera::faults
