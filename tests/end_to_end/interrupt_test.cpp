// A command that is interrupted, at whatever moment, leaves no half of a file, no process and nothing in the next run's
// way.
#include <signal.h>

#include <fstream>
#include <thread>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

bool is_dead(int process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, letter;
    return !(in >> number >> name >> letter) || letter == "Z";
}

// Within minutes, which a loaded machine may take; nothing depends on how soon.
bool comes(const std::function<bool()>& what) {
    for (int i = 0; i < 20'000 && !what(); ++i) std::this_thread::sleep_for(10ms);
    return what();
}

class Interrupt : public Command {
  protected:
    // A compiler that starts another program, as the real one does, and waits for ever. Several run at once, so each
    // makes a file of its own, whose name is the program's number: there is no moment at which it is half written. One
    // that is about to end may still make its file when those of the next run are looked for: each run has a name.
    std::string waiting_compiler(const std::string& run) const {
        write_text(scratch / "g++",
                   "#!/bin/sh\ncase \"$*\" in *-MF*) ;; *) exec riscv64-unknown-elf-g++ \"$@\";; esac\n"
                   "sleep 1000 & : >'" +
                       (scratch / (sleeper + run)).string() + "'$!; wait\n");
        fs::permissions(scratch / "g++", fs::perms::owner_all);
        return (scratch / "g++").string();
    }
    std::vector<int> sleepers(const std::string& run = "") const {
        std::vector<int> processes;
        for (const std::string& name : scratch.names())
            if (name.starts_with(sleeper + run)) processes.push_back(std::stoi(name.substr((sleeper + run).size())));
        return processes;
    }
    bool all_are_dead(const std::string& run = "") const { return std::ranges::all_of(sleepers(run), is_dead); }
    const std::string sleeper = "sleeper-";
    static std::vector<std::string> rope(std::vector<std::string> more) {
        more.insert(more.begin(), {"rope", "--width", "64", "--rotary-dim", "64", "--rows", "3"});
        return more;
    }
};

TEST_F(Interrupt, TheCompilerEndsWithTheCommand) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
        const std::string run = "of-" + std::to_string(signal) + "-";
        const std::map<std::string, std::string> environment{{"XDG_CACHE_HOME", (scratch / "cache").string()},
                                                             {"TESSERA_RISCV_CXX", waiting_compiler(run)}};
        Setting setting{.directory = scratch.path(), .environment = environment};
        setting.meanwhile = [&](int command) {
            EXPECT_TRUE(comes([&] { return !sleepers(run).empty(); }));
            EXPECT_FALSE(all_are_dead(run));
            ::kill(command, signal);
        };
        const Outcome outcome = tessera(rope({"--output", "y.npy", "--trace", "t.json"}), setting);
        EXPECT_EQ(outcome.status, 128 + signal) << outcome.err;
        EXPECT_TRUE(comes([&] { return all_are_dead(run); })) << "signal " << signal;
        std::vector<std::string> left = scratch.names();
        std::erase(left, "cache");  // which the command has made, or not yet
        std::erase_if(left, [&](const std::string& name) { return name.starts_with(sleeper); });
        EXPECT_EQ(left, std::vector<std::string>{"g++"});
        for (const std::string& name : scratch.names()) fs::remove_all(scratch / name);
    }
}

// At many moments of a run that writes much.
TEST_F(Interrupt, NoHalfOfAFile) {
    small({"-q"});  // the kernels are compiled
    const std::vector<std::string> arguments{"rope",  "--rows",  "256",    "--batch", "2",         "--output",
                                             "y.npy", "--trace", "t.json", "--csv",   "unused.csv"};
    std::vector<std::string> command(arguments.begin(), arguments.end() - 2);
    Setting setting{.directory = scratch.path(), .environment = {{"XDG_CACHE_HOME", shared_cache().string()}}};
    ASSERT_EQ(tessera(command, setting).status, 0);
    const auto whole = std::pair(fs::file_size(scratch / "y.npy"), fs::file_size(scratch / "t.json"));
    for (const std::string& name : scratch.names()) fs::remove(scratch / name);
    for (int moment = 0; moment < 8; ++moment) {
        setting.meanwhile = [&](int process) {
            std::this_thread::sleep_for(moment * 50ms);
            ::kill(process, moment % 2 == 0 ? SIGINT : SIGTERM);
        };
        tessera(command, setting);
        for (const std::string& name : scratch.names()) {
            EXPECT_EQ(fs::file_size(scratch / name), name == "y.npy" ? whole.first : whole.second) << name;
            fs::remove(scratch / name);
        }
    }
}

