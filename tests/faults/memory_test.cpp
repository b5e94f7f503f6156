// Loads, stores, arguments, stack and text of the RISCs.
#include "host/tensor/beyond_ieee.hpp"
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

TEST(MemoryFault, LoadOutsideEverything) {
    Scenario s;
    s.reader(pointer_to + "0x40000000);\n    *p = *p + 1;  // BUG");
    expect_fault(s, Id::out_of_bounds, "BRISC", "reader.cpp", HasSubstr("load of 4 byte(s) at 0x40000000"));
}

TEST(MemoryFault, StoreBehindL1) {
    Scenario s;
    s.reader(pointer_to + "1464 * 1024);\n    *p = 1;  // BUG");
    expect_fault(s, Id::out_of_bounds, "BRISC", "reader.cpp", HasSubstr("store of 4 byte(s) at 0x0016e000"));
}

TEST(MemoryFault, OverrunOfAnArrayOnTheStack) {
    Scenario s;
    s.reader(R"(
    volatile uint32_t array[4];
    array[get_arg_val<uint32_t>(0)] = 1;  // BUG)",
             {100});
    expect_fault(
        s, Id::out_of_bounds, "BRISC", "reader.cpp",
        testing::ContainsRegex("nor local memory, but [0-9]+ bytes above the stack: past the end of an array"));
}

// Not far enough to leave the stack. Frames that are over keep nothing that counts.
TEST(MemoryFault, StoreOverAReturnAddress) {
    const std::string functions = R"(
    static const auto sum = [](uint32_t n) __attribute__((noinline)) {
        volatile uint32_t array[4];
        for (uint32_t i = 0; i < n; ++i) array[i] = i;  // BUG
        return array[0] + array[3];
    };
    static const auto twice = [](uint32_t n) __attribute__((noinline)) { return sum(n) + sum(n); };
    static const auto large = [](uint32_t n) __attribute__((noinline)) {
        volatile uint32_t array[16];
        for (uint32_t i = 0; i < n; ++i) array[i] = i;
        return array[0] + array[n - 1];
    };
    volatile uint32_t result = twice(get_arg_val<uint32_t>(0));
    result = result + large(16) + twice(4);)";
    Scenario s;
    s.reader(functions, {16});
    expect_fault(s, Id::out_of_bounds, "BRISC", "reader.cpp",
                 HasSubstr("over the return address of a function that is under way: past the end of an array"));
    Scenario fine;
    fine.reader(functions, {4});
    expect_clean(fine);
}

// Once a place, however often it runs. RISC-V goes on with -1, or with the dividend as the remainder.
TEST(MemoryFault, DivisionByZero) {
    for (const char* quotient :
         {"get_arg_val<uint32_t>(1) / divisor;  // BUG", "get_arg_val<int>(1) % int(divisor);  // BUG"}) {
        Scenario s;
        s.reader(std::string(R"(
    const uint32_t divisor = get_arg_val<uint32_t>(0);
    volatile uint32_t sum = 0;
    for (int i = 0; i < 3; ++i) {
        const uint32_t quotient = )") +
                     quotient + R"(
        sum = sum + quotient;
    })",
                 {0, 7});
        expect_warning(s, Id::zero_division, "BRISC", "reader.cpp", HasSubstr("an integer is divided by zero"));
    }
    Scenario fine;
    fine.reader("    volatile uint32_t quotient = 7 / get_arg_val<uint32_t>(0);", {3});
    expect_clean(fine);
}

TEST(MemoryFault, Misaligned) {
    Scenario s;
    s.reader(pointer_to + "get_arg_val<uint32_t>(0));\n    *p = 1;  // BUG", {0x100002});
    expect_fault(s, Id::misaligned, "BRISC", "reader.cpp", HasSubstr("store of 4 bytes at 0x00100002"));
}

TEST(MemoryFault, UninitialisedL1) {
    Scenario s;
    s.cb(0, 2).reader(pointer_to + "get_write_ptr(0));\n    p[1] = 7;\n    p[0] = p[1];\n    p[1] = p[2];  // BUG");
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("was never written"));
}

TEST(MemoryFault, UninitialisedLocalVariable) {
    Scenario s;
    s.cb(0, 2).reader(R"(
    volatile uint32_t table[4];
    table[0] = 1;
    reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[0] = table[3];  // BUG)");
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("local memory"));
}

