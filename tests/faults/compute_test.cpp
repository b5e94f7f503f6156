// Dst, its protocol, formats and semaphores of the compute kernel.
#include "tests/faults/kernels.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::faults {
namespace {

// One tile for cb 0, all ones.
const std::string feed = R"(
    cb_reserve_back(0, 1);
    noc_async_read(get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), get_write_ptr(0), 4096);
    noc_async_read_barrier();
    cb_push_back(0, 1);)";
const std::string drain = R"(
    cb_wait_front(16, 1);
    cb_pop_front(16, 1);)";

struct Copy : Scenario {
    explicit Copy(const std::string& kernel, host::ComputeKernel mode = {}, DataFormat out = DataFormat::fp32) {
        const std::uint32_t address = dram(4096);
        cb(0, 2).cb(16, 2, out, static_cast<std::uint32_t>(tensix::tile_bytes(out)));
        reader(feed, {address}).writer(drain).compute(kernel, mode);
    }
};

TEST(ComputeFault, CompanionRunsClean) {
    for (const bool fp32 : {false, true}) {
        Copy s(R"(
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile_init(0);
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);)",
               {.fp32_dest_acc = fp32});
        expect_clean(s);
    }
}

TEST(ComputeFault, DstTileOutsideTheHalf) {
    Copy s(R"(
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 4);  // BUG
    tile_regs_commit();)",
           {.fp32_dest_acc = true});
    expect_fault(s, Id::dst_index, "TRISC1", "compute.cpp",
                 HasSubstr("Dst tile 4: half-sync fp32 Dst holds tiles 0 to 3"));
}

TEST(ComputeFault, PackOfATileOutsideTheHalf) {
    Copy s(R"(
    init_sfpu(0, 16);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(8, 16);  // BUG)");
    expect_fault(s, Id::dst_index, "TRISC2", "compute.cpp",
                 HasSubstr("Dst tile 8: half-sync 16-bit Dst holds tiles 0 to 7"));
}

// Two faces of tile 7 on: the vectors behind it belong to the packer.
TEST(ComputeFault, DstRegOutsideTheHalf) {
    Copy s(R"(
    tile_regs_acquire();
#ifdef TRISC_MATH
    math::set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(7);
    sfpi::dst_reg[31] = 1.0f;
    sfpi::dst_reg[32] = 1.0f;  // BUG
#endif)");
    expect_fault(s, Id::dst_index, "TRISC1", "compute.cpp", HasSubstr("dst_reg written at Dst row 512"));
}

TEST(ComputeFault, CopyWithoutAcquire) {
    Copy s(R"(
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    copy_tile(0, 0, 0);  // BUG)");
    expect_fault(s, Id::dst_ownership, "TRISC1", "compute.cpp",
                 HasSubstr("copy_tile writes Dst without tile_regs_acquire"));
}

TEST(ComputeFault, SfpuWithoutAcquire) {
    Copy s(R"(
    MATH(sfpi::vFloat x = sfpi::dst_reg[0];  // BUG
         sfpi::dst_reg[1] = x;))");
    expect_fault(s, Id::dst_ownership, "TRISC1", "compute.cpp", HasSubstr("dst_reg read without tile_regs_acquire"));
}

TEST(ComputeFault, AcquireTwice) {
    Scenario s;
    s.compute(R"(
    tile_regs_acquire();
    tile_regs_acquire();  // BUG
    tile_regs_commit();)");
    expect_warning(s, Id::dst_ownership, "TRISC1", "compute.cpp", HasSubstr("tile_regs_acquire twice"));
}

TEST(ComputeFault, ExtraRelease) {
    Scenario s;
    s.compute("    tile_regs_release();  // BUG");
    expect_warning(s, Id::dst_ownership, "TRISC2", "compute.cpp",
                   HasSubstr("tile_regs_release without tile_regs_wait"));
}

TEST(ComputeFault, PackBeforeCommit) {
    Copy s(R"(
    init_sfpu(0, 16);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    pack_tile(0, 16);  // BUG
    tile_regs_commit();)");
    expect_fault(s, Id::pack_order, "TRISC2", "compute.cpp", HasSubstr("pack_tile without tile_regs_wait"));
}

// The unpacker was set up for cb 0 (fp32); cb 1 holds bf16.
TEST(ComputeFault, CopyInAnotherFormatThanConfigured) {
    const std::string begin = R"(
    init_sfpu(0, 16);  // INIT
    cb_wait_front(1, 1);
    tile_regs_acquire();
)";
    const std::string end = R"(
    copy_tile_init(1);
    copy_tile(1, 0, 0);  // BUG
    tile_regs_commit();)";
    const std::string feed_1 = R"(
    cb_reserve_back(1, 1);
    memset(reinterpret_cast<void*>(get_write_ptr(1)), 0, 2048);
    cb_push_back(1, 1);)";
    Scenario s;
    s.cb(0, 2).cb(1, 2, DataFormat::bf16, 2048).cb(16, 2).reader(feed_1).compute(begin + end);
    const int init = line_of(s.text("compute.cpp"), "// INIT");
    expect_fault(s, Id::format_mismatch, "TRISC0", "compute.cpp",
                 AllOf(HasSubstr("copy_tile: cb 1 holds bf16, but the unpacker of SrcA is configured for fp32 (cb 0)"),
                       HasSubstr("compute.cpp:" + std::to_string(init) + ": note: configured here")));
    Scenario good;
    good.cb(0, 2).cb(1, 2, DataFormat::bf16, 2048).cb(16, 2).reader(feed_1);
    expect_clean(good.compute(begin + "    reconfig_data_format_srca(1);" + end));
}

