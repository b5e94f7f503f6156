// Rows of Dst that are read as another kind of datums than was written there, and what fits (spec/tensix-core.md
// 4.2).
#include "tests/faults/kernels.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::faults {
namespace {

// One tile from cb 0 to cb 16, with `body` on the math core in between. The writer asserts the first word of the tile.
struct Through : Scenario {
    Through(const arch::Arch& arch, DataFormat format, std::uint32_t first_word, const std::string& body,
            std::uint32_t expected, DataFormat out, bool wide = false)
        : Scenario(arch) {
        const auto bytes = static_cast<std::uint32_t>(tensix::tile_bytes(format));
        cb(0, 2, format, bytes).cb(16, 2, out, static_cast<std::uint32_t>(tensix::tile_bytes(out)));
        reader(
            "    cb_reserve_back(0, 1);\n    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));\n"
            "    for (uint32_t i = 0; i < get_arg_val<uint32_t>(1); ++i) p[i] = get_arg_val<uint32_t>(0);\n"
            "    cb_push_back(0, 1);",
            {first_word, bytes / 4});
        writer(
            "    cb_wait_front(16, 1);\n    auto* p = reinterpret_cast<volatile uint32_t*>(get_read_ptr(16));\n"
            "    ASSERT(*p == get_arg_val<uint32_t>(0));\n    cb_pop_front(16, 1);",
            {expected});
        above("#ifdef TRISC_MATH\nusing namespace sfpi;\nvoid on_vectors() {\n" + body + "\n}\n#endif");
        compute(R"(
    init_sfpu(0, 16);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);  // COPY
    MATH((_llk_math_eltwise_unary_sfpu_params_<false>(on_vectors, 0, (int)VectorMode::RC));)
    tile_regs_commit();
    cb_pop_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_wait();
    pack_tile(0, 16);  // PACK
    tile_regs_release();
    cb_push_back(16, 1);)",
                {.fp32_dest_acc = wide});
    }
};

std::string each(const std::string& step) { return "    for (int i = 0; i < 8; ++i) { " + step + " dst_reg++; }"; }
const std::string plus_one = each("dst_reg[0] = dst_reg[0] + 1.0f;  // BUG\n");

constexpr std::uint32_t fp16_one = 0x3C003C00, fp16_two = 0x40004000, bf16_one = 0x3F803F80, bf16_two = 0x40004000;

TEST(DstContents, Fp16ByTheFormatOfTheConfiguration) {
    Through s(arch::wormhole_b0(), DataFormat::fp16, fp16_one, plus_one, fp16_two, DataFormat::fp16);
    expect_clean(s);
    Through other(arch::wormhole_b0(), DataFormat::bf16, bf16_one, plus_one, bf16_two, DataFormat::bf16);
    expect_clean(other);
}

// Its configuration names no format to the vector unit.
TEST(DstContents, BlackholeHasNoFp16InSixteenBits) {
    Through s(arch::blackhole(), DataFormat::fp16, fp16_one, plus_one, fp16_two, DataFormat::fp16);
    expect_fault(s, Id::format_mismatch, "TRISC1", "compute.cpp",
                 AllOf(HasSubstr("reads Dst row 0 as bf16, but it holds fp16"), HasSubstr("set fp32_dest_acc_en"),
                       HasSubstr("compute.cpp:" + std::to_string(line_of(s.text("compute.cpp"), "// COPY")) +
                                 ": note: the row was written here")));
    Through wide(arch::blackhole(), DataFormat::fp16, fp16_one, plus_one, fp16_two, DataFormat::fp16, true);
    expect_clean(wide);
    Through named(arch::blackhole(), DataFormat::fp16, fp16_one,
                  each("TTI_SFPLOAD(0, 1, 7, 0); TTI_SFPADD(10, 0, 10, 0, 0); TTI_SFPSTORE(0, 1, 7, 0);"), fp16_two,
                  DataFormat::fp16);
    expect_clean(named);
}

TEST(DstContents, ModeThatDoesNotFitIsNamedByReaderAndWriter) {
    for (const arch::Arch* arch : arch::all()) {
        const std::string reads =
            each("vUInt x = dst_reg[0];  // BUG\n v_if(x == 0) { dst_reg[0] = vUInt(1); } v_endif;");
        Through s(*arch, DataFormat::int16, 7, reads, 7, DataFormat::int16);
        expect_fault(
            s, Id::format_mismatch, "TRISC1", "compute.cpp",
            AllOf(HasSubstr("(mode 4) reads Dst row 0 as 32-bit datums, but it holds opaque 16 bits; load them "
                            "by mode 6"),
                  HasSubstr("note: the row was written here")));
        core::Options waived;
        waived.faults.named[Id::format_mismatch] = fault::Verdict::off;
        EXPECT_FALSE(s.run(waived));
        Through good(*arch, DataFormat::int16, 0x00070007,
                     each("vUInt x = vUInt16(dst_reg[0]); x = x + 1; dst_reg[0] = vUInt16(Handle{x.release()});"),
                     0x00080008, DataFormat::int16);
        expect_clean(good);
    }
}

