// A device compiles a kernel once, and anew when one of its files has changed.
#include "host/device/kept_kernels.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "tests/support/temporary_folder.hpp"

namespace tessera::host {
namespace {

TEST(KeptKernels, AreCompiledAnewWhereAFileHasChanged) {
    const tessera::test::TemporaryFolder scratch;
    const auto write = [&](const char* file, const char* text) {
        std::ofstream(scratch / file) << text;
        static int later = 0;  // a file system may tell no moments apart that are this close
        std::filesystem::last_write_time(scratch / file,
                                         std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++later));
    };
    write("number.hpp", "constexpr int number = 1;\n");
    write("kernel.cpp",
          "#include \"number.hpp\"\nvoid kernel_main() { get_arg_val<int>(number); volatile int kept = number; }\n");
    CompileRequest request;
    request.source = scratch / "kernel.cpp";
    KeptKernels kernels;
    const std::string first = kernels.compiled({request})[0].key;
    const CompiledKernel* where = kernels.compiled({request}).data();
    EXPECT_EQ(kernels.compiled({request}).data(), where);
    write("number.hpp", "constexpr int number = 2;\n");
    EXPECT_NE(kernels.compiled({request})[0].key, first);
    CompileRequest other = request;
    other.defines["OTHER"] = "1";
    EXPECT_NE(kernels.compiled({other})[0].key, kernels.compiled({request})[0].key);
}

}  // namespace
}  // namespace tessera::host
