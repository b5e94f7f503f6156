// A race on the command line: named, given another verdict, gone past, confirmed by another order, told to machines.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

// The semaphore goes by another virtual channel than the data, and nothing waits for those.
class RaceCommandLine : public Command {
  protected:
    RaceCommandLine() {
        write_text(scratch / "sender.cpp", R"(
void kernel_main() {
    const uint32_t page = get_write_ptr(0), x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    for (uint32_t i = 0; i < 16; ++i) reinterpret_cast<volatile uint32_t*>(page)[i] = i;
    noc_async_write(page, get_noc_addr(x, y, page), 64);
    noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(0)), 1, noc_index, 2);
    noc_async_full_barrier();
}
)");
        write_text(scratch / "receiver.cpp", R"(
void kernel_main() {
    noc_semaphore_wait(reinterpret_cast<volatile uint32_t*>(get_semaphore(0)), 1);
    volatile uint32_t* page = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    page[64] = page[3];
}
)");
        write_text(scratch / "job.toml", R"toml(
cores = "0,0-1,0"
[semaphore.sent]
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
cores = "0,0"
path = "sender.cpp"
args = ["noc_x(1, 0)", "noc_y(1, 0)"]
[[kernel]]
processor = "brisc"
cores = "1,0"
path = "receiver.cpp"
)toml");
    }
};

TEST_F(RaceCommandLine, NamesBothLines) {
    const Outcome outcome = run({"run", "job.toml"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("sender.cpp:5: error: core (0,0) BRISC: race for 4 bytes at"),
                                   HasSubstr("load by core (1,0) BRISC at receiver.cpp:5"), HasSubstr("[TS041]")));
}

TEST_F(RaceCommandLine, VerdictsAreTheUsers) {
    EXPECT_EQ(run({"run", "job.toml", "--faults", "race=off"}).status, 0);
    EXPECT_EQ(run({"run", "job.toml", "--races", "off"}).status, 0);
    const Outcome warned = run({"run", "job.toml", "--faults", "TS041=warn"});
    EXPECT_EQ(warned.status, 0);
    EXPECT_THAT(warned.err, HasSubstr("sender.cpp:5: warning: "));
    const Outcome gone_past = run({"run", "job.toml", "--keep-going"});
    EXPECT_EQ(gone_past.status, 1);
    EXPECT_THAT(gone_past.out, HasSubstr("time "));
    EXPECT_THAT(gone_past.err, HasSubstr("\ntessera: sender.cpp:5: error: "));
    expect_refused(run({"run", "job.toml", "--faults", "TS999=off"}), {"no fault is called `TS999`"});
}

TEST_F(RaceCommandLine, AnotherOrderConfirmsIt) {
    const Outcome outcome = run({"run", "job.toml", "--schedules", "4", "--json"});
    EXPECT_EQ(outcome.status, 1);
    const json orders = json::parse(outcome.out).at("orders");
    ASSERT_EQ(orders.at("races").size(), 1u);
    const std::string replay = orders.at("races")[0].at("witnesses").at(0).at("replay");
    EXPECT_EQ(replay, "--delay sender.cpp:5@0,0:BRISC=20000");
    const Outcome again = run({"run", "job.toml", "--races", "off", "--delay", "sender.cpp:5@0,0:BRISC=20000"});
    EXPECT_EQ(again.status, 1) << "the receiver loads what has not come";
    EXPECT_THAT(again.err, HasSubstr("receiver.cpp:5: error: "));
    const Outcome clean = run({"run", TESSERA_SOURCE_DIR "/kernels/examples/add.toml", "--schedules", "3"});
    EXPECT_EQ(clean.status, 0) << clean.err;
    EXPECT_THAT(clean.out, HasSubstr("orders 3 others give the same bytes"));
}