TEST(ComputeFault, PackInAnotherFormatThanConfigured) {
    const std::string end = R"(
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    MATH(sfpi::dst_reg[0] = 1.0f;)
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);  // BUG
    tile_regs_release();
    cb_push_back(16, 1);)";
    Copy s("    init_sfpu(0, 0);" + end, {}, DataFormat::bf16);
    expect_fault(s, Id::format_mismatch, "TRISC2", "compute.cpp",
                 HasSubstr("pack_tile: cb 16 holds bf16, but the packer is configured for fp32 (cb 0)"));
    Copy good("    init_sfpu(0, 0);\n    pack_reconfig_data_format(16);" + end, {}, DataFormat::bf16);
    expect_clean(good);
}

// The host names both buffers; nothing is wrong with fp32 beside either.
TEST(ComputeFault, BuffersOfBothExponentFamilies) {
    Scenario s;
    s.cb(0, 2).cb(1, 2, DataFormat::bfp8, 1088).cb(16, 2, DataFormat::fp16, 2048).compute("");
    ASSERT_FALSE(s.run());
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_EQ(s.warnings.front().id(), Id::mixed_exponents);
    EXPECT_THAT(s.warnings.front().text(fault::Severity::warning),
                HasSubstr("compute.cpp: warning: exponents of 8 bits in cb 1 (bfp8) and of 5 bits in cb 16 (fp16)"));
    core::Options strict;
    strict.faults.strict = true;
    const auto fault = s.run(strict);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::mixed_exponents);
    for (const DataFormat format : {DataFormat::fp16, DataFormat::bf16}) {
        Scenario good;
        good.cb(0, 2).cb(1, 2, DataFormat::int32).cb(16, 2, format, 2048).compute("");
        expect_clean(good);
    }
    Scenario movers;
    movers.cb(1, 2, DataFormat::bf16, 2048).cb(16, 2, DataFormat::fp16, 2048).reader("");
    expect_clean(movers);
}

TEST(ComputeFault, TileLargerThanItsPage) {
    Scenario s;
    s.cb(16, 2, DataFormat::fp32, 2048).compute(R"(
    init_sfpu(16, 16);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    MATH(sfpi::dst_reg[0] = 1.0f;)
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);  // BUG)");
    expect_fault(s, Id::format_mismatch, "TRISC2", "compute.cpp",
                 HasSubstr("a tile of fp32 has 4096 bytes, a page of cb 16 only 2048"));
}

TEST(ComputeFault, CopyOfAPageThatWasNotFilled) {
    Scenario s;
    s.cb(0, 2).cb(16, 2).reader("    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);").compute(R"(
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);  // BUG
    tile_regs_commit();)");
    expect_fault(s, Id::uninitialised, "TRISC0", "compute.cpp", HasSubstr("copy_tile from cb 0"));
}