// A study that goes on later keeps its state, and under the names of its results there is nothing yet.
TEST_F(Interrupt, NoFiguresOfAPartOfAStudy) {
    Setting setting{.directory = scratch.path(), .environment = {{"XDG_CACHE_HOME", shared_cache().string()}}};
    write_text(scratch / "f.cpp", "#include \"sfpi.h\"\nsfpi::vFloat f(sfpi::vFloat x) { return x * 0.5f; }\n");
    const std::vector<std::string> command{
        "accuracy", "--kernel", "f.cpp",    "--function", "f",     "--reference", "lgamma(x) + digamma(x)",
        "--range",  "1.5:1e30", "--sample", "20000000",   "--by",  "log",         "--resume",
        "state",    "--csv",    "t.csv",    "--dump",     "d.npy", "-o",          "plots",
        "--json",   "--force"};
    for (const int signal : {SIGINT, SIGTERM}) {
        // When the first strip, or the next one, is in the state.
        setting.meanwhile = [&](int process) {
            const fs::path state = scratch / "state";
            const auto before = fs::exists(state) ? fs::last_write_time(state) : fs::file_time_type::min();
            for (int i = 0; i < 6000; ++i) {
                std::error_code failed;
                if (const auto now = fs::last_write_time(state, failed); !failed && now != before) break;
                std::this_thread::sleep_for(10ms);
            }
            ::kill(process, signal);
        };
        const Outcome outcome = tessera(command, setting);
        EXPECT_EQ(outcome.status, 130) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("interrupted"));
        EXPECT_THAT(outcome.err, testing::Not(HasSubstr("exists")));
        for (const std::string& name : scratch.names())
            EXPECT_TRUE(name == "f.cpp" || name == "plots" || name == "state") << name;
        EXPECT_TRUE(!fs::exists(scratch / "plots") || fs::is_empty(scratch / "plots"));
    }
}

// Whatever it is at: the draft of a form, its search, the inputs it is held to.
TEST_F(Interrupt, AFitEndsAtOnce) {
    Setting setting{.directory = scratch.path(), .environment = {{"XDG_CACHE_HOME", shared_cache().string()}}};
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"accuracy", "fit", "--reference", "gelu", "--range", "-4:4", "--segments", "8",
                                   "--degree", "6", "--emit", "mine.cpp", "-q"},
          std::vector<std::string>{"accuracy", "fit", "exp_21f", "-q"}}) {
        setting.meanwhile = [&](int process) {
            std::this_thread::sleep_for(500ms);
            ::kill(process, SIGTERM);
        };
        const Outcome outcome = tessera(command, setting);
        EXPECT_TRUE(outcome.status == 130 || outcome.status == 128 + SIGTERM) << outcome.status << outcome.err;
        EXPECT_TRUE(scratch.names().empty());
    }
}

// The folder that the command and its program share goes, and so does the program.
TEST_F(Interrupt, ExecEndsItsProgram) {
    Setting setting{.directory = scratch.path(), .environment = {{"TMPDIR", scratch.path().string()}}};
    setting.meanwhile = [&](int command) {
        EXPECT_TRUE(comes([&] { return !sleepers().empty(); }));
        ::kill(command, SIGTERM);
    };
    tessera({"exec", "--", "sh", "-c", ": >sleeper-$$; exec sleep 1000"}, setting);
    EXPECT_EQ(sleepers().size(), 1u);
    EXPECT_TRUE(comes([&] { return all_are_dead(); }));
    EXPECT_EQ(scratch.names().size(), 1u);
}

}  // namespace
}  // namespace tessera::end_to_end
