// Instructions of the vector unit by other threads than T1 (spec/tensix-core.md 7.1), and what it draws.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

// T2 doubles a tile that it has waited for before it packs it; `body` in its place.
struct Packed : Scenario {
    Packed(const arch::Arch& arch, const std::string& body, std::uint32_t expected, const std::string& wait)
        : Scenario(arch) {
        cb(0, 2, DataFormat::fp32, 4096).cb(16, 2, DataFormat::fp32, 4096);
        reader(
            "    cb_reserve_back(0, 1);\n    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));\n"
            "    for (uint32_t i = 0; i < 1024; ++i) p[i] = 0x3F800000;\n    cb_push_back(0, 1);");
        writer(
            "    cb_wait_front(16, 1);\n    auto* p = reinterpret_cast<volatile uint32_t*>(get_read_ptr(16));\n"
            "    for (uint32_t i = 0; i < 1024; ++i) ASSERT(p[i] == get_arg_val<uint32_t>(0));\n"
            "    cb_pop_front(16, 1);",
            {expected});
        compute(
            "    init_sfpu(0, 16);\n    cb_wait_front(0, 1);\n    tile_regs_acquire();\n    copy_tile(0, 0, 0);\n"
            "    tile_regs_commit();\n    cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n" +
                wait + body +
                "    PACK(TTI_STALLWAIT(p_stall::STALL_PACK, p_stall::WAIT_SFPU);)\n    pack_tile(0, 16);\n"
                "    tile_regs_release();\n    cb_push_back(16, 1);",
            {.fp32_dest_acc = true});
    }
};

const std::string waits = "    tile_regs_wait();\n";
const std::string doubles = R"(
    PACK(for (int i = 0; i < 32; ++i) {  // BUG
        TT_SFPLOAD(0, 3, 0, 2 * i);
        TTI_SFPADD(10, 0, 0, 0, 0);
        TTI_SFPNOP;
        TT_SFPSTORE(0, 3, 0, 2 * i);
    })
)";

TEST(VectorThread, T2WorksOnWhatItWillPack) {
    for (const arch::Arch* arch : arch::all()) {
        Packed s(*arch, doubles, 0x40000000, waits);
        expect_clean(s);
    }
}

TEST(VectorThread, CountersAreTheThreadsOwn) {
    Packed s(arch::wormhole_b0(), R"(
    PACK(for (int i = 0; i < 32; ++i) {
        TTI_SFPLOAD(0, 3, 0, 0);
        TTI_SFPADD(10, 0, 0, 0, 0);
        TTI_SFPNOP;
        TTI_SFPSTORE(0, 3, 0, 0);
        TTI_INCRWC(0, 2, 0, 0);
    })
)",
             0x40000000, waits);
    expect_clean(s);
}

TEST(VectorThread, NeedsItsHalfAndItsGaps) {
    Packed early(arch::wormhole_b0(), "    tile_regs_wait();\n", 0x40000000, doubles);
    expect_fault(early, Id::dst_ownership, "TRISC2", "compute.cpp",
                 HasSubstr("SFPLOAD L0, 0, mod=3 by T2 without tile_regs_wait"));
    Packed late(arch::wormhole_b0(), R"(
    PACK(TTI_SFPLOADI(1, 0, 0x4000);)
    PACK(TTI_SFPMUL(1, 1, 9, 2, 0);)
    PACK(TTI_SFPADD(10, 2, 2, 3, 0);)  // BUG
)",
                0x3F800000, waits);
    expect_fault(late, Id::sfpu_hazard, "TRISC2", "compute.cpp",
                 HasSubstr("SFPADD L3, L10, L2, L2 reads L2 in the cycle after SFPMUL L2, L1, L1, L9"));
}

}  // namespace
}  // namespace tessera::faults