// A field is set by a load, a mask and a store of its whole word, whose other bits nobody reads.
TEST(MemoryFault, BitFieldsAreSetOneByOne) {
    const std::string fields = R"(
    struct Fields { uint32_t low : 5, middle : 11, high : 16; };
    volatile Fields fields;
    fields.low = get_arg_val<uint32_t>(0);
    fields.middle = 3;
)";
    Scenario good;
    good.cb(0, 2).reader(fields + "    reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[0] = fields.middle;",
                         {7});
    expect_clean(good);
    Scenario whole;
    whole.cb(0, 2).reader(R"(
    volatile uint32_t words[2];
    words[0] = 1;
    const uint32_t word = words[1];  // BUG
    reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[0] = word & 31;)");
    expect_fault(whole, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("local memory"));
}

// libc has no lines: the user's call is named.
TEST(MemoryFault, InsideLibcNamesTheCall) {
    Scenario s;
    s.cb(0, 2).reader(R"(
    char* l1 = reinterpret_cast<char*>(get_write_ptr(0));
    const uint32_t bytes = get_arg_val<uint32_t>(0);
    memset(l1 + 64, 1, bytes);
    memcpy(l1, reinterpret_cast<char*>(0x40000000), bytes);  // BUG
    l1[0] = 0;)",
                      {100});
    expect_fault(s, Id::out_of_bounds, "BRISC", "reader.cpp", HasSubstr("load of"));
}

// Inlined functions of the standard library are not the user's either.
TEST(MemoryFault, InsideTheStandardLibraryNamesTheCall) {
    Scenario s;
    s.above("#include <algorithm>")
        .cb(0, 2)
        .reader(R"(
    volatile uint32_t* l1 = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    std::fill(l1, l1 + get_arg_val<uint32_t>(0), 5u);
    std::copy(l1, l1 + get_arg_val<uint32_t>(0), reinterpret_cast<volatile uint32_t*>(0x40000000));  // BUG)",
                {10});
    expect_fault(s, Id::out_of_bounds, "BRISC", "reader.cpp", HasSubstr("store of"));
}

TEST(MemoryFault, StackOverflow) {
    Scenario s;
    s.above(R"(
volatile char table[3000];
__attribute__((noinline)) uint32_t deep(uint32_t n) {
    volatile uint32_t frame[64];  // BUG
    for (uint32_t i = 0; i < 64; ++i) frame[i] = n;
    return n == 0 ? frame[0] : deep(n - 1) + frame[n];
})")
        .reader("    table[deep(get_arg_val<uint32_t>(0))] = 1;", {20});
    const auto fault = s.run();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::stack_overflow) << fault->text();
    EXPECT_EQ(fault->where().file, "reader.cpp");
    // The prologue belongs to the line of the function or of its first statement.
    EXPECT_NEAR(fault->where().line, line_of(s.text("reader.cpp")), 1) << fault->text();
    EXPECT_THAT(fault->text(), AllOf(HasSubstr("sp moves from"), HasSubstr("bytes too many"), HasSubstr("[TS010]")));
}

TEST(MemoryFault, ShallowStackRunsClean) {
    Scenario s;
    s.above("__attribute__((noinline)) uint32_t deep(uint32_t n) { return n == 0 ? 0 : deep(n - 1) + n; }")
        .cb(0, 2)
        .reader(pointer_to + "get_write_ptr(0));\n    *p = deep(get_arg_val<uint32_t>(0));", {20});
    expect_clean(s);
}

TEST(MemoryFault, MissingArgument) {
    const std::string kernel = pointer_to +
                               "get_write_ptr(0));\n    p[0] = get_arg_val<uint32_t>(0);\n"
                               "    p[1] = get_arg_val<uint32_t>(1);  // BUG";
    Scenario s;
    s.cb(0, 2).reader(kernel, {5});
    expect_fault(s, Id::missing_argument, "BRISC", "reader.cpp",
                 HasSubstr("runtime argument 1 read, but the host set 1"));
    Scenario good;
    expect_clean(good.cb(0, 2).reader(kernel, {5, 6}));
}

TEST(MemoryFault, MissingCommonArgument) {
    Scenario s;
    s.cb(0, 2).reader(pointer_to + "get_write_ptr(0));\n    p[0] = get_common_arg_val<uint32_t>(2);  // BUG");
    expect_fault(s, Id::missing_argument, "BRISC", "reader.cpp",
                 HasSubstr("common runtime argument 2 read, but the host set 0"));
}

