// Files are named as the user gave them, also those that the kernel includes.
#include <filesystem>
#include <fstream>

#include "tests/faults/kernels.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::faults {
namespace {

namespace fs = std::filesystem;

class Path : public ::testing::Test {
  protected:
    Path() {
        fs::create_directory(folder / "kernels");
        std::ofstream(folder / "kernels/helper.hpp") << "inline void helper() {\n    cb_pop_front(0, 1);\n}\n";
        std::ofstream(folder / "kernels/reader.cpp") << "#include \"helper.hpp\"\nvoid kernel_main() { helper(); }\n";
        fs::current_path(folder.path());
    }
    ~Path() override { fs::current_path(before); }
    static std::string file_of(const std::string& path) {
        Scenario s;
        s.cb(0, 2);
        host::KernelSpec spec;
        spec.path = path;
        spec.cores = host::CoreRangeSet{host::CoreCoord{0, 0}};
        spec.data_movement = host::DataMovementKernel{abi::Risc::b, 0};
        s.program.add(std::move(spec));
        const auto fault = s.run();
        return fault ? fault->text().substr(0, fault->text().find(" error:")) : "no fault";
    }

    const fs::path before = fs::current_path();
    const test::TemporaryFolder folder;
};

TEST_F(Path, RelativeStaysRelative) { EXPECT_EQ(file_of("kernels/reader.cpp"), "kernels/helper.hpp:2:"); }

TEST_F(Path, AbsoluteStaysAbsolute) {
    EXPECT_EQ(file_of((folder / "kernels/reader.cpp").string()), (folder / "kernels/helper.hpp").string() + ":2:");
}

}  // namespace
}  // namespace tessera::faults
