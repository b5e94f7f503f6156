// tessera explain: every fault is explained, every example has its fault and its correction none.
#include <nlohmann/json.hpp>

#include "sim/fault/fault.hpp"
#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;
using testing::Not;

class Explain : public Command {};

TEST_F(Explain, EveryFaultByNumberAndName) {
    for (const fault::Row& row : fault::rows()) {
        const Outcome by_number = run({"explain", fault::code(row.id)});
        expect_good(by_number);
        EXPECT_THAT(by_number.out, testing::StartsWith(fault::code(row.id) + "  " + std::string(row.name)));
        EXPECT_THAT(by_number.out, HasSubstr("\nsilicon "));
        EXPECT_EQ(run({"explain", std::string(row.name)}).out, by_number.out);
    }
    const Outcome help = run({"help", "TS014"});
    expect_good(help);
    EXPECT_EQ(help.out, run({"explain", "14"}).out);
    EXPECT_THAT(help.out, HasSubstr("  -    copy_tile(0, 0, 8);\n  +    copy_tile(0, 0, 0);\n"));
    EXPECT_THAT(help.out, HasSubstr("related    TS015 dst-ownership"));
}

TEST_F(Explain, RefusesWhatIsNone) {
    expect_refused(run({"explain", "TS999"}), {"explain TS999: no such fault", "tessera list faults"});
    expect_refused(run({"explain", "dst-indx"}), {"dst-index"});
    expect_refused(run({"explain", "TS033", "--example"}), {"there is no example of it"});
}

TEST_F(Explain, EveryExampleHasItsFaultAndItsCorrectionNone) {
    int examples = 0;
    for (const fault::Row& row : fault::rows()) {
        const std::string code = fault::code(row.id);
        const Outcome wrong = run({"explain", code, "--example"});
        if (wrong.status != 0) continue;
        ++examples;
        write_text(scratch / "wrong.toml", wrong.out);
        write_text(scratch / "mended.toml", run({"explain", code, "--mended"}).out);
        EXPECT_THAT(run({"run", "wrong.toml", "-q"}).err, HasSubstr("[" + code + "]"));
        const Outcome mended = run({"run", "mended.toml", "-q"});
        EXPECT_EQ(mended.status, 0) << code;
        EXPECT_EQ(mended.err, "") << code;
    }
    EXPECT_GE(examples, 20);
}

// Who meets a fault learns of it.
TEST_F(Explain, AFaultNamesTheCommand) {
    write_text(scratch / "wrong.toml", run({"explain", "TS001", "--example"}).out);
    EXPECT_THAT(run({"run", "wrong.toml"}).err, HasSubstr("  = more: tessera explain TS001\n"));
}

}  // namespace
}  // namespace tessera::end_to_end
