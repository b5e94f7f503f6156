// Kernels for the tests of the compiler: a cache of the test's own, requests, and disassembly.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "host/compile/compile.hpp"
#include "host/compile/files.hpp"
#include "host/compile/process.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::host::test {

namespace fs = std::filesystem;

inline constexpr std::array all_riscs{abi::Risc::b, abi::Risc::nc, abi::Risc::t0, abi::Risc::t1, abi::Risc::t2};

inline fs::path kernel_data(const std::string& name) {
    return fs::path(TESSERA_SOURCE_DIR) / "tests/data/kernels" / name;
}

inline CompileRequest request(abi::Risc risc, const std::string& text) {
    CompileRequest r;
    r.source = "kernel.cpp";
    r.text = text;
    r.risc = risc;
    return r;
}
inline CompiledKernel compile_one(const CompileRequest& r) { return compile({&r, 1}).front(); }

// What the compiler throws, as text.
inline std::string input_error(const CompileRequest& r) {
    try {
        compile_one(r);
    } catch (const fault::InputError& error) {
        return error.what();
    }
    return "no error";
}

inline std::string disassembly(const CompiledKernel& kernel) {
    const ProcessResult result = run_process({"riscv64-unknown-elf-objdump", "-d", kernel.elf.string()});
    EXPECT_EQ(result.status, 0) << result.output;
    return result.output;
}

class Environment {
  public:
    Environment(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old, was_set_ = true;
        ::setenv(name, value.c_str(), 1);
    }
    ~Environment() { was_set_ ? ::setenv(name_, old_.c_str(), 1) : ::unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

  private:
    const char* name_;
    std::string old_;
    bool was_set_ = false;
};

// An empty folder with a cache in it, gone after the test.
class KernelTest : public ::testing::Test {
  protected:
    void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

    const tessera::test::TemporaryFolder temporary;
    const fs::path& folder = temporary;
    const fs::path cache = folder / "cache/tessera";
    const Environment environment{"XDG_CACHE_HOME", (folder / "cache").string()};
};

}  // namespace tessera::host::test
