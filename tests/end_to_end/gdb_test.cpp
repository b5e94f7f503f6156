// `--gdb` against gdb itself: Debian's gdb-multiarch, which reads commands as a user types them.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <thread>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using namespace std::chrono_literals;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string examples = TESSERA_SOURCE_DIR "/kernels/examples/";

// What a command writes to stdout and stderr.
std::string output_of(const std::string& command) {
    std::string text;
    std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    for (int c; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
    if (pipe != nullptr) ::pclose(pipe);
    return text;
}

class Gdb : public Command {
  protected:
    void SetUp() override {
        if (output_of("gdb-multiarch --version").find("GNU gdb") == std::string::npos)
            GTEST_SKIP() << "no gdb-multiarch; apt-get install gdb-multiarch";
    }

    struct Debugged {
        Outcome run;      // of tessera
        std::string gdb;  // what it printed
    };
    // Runs both; gdb attaches as the line on stderr says, and the rest of stderr stays.
    Debugged debug(std::vector<std::string> arguments, const std::vector<std::string>& commands,
                   const std::string& place = "0") const {
        arguments.insert(std::ranges::find(arguments, "--"), {"--gdb", place});
        Debugged out;
        Setting setting{.directory = scratch.path(), .environment = {{"XDG_CACHE_HOME", shared_cache().string()}}};
        setting.err = scratch / "err";
        write_text(setting.err, "");
        setting.meanwhile = [&](int process) {
            const std::string attach = line_of(setting.err);
            const std::string mark = "gdb-multiarch ";
            if (attach.find(mark) == std::string::npos) {
                ::kill(process, SIGKILL);
                return;
            }
            std::string command = attach.substr(attach.find(mark)).insert(mark.size(), "-nx -q -batch ");
            for (const std::string& one : commands) command += " -ex '" + one + "'";
            out.gdb = output_of(command);
            // One that has not attached has left the run waiting.
            if (out.gdb.find("No executable has been specified") == std::string::npos) ::kill(process, SIGKILL);
        };
        out.run = tessera(arguments, setting);
        const std::string err = read_text(setting.err);
        out.run.err = err.substr(err.find('\n') + 1);
        return out;
    }
    // The first line of a file, once it is there; a loaded machine may take minutes to compile what comes before.
    static std::string line_of(const fs::path& file) {
        for (int i = 0; i < 20'000; ++i) {
            std::ifstream in(file);
            std::string line;
            if (std::getline(in, line) && !in.eof()) return line;
            std::this_thread::sleep_for(10ms);
        }
        return {};
    }
    static std::vector<std::string> add(std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"run", examples + "add.toml", "-q"});
        return more;
    }
};

TEST_F(Gdb, StopsInAReaderPrintsStepsAndGoesOn) {
    const auto [run, gdb] =
        debug({"run", examples + "multicast.toml", "-q"},
              {"break sender.cpp:22", "continue", "backtrace 1", "print receivers", "set $at = (unsigned)$pc", "stepi",
               "print (unsigned)$pc - $at", "next", "monitor time", "delete", "continue"});
    expect_good(run);
    EXPECT_THAT(gdb, HasSubstr("hit Breakpoint 1, kernel_main () at"));
    EXPECT_THAT(gdb, ContainsRegex("#0 +kernel_main \\(\\) at .*/multicast/sender.cpp:22"));
    EXPECT_THAT(gdb, HasSubstr("$1 = 3\n"));
    EXPECT_THAT(gdb, ContainsRegex("\n\\$2 = 4\n[0-9]+\t        [a-z]"));  // the instruction behind, a line of the loop
    EXPECT_THAT(gdb, ContainsRegex("\ncycle [0-9]+ at 1 GHz\n"));
    EXPECT_THAT(gdb, HasSubstr("exited normally]"));
}

// Several cores come to one line at once, and each is seen there.
TEST_F(Gdb, StopsEveryCoreAndLeavesNoTrace) {
    expect_good(run(add({"--param", "cores=2", "--trace", "alone.json"})));
    const auto [run, gdb] = debug(add({"--param", "cores=2", "--trace", "debugged.json"}),
                                  {"break reader.cpp:13", "continue", "continue", "continue", "continue", "stepi",
                                   "info threads", "delete", "watch *(int*)0x2ff0", "continue"});
    expect_good(run);
    EXPECT_THAT(gdb, ContainsRegex("Thread 1 hit Breakpoint 1(.|\n)*Thread 6 hit Breakpoint 1(.|\n)*"
                                   "Thread [16] hit Breakpoint 1(.|\n)*Thread [16] hit Breakpoint 1"));
    EXPECT_THAT(gdb, HasSubstr("(core 0,0 BRISC"));
    EXPECT_THAT(gdb, HasSubstr("(core 0,1 TRISC2"));
    EXPECT_EQ(read_text(scratch / "alone.json"), read_text(scratch / "debugged.json"));
}

TEST_F(Gdb, WatchesTheSemaphoreOfACore) {
    const auto [run, gdb] =
        debug({"run", examples + "multicast.toml", "-q", "--param", "tiles=1"},
              {"info threads", "thread 3", "watch *(unsigned*)0x2810", "continue", "monitor sem", "continue"}, "0@2,0");
    expect_good(run);
    EXPECT_THAT(gdb, Not(HasSubstr("core 0,0 BRISC")));  // which runs another kernel
    EXPECT_THAT(gdb, HasSubstr("(core 1,0 BRISC)"));
    EXPECT_THAT(gdb, ContainsRegex("Thread 3 hit Hardware watchpoint 1.*\n\nOld value = 0\nNew value = 1\n"
                                   "kernel_main \\(\\) at .*/multicast/receiver.cpp"));
    EXPECT_THAT(gdb, HasSubstr("semaphore 0 at 0x2800: 0\nsemaphore 1 at 0x2810: 1\n"));
}

