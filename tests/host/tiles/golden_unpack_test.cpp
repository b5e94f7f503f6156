// Golden rows of the unpacker through kernels: a tile of them is unpacked by a product's call, after which both sources
// still hold what became of it, or by copy_tile, and all bits of Dst are packed as integers. Likewise the move from
// SrcA to Dst.
#include <algorithm>
#include <optional>

#include "sim/core/core.hpp"
#include "sim/core/operand.hpp"
#include "tests/host/tiles/golden_tiles.hpp"

namespace tessera::host::tiles {
namespace {

constexpr const char* golden_unpack_kernel = R"(
    const uint32_t how = get_arg_val<uint32_t>(3), cb = get_arg_val<uint32_t>(4);
    cb_wait_front(cb, 1);
    if (how == 0)
        mm_init(cb, cb, 16);
    else
        compute_kernel_hw_startup(cb, cb, 16);
#if defined(TESSERA_VENDOR_LIBRARY)
    const uint32_t becomes = get_arg_val<uint32_t>(5);
    if (becomes != 0xFF) {
        constexpr auto fp32 = static_cast<uint32_t>(DataFormat::Float32);
        UNPACK((_llk_unpack_reconfig_data_format_srca_impl_<DST_ACCUM_MODE>(fp32, becomes, 4096)));
        UNPACK((_llk_unpack_reconfig_data_format_srcb_impl_<DST_ACCUM_MODE>(fp32, becomes, 4096)));
        MATH((_llk_math_reconfig_data_format_<DST_ACCUM_MODE>(becomes, becomes)));
    }
#endif
    tile_regs_acquire();
    if (how == 0) {
        matmul_tiles(cb, cb, 0, 0, 0);
    } else {
        copy_tile_to_dst_init_short(cb);
#if defined(TESSERA_VENDOR_LIBRARY)
        // MOVA2D also where the call for an fp32 Dst adds zero.
        if (how == 2) {
            MATH((llk_math_eltwise_unary_datacopy_init<A2D, false, BroadcastType::NONE>(cb)));
        }
#endif
        copy_tile(cb, 0, 0);
    }
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
)";

// The circular buffers of the kernel; the last two of a 32-bit Dst.
constexpr DataFormat unpacked_formats[] = {DataFormat::bf16, DataFormat::fp16, DataFormat::bfp8, DataFormat::bfp4,
                                           DataFormat::bfp2, DataFormat::fp32, DataFormat::fp32, DataFormat::int32};
constexpr std::uint32_t fp32_to_dst = 6;

enum How : std::uint32_t { to_sources, to_dst, moved };
struct UnpackWay {
    bool wide = false;
    How how = to_sources;
    std::uint32_t cb = 0;
    std::uint32_t becomes = 0xFF;  // another format of registers than that of the circular buffer
    std::string why_not{};
};

UnpackWay way_of(const golden::Row& row) {
    const bool moves = row.name == "MOVA2D";
    const auto option = [&](const char* key) { return row.option.at(key); };
    const std::string in = moves ? (option("srca") == "tf32" ? "fp32" : option("srca")) : option("in"),
                      out = moves ? option("dst") : option("out");
    UnpackWay way{.wide = moves ? out == "fp32" : out == "tf32" || option("to") == "dst",
                  .how = moves                   ? moved
                         : option("to") == "dst" ? to_dst
                                                 : to_sources};
    way.cb = static_cast<std::uint32_t>(std::ranges::find(unpacked_formats, format_named(in)) - unpacked_formats);
    if (way.how == to_dst && in == "fp32") way.cb = fp32_to_dst;
    if ((out == "fp16" && in == "fp32") || (out == "tf32" && way.how == to_dst)) {
        way.becomes = tensix::hardware_code(format_named(out));
        if (!by_vendor_library()) way.why_not = "no call unpacks fp32 to " + out + (way.wide ? " in Dst" : "");
    }
    if (moves && way.wide && !by_vendor_library()) way.why_not = "the call of an fp32 Dst is no MOVA2D";
    return way;
}

class GoldenUnpack : public ::testing::TestWithParam<const arch::Arch*> {
    test::Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};