TEST(DstContents, WhatThePackerTakesForAnotherKind) {
    Through s(arch::wormhole_b0(), DataFormat::bf16, bf16_one, each("dst_reg[0] = vUInt(3);"), 0, DataFormat::bf16);
    Scenario& scenario = s;
    EXPECT_FALSE(scenario.run());
    ASSERT_EQ(scenario.warnings.size(), 1u);
    EXPECT_THAT(std::string(scenario.warnings[0].what()),
                HasSubstr("the packer reads Dst from row 0 on as bf16, but it holds 32-bit datums"));
}

// Packers read the low eight bits, of which a 16-bit Dst has none (spec/pack-instructions.md 2).
TEST(DstContents, EightBitIntegersOutOfASixteenBitDst) {
    for (const arch::Arch* arch : arch::all()) {
        const std::string cast = each("dst_reg[0] = vUInt8(Handle{float_to_uint8(dst_reg[0], 0).release()});");
        Through s(*arch, DataFormat::bf16, bf16_one, cast, 0, DataFormat::uint8);
        EXPECT_FALSE(s.run()) << arch->name;
        ASSERT_EQ(s.warnings.size(), 1u);
        EXPECT_THAT(std::string(s.warnings[0].what()), HasSubstr("as bf16, but it holds 8-bit integers"));
        Through wide(*arch, DataFormat::bf16, bf16_two, each("dst_reg[0] = vUInt(2);"), 0x02020202, DataFormat::uint8,
                     true);
        expect_clean(wide);
    }
}

// 32-bit integers go through Dst as 32 bits even where the kernel was launched for 16.
TEST(DstContents, Int32WithoutA32BitDst) {
    for (const arch::Arch* arch : arch::all()) {
        Through s(*arch, DataFormat::int32, 70000, each("vUInt x = dst_reg[0]; dst_reg[0] = vUInt(x + 1);"), 70001,
                  DataFormat::int32);
        expect_clean(s);
    }
}

// One tile of ones, of which a reduction takes the maximum by `scaler` into row 0.
struct Maximum : Scenario {
    explicit Maximum(const arch::Arch& arch, std::uint32_t scaler, std::uint32_t expected) : Scenario(arch) {
        cb(0, 1, DataFormat::bf16, 2048).cb(2, 1, DataFormat::bf16, 2048).cb(16, 1, DataFormat::bf16, 2048);
        reader(R"(
    for (uint32_t id : {0u, 2u}) {
        cb_reserve_back(id, 1);
        auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(id));
        for (uint32_t i = 0; i < 512; ++i) p[i] = get_arg_val<uint32_t>(id / 2);
        cb_push_back(id, 1);
    })",
               {bf16_one, scaler});
        writer(
            "    cb_wait_front(16, 1);\n    auto* p = reinterpret_cast<volatile uint16_t*>(get_read_ptr(16));\n"
            "    ASSERT(*p == get_arg_val<uint32_t>(0));\n    cb_pop_front(16, 1);",
            {expected});
        above(
            "#define REDUCE_OP PoolType::MAX\n#define REDUCE_DIM ReduceDim::REDUCE_ROW\n"
            "#include \"compute_kernel_api/reduce.h\"");
        compute(R"(
    compute_kernel_hw_startup(0, 2, 16);
    reduce_init<PoolType::MAX, ReduceDim::REDUCE_ROW>(0, 2, 16);
    cb_wait_front(2, 1);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    reduce_tile<PoolType::MAX, ReduceDim::REDUCE_ROW>(0, 2, 0, 0, 0);  // BUG
    tile_regs_commit();
    cb_pop_front(0, 1);
    cb_pop_front(2, 1);
    cb_reserve_back(16, 1);
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    reduce_uninit();
    cb_push_back(16, 1);)");
    }
};

TEST(DstContents, ScalerOfAMaximumByItsExponent) {
    for (const arch::Arch* arch : arch::all()) {
        Maximum twice(*arch, 0xC0704070, 0x4000);  // 3.75 and -3.75 count as 2
        expect_clean(twice);
        Maximum zero(*arch, 0, 0xFF80);
        expect_warning(zero, Id::format_mismatch, "TRISC1", "compute.cpp",
                       HasSubstr("a reduction with a scaler of zero, from cb 2"));
    }
}

}  // namespace
}  // namespace tessera::faults
