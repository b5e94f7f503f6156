// Loops that poll what nobody can change any more, and loops that only look like them.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

const std::string word = R"(
    auto* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_arg_val<uint32_t>(0)));
)";

struct Flag : Scenario {
    explicit Flag(std::uint32_t initial = 0)
        : id(program.add_semaphore(host::CoreRangeSet{host::CoreCoord{0, 0}}, initial)) {}
    std::uint32_t id;
};

TEST(PollFault, AWordThatNobodyChanges) {
    Flag s;
    s.reader(word + "    while (*flag != 1) {}  // BUG", {s.id});
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("deadlock: a loop polls semaphore 0, which holds 0x0; nobody can change it any more"),
                       HasSubstr("nobody has incremented or set it")));
    ASSERT_LT(s.run()->where().cycle, 100'000u);
}

TEST(PollFault, AWordWhoseWriterHasEnded) {
    Flag s;
    s.reader(word + "    while (flag[0] != 2) invalidate_l1_cache();  // BUG", {s.id})
        .writer(word + "    noc_semaphore_set(flag, 1);  // SET", {s.id});
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp",
                 HasSubstr("which holds 0x1; nobody can change it any more; last set by NCRISC at writer.cpp:" +
                           std::to_string(line_of(s.text("writer.cpp"), "// SET"))));
}

TEST(PollFault, TwoThatPollEachOther) {
    Flag s;
    s.reader(word + "    while (*flag != 1) {}  // BUG\n    *flag = 2;", {s.id})
        .writer(word + "    while (*flag != 2) {}  // BUG\n    *flag = 1;", {s.id});
    const auto fault = s.run();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::deadlock) << fault->text();
    EXPECT_LT(fault->where().cycle, 100'000u);
}

TEST(PollFault, ABufferThatNobodyFills) {
    Scenario s;
    s.cb(0, 2).reader("    while (!cb_pages_available_at_front(0, 1)) {}  // BUG");
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp", HasSubstr("a loop polls"));
}

// All of these end.
TEST(PollFault, LoopsThatEndRunClean) {
    Flag counts;
    counts.reader(word + "    for (int i = 0; i < 20000 && *flag != 1; ++i) {}", {counts.id});
    expect_clean(counts);
    Flag in_memory;
    in_memory.reader(word + "    volatile int i = 0;\n    while (*flag != 1 && i < 5000) i = i + 1;", {in_memory.id});
    expect_clean(in_memory);
    Flag clock;
    clock.reader(word + R"(
    auto* now = reinterpret_cast<volatile uint32_t*>(0xFFB121F0);
    const uint32_t end = *now + 50000;
    while (*flag != 1 && *now < end) {})",
                 {clock.id});
    expect_clean(clock);
    Flag later;
    later.reader(word + "    while (*flag != 1) {}", {later.id})
        .writer(word + "    volatile int i = 0;\n    while (i < 20000) i = i + 1;\n    *flag = 1;", {later.id});
    expect_clean(later);
    Flag polls_too;
    polls_too.reader(word + "    while (*flag != 1) {}", {polls_too.id})
        .writer(word + "    for (int i = 0; i < 20000 && flag[0] != 3; ++i) {}\n    *flag = 1;", {polls_too.id});
    expect_clean(polls_too);
}

}  // namespace
}  // namespace tessera::faults
