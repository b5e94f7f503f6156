// The kernel API read ahead: when it is, that programs are the same with it, and that it is never a stale one.
#include <gmock/gmock.h>

#include <algorithm>

#include "host/compile/hash.hpp"
#include "tests/host/compile/kernels.hpp"

namespace tessera::host::test {
namespace {

using ::testing::HasSubstr;

class ReadAhead : public KernelTest {
  protected:
    // Headers that were read ahead.
    std::vector<fs::path> ahead() const {
        std::vector<fs::path> found;
        for (const auto& file : fs::directory_iterator(cache))
            if (file.path().extension() == ".gch") found.push_back(file.path());
        return found;
    }
    // Compiled anew, whatever was kept of it.
    CompiledKernel compiled_again(const CompileRequest& r, const CompiledKernel& last) const {
        fs::remove(cache / (last.key.substr(0, Hash::hex_digits) + ".deps"));
        return compile_one(r);
    }
    static CompileRequest numbered(CompileRequest r, int number) {
        r.text += "\n// kernel " + std::to_string(number) + "\n";
        return r;
    }
    void use_copy_of_the_api() {
        fs::create_directories(folder / "copy/sim");
        for (const char* part : {"api", "abi"})
            fs::copy(fs::path(TESSERA_SOURCE_DIR) / "sim" / part, folder / "copy/sim" / part,
                     fs::copy_options::recursive);
        api.emplace("TESSERA_API_DIR", (folder / "copy/sim/api").string());
    }
    void append(const char* file, const char* text) const { std::ofstream(folder / file, std::ios::app) << text; }
    std::optional<Environment> api;
    const CompileRequest mover = request(abi::Risc::b, "void kernel_main() { cb_push_back(0, get_tile_size(1)); }");
};

TEST_F(ReadAhead, ForTheSecondKernelOfAKind) {
    compile_one(numbered(mover, 1));
    EXPECT_TRUE(ahead().empty());
    compile_one(numbered(mover, 2));
    EXPECT_EQ(ahead().size(), 1u);
    const auto date = fs::last_write_time(ahead().front());
    compile_one(numbered(mover, 3));
    EXPECT_EQ(ahead().size(), 1u);
    EXPECT_EQ(fs::last_write_time(ahead().front()), date);
}

// What the host sets and defines for a kernel alone comes behind: arguments, formats, names.
TEST_F(ReadAhead, ProgramsAreTheSameByteForByte) {
    CompileRequest compute = request(
        abi::Risc::t0,
        "#include \"compute_kernel_api/eltwise_binary.h\"\n#include \"compute_kernel_api/eltwise_unary/exp.h\"\n"
        "#include \"compute_kernel_api/transpose_wh.h\"\n"
        "namespace NAMESPACE { void MAIN {\n"
        "  constexpr uint32_t tiles = get_compile_time_arg_val(1) + get_named_compile_time_arg_val(\"more\");\n"
        "  binary_op_init_common(0, 1, 16); add_tiles_init(0, 1); exp_tile_init();\n"
        "  for (uint32_t i = 0; i < tiles; ++i) {\n"
        "    cb_wait_front(0, 1); cb_wait_front(1, 1); tile_regs_acquire(); add_tiles(0, 1, 0, 0, 0); exp_tile(0);\n"
        "    transpose_wh_tile(0, 0, 1); tile_regs_commit(); cb_reserve_back(16, 1); tile_regs_wait();\n"
        "    pack_tile(0, 16); tile_regs_release(); cb_push_back(16, 1); cb_pop_front(0, 1); cb_pop_front(1, 1);\n"
        "  } } }\n");
    compute.compile_args = {7, 3};
    compute.named_args = {{"more", 2}};
    compute.cb_formats[0] = compute.cb_formats[1] = static_cast<std::uint8_t>(tensix::DataFormat::fp32);
    compute.cb_formats[16] = static_cast<std::uint8_t>(tensix::DataFormat::bf16);
    compute.fp32_dest_acc = true;
    for (const abi::Risc risc : all_riscs) {
        CompileRequest one = risc < abi::Risc::t0 ? mover : compute;
        one.risc = risc;
        one.arch = risc == abi::Risc::nc || risc == abi::Risc::t2 ? &arch::blackhole() : &arch::wormhole_b0();
        const CompiledKernel without = compile_one(one);
        const std::string bytes = read_file(without.elf).value();
        const std::size_t headers = ahead().size();
        const CompiledKernel with = compiled_again(one, without);
        EXPECT_EQ(ahead().size(), headers + 1);
        EXPECT_EQ(with.key, without.key);
        EXPECT_TRUE(read_file(with.elf).value() == bytes) << static_cast<int>(risc);
    }
}

TEST_F(ReadAhead, EditedApiIsReadAnew) {
    use_copy_of_the_api();
    for (const int number : {1, 2}) compile_one(numbered(mover, number));
    ASSERT_EQ(ahead().size(), 1u);
    append("copy/sim/api/tessera/cb.h", "#error edited\n");
    EXPECT_THAT(input_error(numbered(mover, 3)), HasSubstr("edited"));
}

// As one of the user's folders may hold a header of a name of the API's, or of the compiler's.
TEST_F(ReadAhead, NotWhereAKernelFindsOtherHeaders) {
    for (const int number : {1, 2}) compile_one(numbered(mover, number));
    ASSERT_EQ(ahead().size(), 1u);
    for (const char* name : {"tessera/cb.h", "tessera/kernel.h", "type_traits"}) {
        const fs::path mine = folder / fs::path(name).filename().stem() / name;
        fs::create_directories(mine.parent_path());
        std::ofstream(mine) << "#error mine\n";
        CompileRequest shadowed = numbered(mover, 3);
        shadowed.include_dirs = {folder / fs::path(name).filename().stem()};
        EXPECT_THAT(input_error(shadowed), HasSubstr("mine")) << name;
    }
}

TEST_F(ReadAhead, ErrorsAreOfTheKernelAlone) {
    for (const int number : {1, 2}) compile_one(numbered(mover, number));
    CompileRequest wrong = mover;
    wrong.text = "void kernel_main() { get_tile_size(nothing); get_compile_time_arg_val(5); }";
    const std::string error = input_error(wrong);
    EXPECT_THAT(error, HasSubstr("kernel.cpp:1:"));
    EXPECT_THAT(error, HasSubstr("compile-time argument that the host did not set"));
    EXPECT_THAT(error, ::testing::Not(HasSubstr(cache.string())));
}

// A header that was cut short by a full disk, say, is read as text.
TEST_F(ReadAhead, DamagedOnesAreDoneWithout) {
    for (const int number : {1, 2}) compile_one(numbered(mover, number));
    std::ofstream(ahead().front(), std::ios::binary | std::ios::trunc) << "nothing";
    EXPECT_FALSE(compile_one(numbered(mover, 3)).key.empty());
}

}  // namespace
}  // namespace tessera::host::test