TEST(MemoryFault, StoreIntoText) {
    Scenario s;
    s.above("void other() {}").reader(R"(
    auto* text = reinterpret_cast<volatile uint32_t*>(reinterpret_cast<uintptr_t>(&kernel_main) & ~3u);
    *text = 0;  // BUG)");
    expect_fault(s, Id::code_write, "BRISC", "reader.cpp", HasSubstr("into the kernel's text"));
}

TEST(MemoryFault, StoreIntoTheTextOfAnother) {
    Scenario s;
    s.reader(pointer_to + "0x1fff0);\n    *p = 1;  // BUG");
    expect_fault(s, Id::code_write, "BRISC", "reader.cpp", HasSubstr("into the kernels' text 0x8000..0x1ffff"));
}

TEST(MemoryFault, WildJump) {
    Scenario s;
    s.reader(R"(
    auto function = reinterpret_cast<void (*)()>(get_arg_val<uint32_t>(0));
    function();  // BUG
    cb_push_back(0, 1);)",
             {0x40});
    expect_fault(s, Id::illegal_instruction, "BRISC", "reader.cpp", HasSubstr("0x00000040"));
}

TEST(MemoryFault, FailedAssert) {
    const std::string kernel = "    ASSERT(get_arg_val<uint32_t>(0) < 4);  // BUG";
    Scenario s;
    s.reader(kernel, {4});
    const int line = line_of(s.text("reader.cpp"));
    expect_fault(s, Id::kernel_assert, "BRISC", "reader.cpp",
                 HasSubstr("ASSERT failed in line " + std::to_string(line) + " of reader.cpp"));
    Scenario good;
    expect_clean(good.reader(kernel, {3}));
}

TEST(MemoryFault, EndlessLoop) {
    Scenario s;
    s.reader("    for (;;) asm volatile(\"nop\");  // BUG");
    core::Options options;
    options.max_cycles = 5000;
    expect_fault(s, Id::cycle_limit, "BRISC", "reader.cpp", HasSubstr("still running after 5000 cycles"), "// BUG",
                 options);
}

TEST(MemoryFault, EndlessLoopOverL1) {
    Scenario s;
    s.cb(0, 2).reader(pointer_to + "get_write_ptr(0));\n    *p = 0;\n    while (*p == 0) *p = 0;  // BUG");
    core::Options options;
    options.max_cycles = 5000;
    expect_fault(s, Id::cycle_limit, "BRISC", "reader.cpp", HasSubstr("still running after 5000 cycles"), "// BUG",
                 options);
}

TEST(MemoryFault, KernelTooLarge) {
    Scenario s;
    s.writer("    asm volatile(\".zero 16384\");");
    const auto fault = s.run();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::kernel_too_large);
    EXPECT_THAT(fault->text(), AllOf(HasSubstr("writer.cpp"), HasSubstr("room for 16384 bytes"), HasSubstr("[TS031]")));
}

TEST(MemoryFault, L1Overflow) {
    Scenario s;
    s.cb(0, 400).reader("");
    const auto fault = s.run();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::l1_overflow);
    EXPECT_THAT(fault->text(), AllOf(HasSubstr("core (0,0)"), HasSubstr("[TS032]")));
    Scenario good;
    expect_clean(good.cb(0, 300).reader(""));
}

// A kernel leaves a number beyond 65504 in a buffer of the host's, which has no format: that of the circular buffer it
// came from tells. Another format, or the host's own bytes, make it nobody's again.
TEST(MemoryFault, HalfPrecisionBeyondIeee) {
    for (const DataFormat format : {DataFormat::fp16, DataFormat::bf16}) {
        Scenario s;
        auto buffer = s.device.create_buffer(64, 64);
        s.cb(0, 1, format, 64)
            .reader(R"(
    auto* p = reinterpret_cast<volatile uint16_t*>(get_write_ptr(0));
    for (uint32_t i = 0; i < 32; ++i) p[i] = i == 5 ? 0xFC00 : 0x3C00;
    noc_async_write(get_write_ptr(0), get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), 64);
    noc_async_write_barrier();)",
                    {buffer->address()});
        expect_clean(s);
        EXPECT_EQ(s.device.machine().holds_fp16(buffer->address()), format == DataFormat::fp16);
        const auto bytes = s.device.read(*buffer);
        host::BeyondIeee beyond;
        beyond.look_at({reinterpret_cast<const std::uint16_t*>(bytes.data()), bytes.size() / 2});
        const auto fault = host::beyond_ieee({beyond.text("a buffer", "number 5 of page 0")});
        ASSERT_TRUE(fault);
        EXPECT_EQ(fault->id(), Id::fp16_beyond_ieee);
        EXPECT_EQ(beyond.first(), 5u);
        EXPECT_THAT(fault->text(fault::Severity::warning),
                    HasSubstr("1 of 32 elements of a buffer have exponent 31; the first, number 5 of page 0, is -65536 "
                              "here and minus infinity for a reader of IEEE fp16"));
        s.device.write(*buffer, bytes);
        EXPECT_FALSE(s.device.machine().holds_fp16(buffer->address()));
    }
}

}  // namespace
}  // namespace tessera::faults
