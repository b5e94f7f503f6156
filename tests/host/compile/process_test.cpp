// Programs that are run for a while never outlive who runs them, nor the bounds they are given.
#include "host/compile/process.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "tests/host/compile/kernels.hpp"

namespace tessera::host::test {
namespace {

using namespace std::chrono_literals;
using Stopped = ProcessResult::Stopped;

// Also of a process that nobody has waited for yet.
bool is_dead(int process) {
    const std::string state = fs::path("/proc") / std::to_string(process) / "stat";
    std::ifstream in(state);
    std::string number, name, letter;
    return !(in >> number >> name >> letter) || letter == "Z";
}

bool dies(int process) {
    for (int i = 0; i < 200 && !is_dead(process); ++i) std::this_thread::sleep_for(25ms);
    return is_dead(process);
}

class Process : public KernelTest {
  protected:
    // A shell that starts another program, says its number and waits for it.
    std::vector<std::string> parent_of_a_sleeper() const {
        return {"sh", "-c",
                "sleep 100 & echo $! >'" + (folder / "aside").string() + "'; mv '" + (folder / "aside").string() +
                    "' '" + (folder / "sleeper").string() + "'; wait"};
    }
    int sleeper() const {
        int process = 0;
        for (int i = 0; i < 200 && !(std::ifstream(folder / "sleeper") >> process); ++i)
            std::this_thread::sleep_for(25ms);
        return process;
    }
};

TEST_F(Process, StatusAndOutput) {
    const ProcessResult result = run_process({"sh", "-c", "echo out; echo err >&2; cat; exit 7"});
    EXPECT_EQ(result.status, 7);
    EXPECT_EQ(result.output, "out\nerr\n") << "and nothing to read";
    EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}).status, 128 + SIGKILL);
    EXPECT_EQ(run_process({"/no/such/program"}).status, -1);
    EXPECT_EQ(run_process({"pwd"}, {.folder = folder}).output, folder.string() + "\n");
}

TEST_F(Process, EndsWithWhoStartedItHoweverThatEnds) {
    const pid_t owner = ::fork();
    if (owner == 0) {
        run_process(parent_of_a_sleeper());
        ::_exit(0);
    }
    const int process = sleeper();
    ASSERT_GT(process, 0);
    EXPECT_FALSE(is_dead(process));
    ::kill(owner, SIGKILL);
    EXPECT_TRUE(dies(process));
    ::waitpid(owner, nullptr, 0);
}

TEST_F(Process, TimeIsBoundedForAllThatItStarted) {
    const ProcessResult result = run_process(parent_of_a_sleeper(), {.limits = {.time = 200ms}});
    EXPECT_EQ(result.stopped, Stopped::time);
    EXPECT_TRUE(dies(sleeper()));
    EXPECT_EQ(run_process({"true"}, {.limits = {.time = 1min}}).stopped, Stopped::no);
}

TEST_F(Process, OutputMemoryAndFilesAreBounded) {
    const ProcessResult talker = run_process({"yes"}, {.limits = {.output_bytes = 10000}});
    EXPECT_EQ(talker.stopped, Stopped::output);
    EXPECT_LT(talker.output.size(), 20000u);
    EXPECT_EQ(run_process({"sh", "-c", "ulimit -v"}, {.limits = {.memory_bytes = 50 << 20}}).output, "51200\n");
    const std::string file = folder / "large";
    run_process({"sh", "-c", "head -c 1000000 /dev/zero >'" + file + "'"}, {.limits = {.file_bytes = 4096}});
    EXPECT_EQ(fs::file_size(file), 4096u);
}

}  // namespace
}  // namespace tessera::host::test
