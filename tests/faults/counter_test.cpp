// Address counters that an API call finds as another call, or the kernel's own instructions, have left them
// (spec/unpack-instructions.md 1, tensix-core.md 2.3), on the low-level kernels of a tree of the vendor's.
#include <filesystem>

#include "tests/faults/kernels.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::faults {
namespace {

// One kernel for all, since compiling takes most of the time: which mistake, by the first word of the tile.
constexpr const char* residues = R"(
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    const uint32_t which = read_tile_value(0, 0, 0);
    if (which >= 40) {
        binary_op_init_common(0, 0, 16);
        add_tiles_init(0, 0);
    }
    tile_regs_acquire();
    if (which == 1) {
        UNPACK(TTI_INCADCXY(1, 0, 0, 1, 0);)  // LEFT 1
    } else if (which == 2) {  // which the call sets
        UNPACK(TTI_INCADCZW(1, 0, 0, 0, 1);)
    } else if (which == 3) {
        MATH(TTI_INCRWC(0, 8, 0, 0);)  // LEFT 3
    } else if (which == 5) {  // taken back
        UNPACK(TTI_INCADCXY(1, 0, 0, 1, 0); TTI_SETADCXY(1, 0, 0, 0, 0, 10);)
        MATH(TTI_INCRWC(0, 8, 0, 0); TTI_SETRWC(0, 0, 0, 0, 0, p_setrwc::SET_D);)
    } else if (which == 6) {
        MATH((math::inc_dst_addr<8>());)  // LEFT 6
    } else if (which == 40) {
        UNPACK(TTI_INCADCXY(2, 0, 0, 2, 0);)  // LEFT 40
    } else if (which == 41) {
        MATH(TTI_SETRWC(0, 0, 0, 8, 0, p_setrwc::SET_B);)  // LEFT 41
    }
    if (which < 40) {
        copy_tile(0, 0, 0);  // COPY
    } else {
        add_tiles(0, 0, 0, 0, 0);  // ADD
    }
    tile_regs_commit();
    tile_regs_wait();
    if (which == 4) {
        PACK(TTI_INCADCZW(4, 0, 0, 0, 1);)  // LEFT 4
    } else if (which == 5) {
        PACK(TTI_INCADCZW(4, 0, 0, 0, 1); TTI_SETADCZW(4, 0, 0, 0, 0, 1);)
    }
    pack_tile(0, 16);  // PACK
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);)";

struct Residue : Scenario {
    Residue(std::uint32_t which, const arch::Arch& arch) : Scenario(arch) {
        cb(0, 2, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048).one_tile(which);
        writer(R"(
    cb_wait_front(16, 1);
    cb_pop_front(16, 1);)");
        above("#include \"compute_kernel_api/eltwise_binary.h\"");
        compute(residues);
    }
    auto is_left(const std::string& mark, const std::string& leaver) {
        return HasSubstr("compute.cpp:" + std::to_string(line_of(text("compute.cpp"), mark)) + ": note: left by " +
                         leaver + " here");
    }
};

class CounterFault : public testing::TestWithParam<const arch::Arch*> {
  protected:
    void SetUp() override {
        if (!std::filesystem::is_directory(tessera::test::vendor_tree()))
            GTEST_SKIP() << "no tree of the vendor's at hand";
    }
    void expect_left(std::uint32_t which, const std::string& risc, const std::string& words, const std::string& call,
                     const std::string& leaver = "the kernel's own instruction") {
        SCOPED_TRACE(which);
        Residue s(which, *GetParam());
        const std::string mark = "// LEFT " + std::to_string(which) + "\n";
        expect_fault(s, Id::counter_left_over, risc, "compute.cpp", AllOf(HasSubstr(words), s.is_left(mark, leaver)),
                     call);
    }

  private:
    host::test::Variable home_{"TT_METAL_HOME", tessera::test::vendor_tree().string()};
    host::test::Variable level_{"TESSERA_LIBRARY", "vendor"};
};
INSTANTIATE_TEST_SUITE_P(Archs, CounterFault, testing::ValuesIn(arch::all().begin(), arch::all().end()),
                         [](const auto& arch) { return std::string(arch.param->name); });

TEST_P(CounterFault, OfAnUnpackerLeftByTheKernel) {
    expect_left(1, "TRISC0", "copy_tile begins with counter Y of channel 0 of unpacker 0 at 1", "// COPY");
    expect_left(40, "TRISC0", "add_tiles begins with counter Y of channel 0 of unpacker 1 at 2", "// ADD");
}

TEST_P(CounterFault, OfTheMatrixUnitLeftByTheKernel) {
    expect_left(3, "TRISC1", "copy_tile begins with the counter of Dst at 8", "// COPY");
    expect_left(41, "TRISC1", "add_tiles begins with the counter of SrcB at 8", "// ADD");
}

TEST_P(CounterFault, LeftByAnotherCall) {
    expect_left(6, "TRISC1", "copy_tile begins with the counter of Dst at 8", "// COPY", "inc_dst_addr");
}

TEST_P(CounterFault, OfThePackersLeftByTheKernel) {
    expect_left(4, "TRISC2", "pack_tile begins with counter Z of channel 0 of the packers at 1", "// PACK");
}

TEST_P(CounterFault, NoneWhereTheKernelTakesItBackOrTheCallSetsIt) {
    Residue set(2, *GetParam());
    expect_clean(set);
    Residue copied(5, *GetParam());
    expect_clean(copied);
    Residue added(42, *GetParam());
    expect_clean(added);
}

}  // namespace
}  // namespace tessera::faults