// A tile of which only the first row was filled: the rest is padding.
TEST(ComputeFault, CopyOfAPageThatWasFilledInPart) {
    Scenario s;
    s.cb(0, 2)
        .cb(16, 2)
        .reader(R"(
    cb_reserve_back(0, 1);
    zero_l1_buf(reinterpret_cast<uint32_t*>(get_write_ptr(0)), 64);
    while (reinterpret_cast<volatile uint32_t*>(get_write_ptr(0))[15] != 0) {}
    cb_push_back(0, 1);)")
        .compute(R"(
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);  // BUG
    tile_regs_commit();)");
    expect_clean(s);  // nobody uses what it makes of the rest
    core::Options pedantic;
    pedantic.faults.pedantic = true;
    expect_fault(s, Id::uninitialised, "TRISC0", "compute.cpp", HasSubstr("copy_tile from cb 0"), "// BUG",
                 std::move(pedantic));
}

TEST(ComputeFault, SemaphoreTakenAtZero) {
    Copy s("    MATH(TTI_SEMGET(1 << 2);)  // BUG");
    expect_fault(s, Id::semaphore_misuse, "TRISC1", "compute.cpp", HasSubstr("SEMGET of semaphore 2 at zero"));
}

TEST(ComputeFault, SemaphorePostedBeyondItsMaximum) {
    Copy s("    MATH(TTI_SEMINIT(1, 1, 1 << 2);)\n    MATH(TTI_SEMPOST(1 << 2);)  // BUG");
    expect_fault(s, Id::semaphore_misuse, "TRISC1", "compute.cpp",
                 HasSubstr("SEMPOST of semaphore 2 at its maximum 1"));
}

// The packer waits by a raw instruction for the semaphore that tile_regs_commit posts, and frees Dst by another.
TEST(ComputeFault, RawWaitsOnTheSemaphoreOfDstRunClean) {
    Scenario s;
    s.compute(R"(
    for (int i = 0; i < 4; ++i) {
        tile_regs_acquire();
        tile_regs_commit();
        PACK(TTI_SEMWAIT(p_stall::STALL_PACK, 1 << 1, 1);)
        PACK(TTI_SEMGET(1 << 1);)
    })");
    expect_clean(s);
}

// The last rows of a copied tile are not there yet when the next instruction loads them; earlier rows are.
TEST(ComputeFault, SfpuLoadsWhatTheFpuIsStillWriting) {
    const auto kernel = [](const std::string& vectors) {
        return "    init_sfpu(0, 16);\n    cb_wait_front(0, 1);\n    cb_reserve_back(16, 1);\n    "
               "tile_regs_acquire();\n"
               "    copy_tile_init(0);\n    copy_tile(0, 0, 0);\n" +
               vectors +
               "    tile_regs_commit();\n    tile_regs_wait();\n    pack_tile(0, 16);\n    tile_regs_release();\n"
               "    cb_push_back(16, 1);\n    cb_pop_front(0, 1);";
    };
    Copy s(kernel("    MATH(TTI_SFPLOAD(0, 0, 3, 60);)  // BUG\n"));
    expect_fault(s, Id::dst_hazard, "TRISC1", "compute.cpp",
                 HasSubstr("reads Dst rows 60 to 63, which the FPU wrote 3 instruction(s) before"));
    Copy waits(
        kernel("    MATH(TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);)\n"
               "    MATH(TTI_SFPLOAD(0, 0, 3, 60);)\n"));
    expect_clean(waits);
    Copy earlier(kernel("    MATH(TTI_SFPLOAD(0, 0, 3, 0);)\n"));
    expect_clean(earlier);
    Copy later(kernel("    MATH(TTI_NOP; TTI_NOP;)\n    MATH(TTI_SFPLOAD(0, 0, 3, 60);)\n"));
    expect_clean(later);
}

TEST(ComputeFault, FunctionKnownByNameOnly) {
    Copy s("    UNPACK(dbg_halt();)  // BUG");
    expect_fault(s, Id::tensix_unsupported, "TRISC0", "compute.cpp", HasSubstr("dbg_halt is not modelled"));
}

TEST(ComputeFault, InstructionThatIsNotModelled) {
    Copy s("    MATH(TTI_SETC16(77, 1);)  // BUG");
    expect_fault(s, Id::tensix_unsupported, "TRISC1", "compute.cpp", HasSubstr("SETC16 of configuration register 77"));
}

}  // namespace
}  // namespace tessera::faults
