// DPRINT from kernels: whole lines, with core and RISC, only for the cores asked for (spec/kernel-api.md 1.5, 5.5).
#include <cstdlib>

#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

using Lines = std::vector<std::string>;

const std::string speak = R"(
    DPRINT << "n = " << 3u << HEX() << " 0x" << 255u << ENDL();
    DPRINT << "unfinished";)";

Lines lines_of(Scenario& s, core::Options options) {
    Lines lines;
    options.print_line = [&](std::string_view line) { lines.emplace_back(line); };
    expect_clean(s, options);
    return lines;
}

TEST(Dprint, WholeLinesOfEveryRiscInTheOrderOfTheirEnds) {
    Scenario s;
    s.reader(speak).writer("    DPRINT << -1 << '!' << ENDL();").compute(R"(
    UNPACK(DPRINT << "unpack" << ENDL();)
    DPRINT_MATH(DPRINT << 0.5f << ENDL();))");
    core::Options options;
    options.print_all_cores = true;
    const Lines once = lines_of(s, options);
    EXPECT_THAT(once, ::testing::UnorderedElementsAre("core (0,0) BRISC: n = 3 0xff", "core (0,0) BRISC: unfinished",
                                                      "core (0,0) NCRISC: -1!", "core (0,0) TRISC0: unpack",
                                                      "core (0,0) TRISC1: 0.5"));
    EXPECT_EQ(lines_of(s, options), once);
}

TEST(Dprint, OnlyTheCoresAskedFor) {
    Scenario s;
    s.reader(speak);
    core::Options options;
    options.print_cores = {{1, 0}};
    EXPECT_EQ(lines_of(s, options), Lines{});
    options.print_cores = {{1, 0}, {0, 0}};
    EXPECT_EQ(lines_of(s, options).size(), 2u);
}

TEST(Dprint, EnvironmentChooses) {
    Scenario s;
    s.reader(speak);
    ::unsetenv("TT_METAL_DPRINT_CORES");
    EXPECT_EQ(lines_of(s, {}), Lines{}) << "off by default";
    ::setenv("TT_METAL_DPRINT_CORES", "all", 1);
    EXPECT_EQ(lines_of(s, {}).size(), 2u);
    ::setenv("TT_METAL_DPRINT_CORES", "(3,2),(0,0)", 1);
    EXPECT_EQ(lines_of(s, {}).size(), 2u);
    ::setenv("TT_METAL_DPRINT_CORES", "3,2", 1);
    EXPECT_EQ(lines_of(s, {}), Lines{});
    ::setenv("TT_METAL_DPRINT_CORES", "(0,0)-(0,3)", 1);
    EXPECT_EQ(lines_of(s, {}).size(), 2u);
    ::setenv("TT_METAL_DPRINT_CORES", "(0,1)-(3,3),4,0", 1);
    EXPECT_EQ(lines_of(s, {}), Lines{});
    for (const char* wrong : {"some", "1", "1,2,3", "(0,0)-", "-(0,0)", "(0,0)-(1)"}) {
        ::setenv("TT_METAL_DPRINT_CORES", wrong, 1);
        EXPECT_THROW(s.run(), fault::InputError) << wrong;
    }
    ::unsetenv("TT_METAL_DPRINT_CORES");
}

// The current form: a format of fmt with its arguments.
TEST(Dprint, FormatsWithArguments) {
    Scenario s;
    s.above("#include \"api/debug/dprint.h\"")
        .reader(R"(
    DPRINT("{} {:x} {:#06x} {:.2f} {}\n", -3, 255u, 16, 1.5f, 'c');
    DPRINT("{1} before {0}, {{braces}}, ", 1u, uint64_t{1} << 40);
    DPRINT("{} {}\n", bf16_t(0x3FC0), CTSTR("text"));
    DPRINT_DATA0("by its NoC\n");
    DPRINT_DATA1("not here\n");
    DPRINT_DATA0({ DPRINT << "a block" << ENDL(); });
    DEVICE_PRINT("{:>4}|\n", 7);)")
        .compute(R"(
    DPRINT_UNPACK("T0 of {}\n", 3);
    DPRINT_MATH("T1 alone\n");
    DPRINT_PACK(DPRINT << "T2 " << OCT() << 8 << ENDL());)");
    core::Options options;
    options.print_all_cores = true;
    EXPECT_THAT(lines_of(s, options),
                ::testing::UnorderedElementsAre("core (0,0) BRISC: -3 ff 0x0010 1.50 c",
                                                "core (0,0) BRISC: 1099511627776 before 1, {braces}, 1.5 text",
                                                "core (0,0) BRISC: by its NoC", "core (0,0) BRISC: a block",
                                                "core (0,0) BRISC:    7|", "core (0,0) TRISC0: T0 of 3",
                                                "core (0,0) TRISC1: T1 alone", "core (0,0) TRISC2: T2 10"));
}

