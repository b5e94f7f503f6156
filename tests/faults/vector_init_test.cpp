// Tile functions of the vector unit without their own init, or under the constants of another.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

struct Vectors : Scenario {
    explicit Vectors(const std::string& tile) {
        cb(0, 1, DataFormat::bf16, 2048).cb(16, 1, DataFormat::bf16, 2048);
        reader(R"(
    cb_reserve_back(0, 1);
    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    for (int j = 0; j < 512; ++j) p[j] = 0x3f803f80;
    while (p[511] != 0x3f803f80) {}
    cb_push_back(0, 1);)");
        above(
            "#include \"compute_kernel_api.h\"\n#include \"compute_kernel_api/eltwise_unary/exp.h\"\n"
            "#include \"compute_kernel_api/eltwise_unary/gelu.h\"\n"
            "#include \"compute_kernel_api/eltwise_unary/sqrt.h\"\n"
            "#include \"compute_kernel_api/eltwise_unary/recip.h\"\n"
            "#include \"compute_kernel_api/eltwise_unary/rounding.h\"");
        compute(R"(
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
)" + tile + R"(
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);)");
    }
};

TEST(VectorInitFault, NoInitAtAll) {
    Vectors s("    exp_tile(0);  // BUG");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp", HasSubstr("exp_tile without exp_tile_init"));
    Vectors good("    exp_tile_init();\n    exp_tile(0);");
    expect_clean(good);
}

TEST(VectorInitFault, TheInitOfAnother) {
    Vectors s("    exp_tile_init();  // INIT\n    sqrt_tile(0);  // BUG");
    const int init = line_of(s.text("compute.cpp"), "// INIT");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp",
                 AllOf(HasSubstr("sqrt_tile without sqrt_tile_init"),
                       HasSubstr("compute.cpp:" + std::to_string(init) + ": note: set here")));
}

TEST(VectorInitFault, OnlyTheInitOfAnotherWhoseConstantsAreNotRead) {
    Vectors s("    recip_tile_init();\n    exp_tile(0);  // BUG");
    expect_warning(s, Id::wrong_init, "TRISC1", "compute.cpp",
                   HasSubstr("exp_tile without exp_tile_init: what has run is recip_tile_init"));
    // One init serves all roundings; none of them has its own.
    Vectors good("    rounding_op_tile_init();\n    floor_tile(0);");
    expect_clean(good);
}

TEST(VectorInitFault, TheConstantsOfAnother) {
    Vectors s(
        "    recip_tile_init<false>();\n    sqrt_tile_init();  // INIT\n    recip_tile<false>(0);  // BUG\n"
        "    sqrt_tile(0);");
    const int init = line_of(s.text("compute.cpp"), "// INIT");
    expect_fault(
        s, Id::wrong_init, "TRISC1", "compute.cpp",
        AllOf(HasSubstr("recip_tile under the constants of another"), HasSubstr("sqrt_tile_init has put there"),
              HasSubstr("compute.cpp:" + std::to_string(init) + ": note: set here")));
    Vectors good("    recip_tile_init<false>();\n    recip_tile<false>(0);\n    sqrt_tile_init();\n    sqrt_tile(0);");
    expect_clean(good);
}

}  // namespace
}  // namespace tessera::faults
