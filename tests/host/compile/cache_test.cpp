// Programs are kept under what they were made from, and made anew when any of it has changed (design.md 7).
#include <gmock/gmock.h>

#include "tests/host/compile/kernels.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::test {
namespace {

using ::testing::HasSubstr;

class Cache : public KernelTest {
  protected:
    Cache() {
        write("kernel.cpp", "#include \"value.hpp\"\nvoid kernel_main() { cb_push_back(0, value); }\n");
        write("value.hpp", "constexpr uint32_t value = 1;\n");
        kernel.source = folder / "kernel.cpp";
    }
    // A compiler that always fails: whatever is compiled under it must have come from the cache.
    std::string broken_compiler() const {
        write("g++", "#!/bin/sh\nexit 1\n");
        fs::permissions(folder / "g++", fs::perms::owner_all);
        return (folder / "g++").string();
    }
    static fs::file_time_type touched(const CompiledKernel& k) { return fs::last_write_time(k.elf); }
    CompileRequest kernel;
};

// A program found in the cache is the same file; one compiled anew is renamed over it.
bool same_file(const CompiledKernel& kernel, const std::string& mark) {
    return fs::exists(kernel.elf.string() + mark) && fs::equivalent(kernel.elf, kernel.elf.string() + mark);
}
void mark(const CompiledKernel& kernel) { fs::create_hard_link(kernel.elf, kernel.elf.string() + ".mark"); }

TEST_F(Cache, SecondTimeComesFromTheCache) {
    const CompiledKernel first = compile_one(kernel);
    mark(first);
    const CompiledKernel second = compile_one(kernel);
    EXPECT_EQ(first.key, second.key);
    EXPECT_EQ(first.elf, second.elf);
    EXPECT_TRUE(same_file(second, ".mark"));
    EXPECT_EQ(first.elf.parent_path(), cache);
}

TEST_F(Cache, EditedIncludeIsCompiledAnew) {
    const CompiledKernel first = compile_one(kernel);
    write("value.hpp", "constexpr uint32_t value = 2;\n");
    const CompiledKernel second = compile_one(kernel);
    EXPECT_NE(first.key, second.key);
    EXPECT_NE(disassembly(first), disassembly(second));
    write("value.hpp", "constexpr uint32_t value = 1;\n");
    EXPECT_EQ(compile_one(kernel).key, first.key);
}

TEST_F(Cache, EverythingThatIsAskedForIsInTheKey) {
    std::vector<CompileRequest> requests(9, kernel);
    requests[1].defines = {{"X", "1"}};
    requests[2].compile_args = {1};
    requests[3].named_args = {{"x", 1}};
    requests[4].arch = &arch::blackhole();
    requests[5].risc = abi::Risc::nc;
    requests[6].cb_formats[3] = 5;
    requests[7].fp32_dest_acc = true;
    requests[8].noc = 1;
    std::vector<std::string> keys;
    for (const CompiledKernel& compiled : compile(requests)) keys.push_back(compiled.key);
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

TEST_F(Cache, EditedApiIsCompiledAnew) {
    fs::create_directories(folder / "copy/sim");
    for (const char* part : {"api", "abi"})
        fs::copy(fs::path(TESSERA_SOURCE_DIR) / "sim" / part, folder / "copy/sim" / part, fs::copy_options::recursive);
    const Environment api("TESSERA_API_DIR", (folder / "copy/sim/api").string());
    const CompiledKernel first = compile_one(kernel);
    std::ofstream(folder / "copy/sim/api/tessera/cb.h", std::ios::app) << "// a remark\n";
    EXPECT_NE(compile_one(kernel).key, first.key);
}

TEST_F(Cache, AnotherCompilerIsAnotherProgram) {
    compile_one(kernel);
    const Environment compiler("TESSERA_RISCV_CXX", broken_compiler());
    EXPECT_THAT(input_error(kernel), HasSubstr("does not compile"));
}

TEST_F(Cache, DamagedEntriesAreCompiledAgain) {
    const CompiledKernel first = compile_one(kernel);
    const std::string good = read_file(first.elf).value();
    std::ofstream(first.elf, std::ios::binary) << good.substr(0, good.size() / 2);
    EXPECT_EQ(compile_one(kernel).key, first.key);
    EXPECT_EQ(read_file(first.elf).value(), good);

    for (const auto& entry : fs::directory_iterator(cache))
        if (entry.path().extension() == ".deps") std::ofstream(entry.path()) << "tessera-kernel 1\nnonsense\n";
    EXPECT_EQ(compile_one(kernel).key, first.key);

    fs::remove(first.elf);
    EXPECT_EQ(compile_one(kernel).elf, first.elf);
    EXPECT_EQ(read_file(first.elf).value(), good);
}

TEST_F(Cache, NothingIsLeftBesideTheEntries) {
    compile_one(kernel);
    for (const auto& entry : fs::directory_iterator(cache))
        EXPECT_THAT((std::vector<std::string>{".cpp", ".ld", ".deps", ".elf"}),
                    ::testing::Contains(entry.path().extension().string()));
}

}  // namespace
}  // namespace tessera::host::test
