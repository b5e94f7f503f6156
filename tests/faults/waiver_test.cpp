// Faults that --faults makes warnings or drops: the run goes on, or says that it cannot (spec/faults.md 3).
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "sim/fault/policy.hpp"
#include "tests/faults/kernels.hpp"
#include "tests/support/paths.hpp"

namespace tessera::faults {
namespace {

using fault::Verdict;
using Build = void (*)(Scenario&);

struct Waived {
    const char* name;
    Id id;
    Build build;
};

const std::string copy = R"(
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
)";
const std::string packed = R"(
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);)";
const std::string taken = "    cb_wait_front(16, 1);\n    cb_pop_front(16, 1);";

void one_tile_through(Scenario& s, const std::string& body) {
    s.one_tile().cb(0, 2, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048);
    s.writer(taken).compute(copy + body + packed);
}

void on_vectors(Scenario& s, const std::string& body) {
    s.compute("    tile_regs_acquire();\n    MATH(sfpi::dst_reg[0] = 0.5f; " + body +
              ")  // BUG\n    tile_regs_commit();");
}

const Waived waived[] = {
    {"MissingArgument", Id::missing_argument,
     [](Scenario& s) { s.reader(pointer_to + "0x2800);\n    *p = get_arg_val<uint32_t>(3);  // BUG"); }},
    {"LoadOfUnwrittenL1", Id::uninitialised,
     [](Scenario& s) { s.cb(0, 1).reader(pointer_to + "get_write_ptr(0));\n    p[0] = p[1];  // BUG"); }},
    {"LoadOfAnUnwrittenVariable", Id::uninitialised,
     [](Scenario& s) {
         s.cb(0, 1).reader("    volatile uint32_t table[4];\n" + pointer_to +
                               "get_write_ptr(0));\n    p[0] = table[get_arg_val<uint32_t>(0)];  // BUG",
                           {1});
     }},
    {"WriteOfUnwrittenBytes", Id::uninitialised,
     [](Scenario& s) {
         s.cb(0, 1).reader(dram_source +
                               "    noc_async_write(get_write_ptr(0), source, 64);  // BUG\n"
                               "    noc_async_write_barrier();",
                           {s.dram(1024)});
     }},
    {"IncrementOfAWordWithoutValue", Id::uninitialised,
     [](Scenario& s) {
         s.cb(0, 1).reader(
             "    noc_semaphore_inc(get_noc_addr(1, 1, get_write_ptr(0)), 1);  // BUG\n"
             "    noc_async_atomic_barrier();");
     }},
    {"PageBehindABuffer", Id::noc_out_of_bounds,
     [](Scenario& s) {
         s.cb(0, 1).reader(dram_source +
                               "    noc_async_read(source + 2048, get_write_ptr(0), 64);  // BUG\n"
                               "    noc_async_read_barrier();",
                           {s.dram(1024)});
     }},
    {"PushBeforeTheBarrier", Id::push_before_barrier,
     [](Scenario& s) {
         s.cb(0, 1)
             .reader(dram_source +
                         "    cb_reserve_back(0, 1);\n    noc_async_read(source, get_write_ptr(0), 64);\n"
                         "    cb_push_back(0, 1);  // BUG\n    noc_async_read_barrier();",
                     {s.dram(1024)})
             .writer("    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);");
     }},
    {"PushWithoutRoom", Id::cb_overflow,
     [](Scenario& s) {
         s.cb(0, 1)
             .reader("    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n    cb_push_back(0, 1);  // BUG")
             .writer(
                 "    riscv_wait(3000);\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n"
                 "    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);");
     }},
    {"TwoProducers", Id::two_users_of_cb,
     [](Scenario& s) {
         s.cb(0, 4)
             .reader(
                 "    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n    riscv_wait(3000);\n"
                 "    cb_wait_front(0, 2);\n    cb_pop_front(0, 2);")
             .writer("    riscv_wait(500);\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);  // BUG");
     }},
    {"Assert", Id::kernel_assert,
     [](Scenario& s) { s.reader("    ASSERT(get_arg_val<uint32_t>(0) < 4);  // BUG", {4}); }},
    {"TileBeyondTheWait", Id::cb_underflow,
     [](Scenario& s) { one_tile_through(s, "    tile_regs_acquire();\n    copy_tile(0, 1, 0);  // BUG"); }},
    {"CopyWithoutAcquire", Id::dst_ownership,
     [](Scenario& s) { one_tile_through(s, "    copy_tile(0, 0, 0);  // BUG"); }},
    {"OpenCondition", Id::unbalanced_predicate, [](Scenario& s) { on_vectors(s, "TTI_SFPPUSHC(0, 0, 0, 0);"); }},
    {"SemaphoreAtZero", Id::semaphore_misuse, [](Scenario& s) { s.compute("    MATH(TTI_SEMGET(1 << 2);)  // BUG"); }},
    {"EarlyVector", Id::sfpu_hazard,
     [](Scenario& s) {
         on_vectors(s, "TTI_SFPLOADI(0, 0, 0x4000); TTI_SFPMUL(0, 0, 9, 1, 0); TTI_SFPADD(10, 1, 1, 2, 0);");
     }},
};