TEST_F(Gdb, ShowsWhatACoreHolds) {
    const auto [run, gdb] = debug(add(), {"break writer.cpp:10", "continue", "monitor cb", "monitor dst 0 1",
                                          "monitor lregs 9", "monitor dram 0 0x40 2", "monitor help", "monitor nothing",
                                          "monitor dst x", "x/1xw 0x2800", "set var $a0 = 1", "detach"});
    expect_good(run);
    EXPECT_THAT(gdb, ContainsRegex("cb 16: 1 of 2 pages full, 1 pushed, 0 popped; 2048 bytes a page, bf16\n"
                                   "  at 0x[0-9a-f]+ to 0x[0-9a-f]+, read at 0x"));
    EXPECT_THAT(gdb, ContainsRegex("Dst as rows of 16 bits\nrow 0: "));
    EXPECT_THAT(gdb, HasSubstr("LReg9: 0x00000000 (0) in all lanes\n"));
    EXPECT_THAT(gdb, ContainsRegex("bank 0\n0x00000040: [0-9a-f]{8} [0-9a-f]{8}\n"));
    EXPECT_THAT(gdb, HasSubstr("monitor dram BANK ADDRESS [WORDS]"));
    EXPECT_THAT(gdb, HasSubstr("no command `nothing`; there are:\n"));
    EXPECT_THAT(gdb, HasSubstr("`x` is no number\n"));
    EXPECT_THAT(gdb, HasSubstr("Could not write register"));
    EXPECT_THAT(gdb, HasSubstr("detached]"));
}

TEST_F(Gdb, StopsWhereAFaultEndsTheRun) {
    write_text(scratch / "stray.cpp",
               "#include <cstdint>\n"
               "void kernel_main() {\n"
               "    auto* p = reinterpret_cast<volatile uint32_t*>(0x90000000 + get_arg_val<uint32_t>(0));\n"
               "    *p = 3;\n"
               "}\n");
    write_text(scratch / "stray.toml",
               "cores = \"0,0\"\n[[kernel]]\npath = \"stray.cpp\"\nprocessor = \"brisc\"\nargs = [8]\n");
    const auto [run, gdb] = debug({"run", "stray.toml"}, {"continue", "print p", "continue"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("[TS007]"));
    EXPECT_THAT(gdb, HasSubstr("stray.cpp:4: error: core (0,0) BRISC: store of 4 byte(s) at 0x90000008"));
    EXPECT_THAT(gdb, HasSubstr("SIGABRT"));
    EXPECT_THAT(gdb, HasSubstr("*) 0x90000008\n"));
    EXPECT_THAT(gdb, HasSubstr("exited with code 01]"));
}

TEST_F(Gdb, KillsTheRun) {
    const auto [run, gdb] = debug(add({"--output", "sum.npy"}), {"kill"});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.err, "tessera: ended by gdb\n");
    EXPECT_FALSE(fs::exists(scratch / "sum.npy"));
}

// A program of the host API: its workloads are launched one behind the other, each with kernels of its own.
TEST_F(Gdb, FollowsTheWorkloadsOfAProgram) {
    const auto [run, gdb] =
        debug({"exec", "-q", "--races", "off", "--", TESSERA_BINARY_DIR "/tests/host_program", "open", "small", "race",
               "close"},
              {"break kernel_main", "continue", "continue", "info breakpoints", "delete", "continue"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(gdb, ContainsRegex("Breakpoint 1(.|\n)*Breakpoint 1.1, kernel_main"));
    EXPECT_THAT(gdb, HasSubstr("exited normally]"));
}

TEST_F(Command, RefusesAPlaceForGdbThatIsNone) {
    for (const std::string place : {"65536", "-1", "x", "", "1@2", "1@2,", "1@-1,0", "1@0,0,0"})
        expect_refused(run({"run", examples + "add.toml", "--gdb=" + place}),
                       {"--gdb", place == "" ? "--gdb" : place, place == "" ? "" : "PORT@X,Y"});
    expect_refused(run({"run", examples + "add.toml", "--gdb", "0", "--sweep", "cores=1,2"}), {"--sweep", "--gdb"});
    expect_refused(run({"run", examples + "add.toml", "--gdb", "0", "--schedules", "2"}), {"--schedules", "--gdb"});
    expect_refused(run({"run", examples + "add.toml", "--gdb", "0@9,9"}), {"core (9,9) runs no kernel", "(0,0)"});
}

TEST_F(Command, RefusesAPortThatIsTaken) {
    const int taken = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    ASSERT_EQ(::bind(taken, reinterpret_cast<sockaddr*>(&here), size), 0);
    ASSERT_EQ(::listen(taken, 1), 0);
    ASSERT_EQ(::getsockname(taken, reinterpret_cast<sockaddr*>(&here), &size), 0);
    const std::string port = std::to_string(ntohs(here.sin_port));
    expect_refused(run({"run", examples + "add.toml", "--gdb", port}), {"port " + port, "in use", "0 is a free one"});
    ::close(taken);
}

}  // namespace
}  // namespace tessera::end_to_end
