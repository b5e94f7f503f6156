// What becomes of faults after which a run could go on: --faults, --strict, --pedantic, --keep-going.
#include "sim/fault/policy.hpp"

#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

using fault::Verdict;

TEST(Policy, VerdictsByCodeAndByName) {
    const auto parsed = fault::parse_verdicts("TS013=warn,race=off,TS003=error");
    EXPECT_EQ(parsed.at(Id::push_before_barrier), Verdict::warning);
    EXPECT_EQ(parsed.at(Id::race), Verdict::off);
    EXPECT_EQ(parsed.at(Id::cb_overflow), Verdict::error);
    EXPECT_TRUE(fault::parse_verdicts("").empty());
    for (const char* wrong : {"TS999=warn", "TS013", "TS013=maybe", "=warn", ",", "TS013=warn,,"})
        EXPECT_THROW(fault::parse_verdicts(wrong), fault::InputError) << wrong;
}

// What documents forbid is an error of strict runs; what merely works, of pedantic ones alone; both by --faults.
TEST(Policy, StrictAndPedantic) {
    const fault::Policy usual, strict{.strict = true}, pedantic{.pedantic = true};
    constexpr auto warning = fault::Severity::warning;
    for (const Id documented : {Id::unread_pages, Id::wrong_init}) {
        EXPECT_EQ(usual.of(documented, warning), Verdict::warning);
        EXPECT_EQ(strict.of(documented, warning), Verdict::error);
        EXPECT_EQ(pedantic.of(documented, warning), Verdict::error);
    }
    EXPECT_EQ(strict.of(Id::noc_out_of_bounds, warning), Verdict::warning);
    EXPECT_EQ(pedantic.of(Id::noc_out_of_bounds, warning), Verdict::error);
    EXPECT_EQ(strict.of(Id::noc_out_of_bounds, fault::Severity::error), Verdict::error);
    const fault::Policy named{.pedantic = true, .named = {{Id::noc_out_of_bounds, Verdict::off}}};
    EXPECT_EQ(named.of(Id::noc_out_of_bounds, fault::Severity::error), Verdict::off);
}

Scenario& bug(Scenario& s) {
    const std::uint32_t address = s.dram(1024);
    return s.cb(0, 1).reader(R"(
    for (int i = 0; i < 3; ++i)
        noc_async_read(get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), get_write_ptr(0), 64);  // BUG)",
                             {address});
}

TEST(Policy, AnErrorCanBeAWarningOrNothing) {
    Scenario s;
    core::Options options;
    options.faults.named[Id::unfinished_transfers] = Verdict::warning;
    EXPECT_FALSE(bug(s).run(options));
    ASSERT_EQ(s.warnings.size(), 1u) << "once a place";
    EXPECT_EQ(s.warnings.front().id(), Id::unfinished_transfers);
    Scenario quiet;
    options.faults.named[Id::unfinished_transfers] = Verdict::off;
    expect_clean(bug(quiet), options);
    Scenario usual;
    const auto fault = bug(usual).run();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::unfinished_transfers);
}

TEST(Policy, ErrorsAreGatheredWhereTheRunGoesOn) {
    Scenario s;
    std::vector<fault::Fault> errors;
    core::Options options;
    options.faults.keep_going = true;
    options.passed = [&](const fault::Fault& error) { errors.push_back(error); };
    EXPECT_FALSE(bug(s).run(options));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors.front().where().line, line_of(s.text("reader.cpp")));
}

}  // namespace
}  // namespace tessera::faults