void PrintTo(const Waived& one, std::ostream* out) { *out << one.name; }

class Waiver : public ::testing::TestWithParam<Waived> {};

TEST_P(Waiver, IsHonoured) {
    const Waived& one = GetParam();
    core::Options options;
    options.races = true;
    // What follows from it may be named as well, and is waived with it.
    const auto named = [&](Verdict verdict) {
        options.faults.named = {{Id::race, Verdict::off}};
        if (one.id != Id::uninitialised) options.faults.named[Id::uninitialised] = Verdict::off;
        options.faults.named[one.id] = verdict;
    };
    {
        Scenario s;
        one.build(s);
        named(Verdict::error);
        const auto fault = s.run(options);
        ASSERT_TRUE(fault) << "an error by default";
        EXPECT_EQ(fault->id(), one.id) << fault->text();
    }
    Scenario warned;
    one.build(warned);
    named(Verdict::warning);
    const auto fault = warned.run(options);
    ASSERT_FALSE(fault) << fault->text();
    EXPECT_TRUE(std::ranges::any_of(warned.warnings, [&](const fault::Fault& w) { return w.id() == one.id; }));
    Scenario quiet;
    one.build(quiet);
    named(Verdict::off);
    const auto still = quiet.run(options);
    EXPECT_FALSE(still) << still->text();
    for (const fault::Fault& w : quiet.warnings) EXPECT_NE(w.id(), one.id) << w.text(fault::Severity::warning);
}

INSTANTIATE_TEST_SUITE_P(Of, Waiver, ::testing::ValuesIn(waived), [](const auto& one) { return one.param.name; });

TEST(WaiverThatCannotBe, IsSaid) {
    Scenario wild;
    wild.reader(pointer_to + "0x90000000);\n    *p = 1;  // BUG");
    core::Options options;
    options.faults.named[Id::out_of_bounds] = Verdict::warning;
    const auto fault = wild.run(options);
    ASSERT_TRUE(fault);
    EXPECT_THAT(fault->text(), HasSubstr("note: --faults TS007=warn changes nothing here: the machine cannot go on"));
    options.faults.named.clear();
    options.faults.keep_going = true;
    const auto kept = wild.run(options);
    ASSERT_TRUE(kept);
    EXPECT_THAT(kept->text(), HasSubstr("note: --keep-going ends here: the machine cannot go on after this"));
    const auto usual = wild.run();
    ASSERT_TRUE(usual);
    EXPECT_THAT(usual->text(), Not(HasSubstr("cannot go on")));
}

// The page on faults and the table say the same.
TEST(WaiverTable, IsThatOfThePage) {
    std::ifstream page(std::filesystem::path(TESSERA_SOURCE_DIR) / "sim/spec/faults.md");
    const std::regex row(R"(\| (TS\d+) \| ([\w-]+) \| .* \| (no|some|yes) \| [^|]* \|)");
    std::map<std::string, std::string> told;
    std::smatch at;
    for (std::string line; std::getline(page, line);)
        if (std::regex_match(line, at, row)) told[at[1]] = at[3];
    for (const fault::Row& one : fault::rows()) EXPECT_EQ(told[fault::code(one.id)], name(one.goes_on)) << one.name;
}

}  // namespace
}  // namespace tessera::faults