// By name, with its type where # asks for it; several flags side by side; a value without a name as a cast.
TEST(Dprint, FormatsOfEnumerators) {
    Scenario s;
    s.above(R"(
namespace deep::down { enum Plain { first = 0, second = 1, far = 40 }; }
enum class Scoped : uint8_t { x, y, top = 128 };
enum class Flags : uint32_t { one = 1, two = 2, last = 0x80000000 };
constexpr Flags operator|(Flags a, Flags b) { return Flags(uint32_t(a) | uint32_t(b)); }
enum class Signed : int { below = -1, at = 0 };
)")
        .reader(R"(
    const uint32_t zero = get_arg_val<uint32_t>(0) & 0;
    DPRINT("{} {} {:#}\n", deep::down::second, deep::down::far, deep::down::Plain(zero));
    DPRINT("{} {:#}\n", deep::down::Plain(30), deep::down::Plain(30));
    DPRINT("{} {:>6} {:#}|\n", Scoped::x, Scoped(zero + 1), Scoped::top);
    DPRINT("{} {:#} {} {}\n", Flags::one | Flags::last, Flags::two | Flags::one, Flags(zero), Flags(5));
    DPRINT("{} {} {}\n", Signed::at, Signed(-7), Flags(0xC0000000));)");
    core::Options options;
    options.print_all_cores = true;
    EXPECT_THAT(lines_of(s, options),
                ::testing::ElementsAre("core (0,0) BRISC: second far deep::down::Plain::first",
                                       "core (0,0) BRISC: (deep::down::Plain)30 (deep::down::Plain)30",
                                       "core (0,0) BRISC: x      y Scoped::top|",
                                       "core (0,0) BRISC: one | last Flags::one | Flags::two (Flags)0 (Flags)5",
                                       "core (0,0) BRISC: at (Signed)-7 (Flags)3221225472"));
}

TEST(Dprint, FormatThatDoesNotFit) {
    Scenario s;
    s.reader("    DPRINT(\"{:d}\\n\", 1.5f);  // BUG");
    core::Options options;
    options.print_all_cores = true;
    options.print_line = [](std::string_view) {};
    expect_fault(s, Id::print_format, "BRISC", "reader.cpp", HasSubstr("DPRINT(\"{:d}"), "// BUG", options);
    Scenario few;
    few.reader("    DPRINT(\"{} {}\\n\", 1);");
    try {
        few.run();
        ADD_FAILURE() << "a slot without an argument compiled";
    } catch (const fault::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("as many slots as arguments"));
    }
}