  protected:
    static Buffer tile_of(DataFormat format, const std::vector<golden::Row>& rows) {
        Buffer tile = empty_tiles(format, 1);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const bool moves = rows[r].name == "MOVA2D";
            const Words& words = rows[r].words.at(moves ? "a" : "x");
            for (std::size_t i = 0; i < 16; ++i)
                put_datum(tile, 0, 16 * r + i, moves ? unpacked_from(format, words[i]) : words[i]);
            if (rows[r].words.contains("exp"))
                tile.bytes[r] = static_cast<std::uint8_t>(rows[r].words.at("exp").front());
        }
        return tile;
    }

    // Rows of one kind, at most a tile of them.
    void expect_equal(const UnpackWay& way, const std::vector<golden::Row>& rows) const {
        const DataFormat out = bits_of_dst(way.wide);
        TileRun run{.arch = *GetParam(),
                    .mode = {.fidelity_phases = 1, .fp32_dest_acc = way.wide},
                    .out = out,
                    .body = golden_unpack_kernel,
                    .args = {way.how, way.cb, way.becomes}};
        for (const DataFormat format : unpacked_formats) {
            if (!way.wide && run.inputs.size() == fp32_to_dst) break;
            run.inputs.push_back(empty_tiles(format, 1));
        }
        run.inputs[way.cb] = tile_of(unpacked_formats[way.cb], rows);
        run.mode.unpack_to_dst[fp32_to_dst] = way.wide;
        const auto expect = [&](const char* where, DataFormat format, const auto& word) {
            for (std::size_t r = 0; r < rows.size(); ++r)
                for (std::size_t i = 0; i < 16; ++i)
                    ASSERT_EQ(word(16 * r + i), bits_in_dst(format, rows[r].words.at("=")[i]))
                        << "datum " << i << " in " << where << " of " << rows[r].text;
        };
        if (way.how == to_sources)
            run.after = [&](const core::Core& core) {
                for (const core::Operand operand : core::operands)
                    expect(operand == core::src_a ? "SrcA" : "SrcB", DataFormat::tf32,
                           [&](std::size_t i) { return core.src[operand][0].datum[i]; });
            };
        const Buffer result{out, run.result()};
        if (way.how == to_sources) return;
        expect("Dst", way.wide ? DataFormat::fp32 : unpacked_formats[way.cb],
               [&](std::size_t i) { return datum_at(result, 0, i); });
    }

    void expect_rows_pass(const std::filesystem::path& file) const {
        GoldenTally tally;
        std::map<std::string, std::vector<golden::Row>> tiles;  // by kind and number
        std::map<std::string, std::size_t> count;
        for (golden::Row& row : golden::rows_of(file, *GetParam())) {
            if (!tally.takes(way_of(row).why_not)) continue;
            const std::size_t n = count[row.kind()]++;
            tiles[row.kind() + " " + std::to_string(n / tensix::face_rows)].push_back(std::move(row));
        }
        EXPECT_FALSE(tiles.empty()) << file;
        for (const auto& [kind, rows] : tiles) expect_equal(way_of(rows.front()), rows);
    }
};
std::string name_of_arch(const ::testing::TestParamInfo<const arch::Arch*>& info) {
    return std::string(info.param->name);
}
INSTANTIATE_TEST_SUITE_P(All, GoldenUnpack, ::testing::ValuesIn(arch::all()), name_of_arch);

TEST_P(GoldenUnpack, SampleThroughKernels) { expect_rows_pass(golden::sample("convert_unpack.txt")); }

TEST_P(GoldenUnpack, WholeSetThroughKernels) {
    const auto file = golden::whole("convert_unpack.txt");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not at hand";
    expect_rows_pass(file);
}

}  // namespace
}  // namespace tessera::host::tiles
