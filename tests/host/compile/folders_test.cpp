// Where kernels are kept: never open to others, never larger than its bound, never in the way of a run.
#include "host/compile/folders.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/host/compile/kernels.hpp"

namespace tessera::host::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Folders : public KernelTest {
  protected:
    // A kernel's files, together so many kilobytes, last used so many hours ago.
    std::string entry(char digit, std::size_t kilobytes, int hours) const {
        const std::string name(32, digit);
        fs::create_directories(cache);
        for (const std::string& file : {name + ".deps", name + std::string(32, 'a') + ".elf"}) {
            write("cache/tessera/" + file, std::string(kilobytes * 512, 'x'));
            fs::last_write_time(cache / file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
        }
        return name;
    }
    bool is_kept(const std::string& name) const { return fs::exists(cache / (name + ".deps")); }

    CompileRequest kernel = request(abi::Risc::b, "void kernel_main() {}");
};

TEST_F(Folders, KernelsUsedLongestAgoAreRemoved) {
    const Environment bound(cache_megabytes_variable, "1");
    const std::string recent = entry('1', 400, 0), old = entry('2', 300, 2), older = entry('3', 300, 3);
    write("cache/tessera/not-ours", std::string(1 << 20, 'x'));
    evict(cache);
    EXPECT_TRUE(is_kept(recent) && is_kept(old) && is_kept(older)) << "1000 KB are within the bound";
    const std::string oldest = entry('4', 100, 4);
    evict(cache);
    EXPECT_TRUE(is_kept(recent) && is_kept(old));
    EXPECT_FALSE(is_kept(oldest) || is_kept(older)) << "down to 768 KB";
    EXPECT_TRUE(fs::exists(cache / "not-ours"));
    EXPECT_FALSE(fs::exists(cache / (oldest + std::string(32, 'a') + ".elf")));
}

TEST_F(Folders, WhatARunMayBeAboutToLoadStays) {
    const Environment bound(cache_megabytes_variable, "1");
    const std::string one = entry('1', 900, 0), other = entry('2', 900, 0);
    evict(cache);
    EXPECT_TRUE(is_kept(one) && is_kept(other));
}

// Compiling looks after the bound, and looking up after what was used.
TEST_F(Folders, CompilingKeepsTheBound) {
    const Environment bound(cache_megabytes_variable, "1");
    const CompiledKernel first = compile_one(kernel);
    for (const auto& file : fs::directory_iterator(cache))
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(9));
    const std::string old = entry('1', 2000, 2);
    compile_one(kernel);
    compile_one(request(abi::Risc::b, "void kernel_main() { cb_push_back(0, 1); }"));
    EXPECT_FALSE(is_kept(old));
    EXPECT_TRUE(fs::exists(first.elf)) << "used a moment ago";
    const Environment nonsense(cache_megabytes_variable, "much");
    EXPECT_THAT(input_error(request(abi::Risc::b, "void kernel_main() { cb_push_back(0, 2); }")),
                HasSubstr("TESSERA_CACHE_MEGABYTES=much: a whole number of 1 to"));
}

TEST_F(Folders, WithoutAHomeTheFolderIsTheUsersAlone) {
    const Environment cache_home("XDG_CACHE_HOME", ""), home("HOME", ""), temporaries("TMPDIR", folder.string());
    const fs::path own = kept_folder();
    EXPECT_EQ(own, folder / ("tessera-cache-" + std::to_string(::geteuid())));
    EXPECT_EQ(fs::status(own).permissions(), fs::perms::owner_all);
    EXPECT_EQ(kept_folder(), own);
    // Where others may put a program, none is run from.
    fs::permissions(own, fs::perms::owner_all | fs::perms::group_write);
    EXPECT_NE(kept_folder(), own);
    fs::remove(own);
    fs::create_directory_symlink(folder / "cache", own);
    EXPECT_NE(kept_folder(), own);
}

// The process says so once and compiles all the same; what it made is gone with it.
TEST_F(Folders, WhereNothingCanBeKeptKernelsAreCompiledAnew) {
    write("file", "");
    fs::create_directories(folder / "tmp");
    const Environment elsewhere("XDG_CACHE_HOME", (folder / "file").string());
    const Environment temporaries("TMPDIR", (folder / "tmp").string());
    const std::string said = [&] {
        testing::internal::CaptureStderr();
        const CompiledKernel first = compile_one(kernel), again = compile_one(kernel);
        EXPECT_EQ(first.elf, again.elf);
        EXPECT_TRUE(fs::exists(first.elf));
        EXPECT_EQ(first.elf.parent_path().parent_path(), folder / "tmp");
        return testing::internal::GetCapturedStderr();
    }();
    EXPECT_THAT(said, testing::MatchesRegex("tessera: kernels are compiled in every run: [^\n]* cannot be written "
                                            "[^\n]*; set XDG_CACHE_HOME to [^\n]*\n"));
}

TEST_F(Folders, AFullDiskIsNoEndOfTheRun) {
    write("g++", "#!/bin/sh\ncase \"$*\" in *'" + cache.string() +
                     "'*) echo 'final link failed: No space left on device'; exit 1;; esac\n"
                     "exec riscv64-unknown-elf-g++ \"$@\"\n");
    fs::permissions(folder / "g++", fs::perms::owner_all);
    const Environment compiler("TESSERA_RISCV_CXX", (folder / "g++").string());
    const CompiledKernel made = compile_one(kernel);
    EXPECT_TRUE(fs::exists(made.elf));
    EXPECT_NE(made.elf.parent_path(), cache);
}

}  // namespace
}  // namespace tessera::host::test