// Parts of tiles at the front and the back, whole pages, what the manipulators do to them.
TEST(Dprint, TilesAndPages) {
    Scenario s;
    s.cb(0, 2).above("#include \"api/debug/dprint_pages.h\"").reader(R"(
    cb_reserve_back(0, 1);
    auto* tile = reinterpret_cast<volatile float*>(get_write_ptr(0));
    for (uint32_t i = 0; i < 1024; ++i) tile[i] = i;
    DPRINT << SETPRECISION(1) << FIXED() << TSLICE(0, 0, SliceRange::hw0_32_16(), TSLICE_INPUT_CB, TSLICE_WR_PTR);
    DPRINT << DEFAULTFLOAT() << SETPRECISION(6)
           << TileSlice(0, 0, SliceRange{.h0 = 1, .h1 = 2, .hs = 1, .w0 = 14, .w1 = 18, .ws = 1}, TSLICE_INPUT_CB,
                        TSLICE_WR_PTR, true, false);
    DPRINT << TSLICE(0, 0, SliceRange::h0_w0_32(), TSLICE_OUTPUT_CB, TSLICE_WR_PTR);
    tt::data_movement::common::print_f32_pages(get_write_ptr(0), 3, 2, 1);
    const uint32_t words[] = {7, 8};
    DPRINT << HEX() << U32_ARRAY(words, 2) << TYPED_U32_ARRAY(1, 0, words, 1) << DEC() << ENDL();
    print_cb_details(0);)");
    core::Options options;
    options.print_all_cores = true;
    const Lines lines = lines_of(s, options);
    const auto line = [](const char* text) { return std::string("core (0,0) BRISC: ") + text; };
    ASSERT_EQ(lines.size(), 8u);
    EXPECT_EQ(lines[0], line("0.0 256.0"));
    EXPECT_EQ(lines[1], line("512.0 768.0"));
    EXPECT_EQ(lines[2], line("46 47 48 49")) << "row by row";
    EXPECT_EQ(lines[3], line("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 <TileSlice data truncated due to exceeding max "
                             "count (16)>"));
    EXPECT_EQ(lines[4], line("1: 3 4 5 "));
    EXPECT_EQ(lines[5], line("2: 6 7 8 "));
    EXPECT_EQ(lines[6], line("7 8 7 "));
    EXPECT_THAT(lines[7], HasSubstr("cb_id 0: { size: 8192, "));
}

// A tile of Dst, when the coprocessor has written it: row by row of the tile, or face by face.
TEST(Dprint, TileOfDst) {
    Scenario s;
    s.cb(0, 1)
        .above("#include \"api/debug/dprint_tensix.h\"")
        .reader(R"(
    cb_reserve_back(0, 1);
    auto* tile = reinterpret_cast<volatile float*>(get_write_ptr(0));
    for (uint32_t i = 0; i < 1024; ++i) tile[i] = static_cast<int>(i % 512);
    cb_push_back(0, 1);)")
        .compute(R"(
    init_sfpu(0, 0);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 1);
    dprint_tensix_dest_reg(1);
    dprint_tensix_dest_reg<true>(1);
    tile_regs_commit();)",
                 {.fp32_dest_acc = true});
    core::Options options;
    options.print_all_cores = true;
    const Lines lines = lines_of(s, options);
    ASSERT_EQ(lines.size(), 33u + 1 + 4 * 17);
    EXPECT_EQ(lines[0], "core (0,0) TRISC1: Tile ID = 1");
    EXPECT_THAT(lines[2],
                AllOf(HasSubstr(":  16.0000  17.0000"), HasSubstr(" 31.0000 272.0000 "), HasSubstr(" 287.0000 ")));
    EXPECT_EQ(lines[33 + 18], "core (0,0) TRISC1: Face 1:");
    EXPECT_THAT(lines[33 + 20], ::testing::EndsWith(" 286.0000 287.0000 "));
}

// What kernels push into the ring buffer of their core is told with a fault, the last 32 words of it.
TEST(Dprint, RingBufferWithTheFault) {
    Scenario s;
    s.above("#include \"api/debug/ring_buffer.h\"\n#include \"api/debug/pause.h\"").reader(R"(
    for (uint32_t i = 0; i < 40; ++i) WATCHER_RING_BUFFER_PUSH(i);
    PAUSE();
    ASSERT(false);  // BUG)");
    expect_fault(s, Id::kernel_assert, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("ring buffer of core (0,0), the oldest word first: 0x8 0x9"), HasSubstr("0x27\n")));
}

TEST(Dprint, CostsNoMoreWhenShown) {
    Scenario shown, hidden;
    shown.reader(speak);
    hidden.reader(speak);
    core::Options options;
    options.print_line = [](std::string_view) {};
    const Cycle without = hidden.device.run(hidden.program, options).cycles;
    options.print_all_cores = true;
    EXPECT_EQ(shown.device.run(shown.program, options).cycles, without);
}

}  // namespace
}  // namespace tessera::faults