// A second signal may come before the first is taken; it is then lost, and the receiver waits for ever.
class LostSignal : public Command {
  protected:
    LostSignal() {
        write_text(scratch / "sender.cpp", R"(
void kernel_main() {
    const uint32_t go = get_semaphore(0), x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    noc_semaphore_set(reinterpret_cast<volatile uint32_t*>(go), 1);
    for (uint32_t i = 0; i < 2; ++i) {
        noc_semaphore_set_remote(go, get_noc_addr(x, y, go));
        noc_async_write_barrier();
    }
}
)");
        write_text(scratch / "receiver.cpp", R"(
void kernel_main() {
    auto* go = reinterpret_cast<volatile uint32_t*>(get_semaphore(0));
    for (uint32_t i = 0; i < 2; ++i) {
        noc_semaphore_wait(go, 1);
        noc_semaphore_set(go, 0);
    }
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) noc_semaphore_wait(go, 1);
}
)");
    }
    // `more` further waits than there are signals.
    void write_job(int more) const {
        write_text(scratch / "job.toml", fmt::format(R"toml(
cores = "0,0-1,0"
[semaphore.go]
[[kernel]]
processor = "brisc"
cores = "0,0"
path = "sender.cpp"
args = ["noc_x(1, 0)", "noc_y(1, 0)"]
[[kernel]]
processor = "brisc"
cores = "1,0"
path = "receiver.cpp"
args = [{}]
)toml",
                                                     more));
    }
};

TEST_F(LostSignal, IsARaceOfWriteAndReset) {
    write_job(0);
    const Outcome outcome = run({"run", "job.toml"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("sender.cpp:6"), HasSubstr("receiver.cpp:6"), HasSubstr("[TS041]"),
                                   HasSubstr("awaited by core (1,0) BRISC at receiver.cpp:5")));
}

// An order that hangs is called a hang, and delaying the sender alone changes nothing here.
TEST_F(LostSignal, OrdersThatHangAreCalledSo) {
    write_job(0);
    const Outcome outcome = run({"run", "job.toml", "--schedules", "12", "--json"});
    EXPECT_EQ(outcome.status, 1);
    const json orders = json::parse(outcome.out).at("orders");
    EXPECT_EQ(orders.at("wrong"), "");
    ASSERT_FALSE(orders.at("differing").empty());
    EXPECT_THAT(orders.at("differing")[0].at("what").get<std::string>(), testing::StartsWith("hangs: "));
    const Outcome text = run({"run", "job.toml", "--schedules", "12"});
    EXPECT_THAT(text.out, Not(HasSubstr("no order that was tried changes results")));
}

// A program that hangs in every order gives no bytes that could be the same.
TEST_F(LostSignal, ARunThatIsItselfWrongIsSaidToBe) {
    write_job(1);
    const Outcome outcome = run({"run", "job.toml", "--schedules", "3", "--faults", "race=off"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("this run is wrong itself: hangs: "), Not(HasSubstr("the same bytes"))));
}

TEST_F(RaceCommandLine, DelaysNameTheirAgent) {
    expect_refused(run({"run", "job.toml", "--delay", "sender.cpp:5@BRISC=20"}),
                   {"--delay sender.cpp:5@BRISC=20", "expected FILE:LINE=CYCLES or FILE:LINE@X,Y:RISC=CYCLES"});
    const Outcome other = run({"run", "job.toml", "--races", "off", "--delay", "sender.cpp:5@1,0:BRISC=20000"});
    EXPECT_EQ(other.status, 0) << "no transfer of that core stands there";
}

TEST_F(RaceCommandLine, FilesForMachines) {
    EXPECT_EQ(run({"run", "job.toml", "--sarif", "r.sarif", "--junit", "r.xml"}).status, 1);
    const json result = json::parse(read_text(scratch / "r.sarif")).at("runs")[0].at("results")[0];
    EXPECT_EQ(result.at("ruleId"), "TS041");
    EXPECT_EQ(result.at("locations")[0].at("physicalLocation").at("region").at("startLine"), 5);
    EXPECT_THAT(read_text(scratch / "r.xml"), HasSubstr("<failure type=\"TS041\""));
}

}  // namespace
}  // namespace tessera::end_to_end
