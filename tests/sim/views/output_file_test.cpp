// Files appear whole or not at all, whoever dies while writing them and whatever lies there already.
#include "sim/views/output_file.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "sim/fault/fault.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::views {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Output : public testing::Test {
  protected:
    static void write(const fs::path& path, std::string_view text, bool overwrite) {
        OutputFile file(path, overwrite);
        file.write(text);
        file.commit();
    }
    static std::string read(const fs::path& path) {
        std::ifstream in(path);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder.path()), {}); }

    const test::TemporaryFolder folder;
};

TEST_F(Output, AKilledWriterLeavesNothing) {
    const pid_t writer = ::fork();
    if (writer == 0) {
        OutputFile file(folder / "a", false);
        file.write(std::string_view("half"));
        ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(writer, nullptr, 0);
    EXPECT_EQ(files(), 0) << "where the file system knows files without a name";
    write(folder / "a", "whole", false);
    EXPECT_EQ(read(folder / "a"), "whole");
    EXPECT_EQ(files(), 1);
}

// Names that another process, of this number in another container, left behind.
TEST_F(Output, WhatOthersLeftIsNotInTheWay) {
    std::ofstream(folder / ("a." + std::to_string(::getpid()) + ".part")) << "theirs";
    write(folder / "a", "mine", false);
    EXPECT_EQ(read(folder / "a"), "mine");
    EXPECT_EQ(files(), 2);
}

// Any number of outputs, never refused, and the device is still one afterwards.
TEST_F(Output, TheNullDeviceTakesEverything) {
    EXPECT_NO_THROW(OutputFile::check("/dev/null", false));
    write("/dev/null", "gone", false);
    write("/dev/null", "gone too", true);
    fs::create_symlink("/dev/null", folder / "link");
    write(folder / "link", "as well", false);
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_TRUE(OutputFile::discards(folder / "link"));
    EXPECT_FALSE(OutputFile::discards("/dev/zero"));
    EXPECT_FALSE(OutputFile::discards(folder / "none"));
}

TEST_F(Output, AReplacedFileKeepsItsMode) {
    write(folder / "a", "old", false);
    ::chmod((folder / "a").c_str(), 0640);
    write(folder / "a", "new", true);
    EXPECT_EQ(read(folder / "a"), "new");
    EXPECT_EQ(static_cast<int>(fs::status(folder / "a").permissions()), 0640);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    write(folder / "b", "new", true);
    EXPECT_EQ(static_cast<mode_t>(fs::status(folder / "b").permissions()), 0666 & ~mask);
}

TEST_F(Output, ALinkToNothingIsRefused) {
    fs::create_symlink("gone", folder / "a");
    for (const bool overwrite : {false, true})
        EXPECT_THAT([&] { OutputFile::check(folder / "a", overwrite); },
                    testing::ThrowsMessage<fault::InputError>(HasSubstr("a: is a link to gone, which is not there")));
    EXPECT_EQ(files(), 1);
}

TEST(UnfinishedPaths, AreRemovedByAProcessThatIsInterrupted) {
    const test::TemporaryFolder folder;
    {
        const Unfinished file(folder / "file"), done(folder / "done"), part(folder / "part");
        std::ofstream(folder / "file") << "half";
        fs::create_directories(folder / "part/deep");
        std::ofstream(folder / "part/deep/file") << "half";
        { const Unfinished before(folder / "kept"); }
        std::ofstream(folder / "kept") << "whole";
        remove_unfinished();
    }
    EXPECT_FALSE(fs::exists(folder / "file") || fs::exists(folder / "part"));
    EXPECT_TRUE(fs::exists(folder / "kept"));
}

}  // namespace
}  // namespace tessera::views
