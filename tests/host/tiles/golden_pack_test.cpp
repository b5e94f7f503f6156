// Golden rows of the packer through kernels: tiles of them reach Dst as integers, which keep every bit, and are packed
// to a circular buffer each. The calls take Dst to a format in L1 by way of one intermediate format, the vendor's
// choice; by instruction the others are a register away.
#include <algorithm>

#include "host/compile/unit_formats.hpp"
#include "tests/host/tiles/golden_tiles.hpp"

namespace tessera::host::tiles {
namespace {

// A tile of cb 0 to each output; the arguments are intermediate formats that are not those of the calls.
constexpr const char* golden_pack_kernel = R"(
    compute_kernel_hw_startup(0, 0, 16);
    const uint32_t outputs = get_arg_val<uint32_t>(1);
    for (uint32_t k = 0; k < outputs; ++k) {
        const uint32_t cb = 16 + k, by_way_of = get_arg_val<uint32_t>(3 + k);
        tile_regs_acquire();
        copy_tile_to_dst_init_short(0);
        copy_tile(0, k, 0);
        if constexpr (!DST_ACCUM_MODE) {
            // What the matrix unit wrote last says what the integers stand for.
            copy_tile_to_dst_init_short_with_dt(0, 1);
            copy_tile(1, 0, 1);
            reconfig_data_format_srca(1, 0);
        }
        tile_regs_commit();
        tile_regs_wait();
        if (k != 0) cb_reserve_back(cb, 1);
        pack_reconfig_data_format(cb);
#if defined(TESSERA_VENDOR_LIBRARY)
        if (by_way_of != 0xFF) {
            PACK((_llk_pack_reconfig_data_format_<DST_ACCUM_MODE, false>(
                by_way_of, pack_dst_format[cb], get_local_cb_interface(cb).fifo_page_size)));
        }
#endif
        pack_tile(0, cb);
        if (k != 0) cb_push_back(cb, 1);
        tile_regs_release();
    }
)";

// What Dst holds, as integers have no form.
struct PackedDst {
    const arch::Arch* arch;
    DataFormat format;  // bf16, fp16; fp32 for 32 bits of any kind
    bool precise;       // bfp8_pack_precise
    bool wide() const { return format == DataFormat::fp32; }
};
void PrintTo(const PackedDst& dst, std::ostream* out) {
    *out << dst.arch->name << "_" << tensix::name(dst.format) << (dst.precise ? "_precise" : "");
}

DataFormat dst_of(const golden::Row& row) {
    if (row.option.at("dst") == "32b") return DataFormat::fp32;
    return tensix::has_small_exponent(format_named(row.option.at("inter"))) ? DataFormat::fp16 : DataFormat::bf16;
}

class GoldenPack : public ::testing::TestWithParam<PackedDst> {
    test::Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};

  protected:
    // Whether the calls choose the intermediate format of the row.
    bool is_chosen(const golden::Row& row) const {
        const tensix::DstFormat view = GetParam().wide()                       ? tensix::DstFormat::fp32
                                       : GetParam().format == DataFormat::fp16 ? tensix::DstFormat::fp16
                                                                               : tensix::DstFormat::bf16;
        return intermediate_of(view, format_named(row.option.at("out")), GetParam().precise) ==
               format_named(row.option.at("inter"));
    }
    std::string why_not(const golden::Row& row) const {
        if (GetParam().precise && !tensix::is_bfp(format_named(row.option.at("out"))))
            return "precise is of block floats";
        if (by_vendor_library() || is_chosen(row)) return "";
        return "no call packs " + row.option.at("dst") + " by way of " + row.option.at("inter") + " to " +
               row.option.at("out");
    }

    // Rows of a kind in a tile.
    void expect_equal(const std::vector<std::vector<golden::Row>>& tiles) const {
        const PackedDst& dst = GetParam();
        TileRun run{.arch = *dst.arch,
                    .mode = {.fp32_dest_acc = dst.wide(), .bfp8_pack_precise = dst.precise},
                    .inputs = {empty_tiles(bits_of_dst(dst.wide()), tiles.size()), empty_tiles(dst.format, 1)},
                    .body = golden_pack_kernel};
        for (std::size_t t = 0; t < tiles.size(); ++t) {
            const golden::Row& kind = tiles[t].front();
            const DataFormat out = format_named(kind.option.at("out"));
            if (t == 0)
                run.out = out;
            else
                run.more_outs.push_back(out);
            run.args.push_back(is_chosen(kind) ? 0xFF : tensix::hardware_code(format_named(kind.option.at("inter"))));
            for (std::size_t r = 0; r < tiles[t].size(); ++r)
                for (std::size_t i = 0; i < 16; ++i)
                    put_datum(run.inputs[0], t, 16 * r + i, bits_in_dst(dst.format, tiles[t][r].words.at("x")[i]));
        }
        const Bytes all = run.result();
        auto from = all.begin();
        for (const std::vector<golden::Row>& tile : tiles) {
            const DataFormat out = format_named(tile.front().option.at("out"));
            const auto end = from + static_cast<std::ptrdiff_t>(tensix::tile_bytes(out));
            const Buffer result{out, Bytes(from, end)};
            from = end;
            for (std::size_t r = 0; r < tile.size(); ++r) {
                const bool shares = tensix::is_bfp(out);
                if (shares) {
                    ASSERT_EQ(result.bytes[r], tile[r].words.at("= exp").front()) << "exponent of " << tile[r].text;
                }
                for (std::size_t i = 0; i < 16; ++i)
                    ASSERT_EQ(datum_at(result, 0, 16 * r + i), tile[r].words.at(shares ? "= x" : "=")[i])
                        << "datum " << i << " of " << tile[r].text;
            }
        }
    }

    void expect_rows_pass(const std::filesystem::path& file) const {
        GoldenTally tally;
        std::vector<std::vector<golden::Row>> tiles;
        for (golden::Row& row : golden::rows_of(file, *GetParam().arch)) {
            if (dst_of(row) != GetParam().format || !tally.takes(why_not(row))) continue;
            auto to = std::ranges::find_if(tiles, [&](const std::vector<golden::Row>& tile) {
                return tile.front().kind() == row.kind() && tile.size() < tensix::face_rows;
            });
            if (to == tiles.end()) to = tiles.insert(to, std::vector<golden::Row>{});
            to->push_back(std::move(row));
        }
        ASSERT_FALSE(tiles.empty()) << file;
        expect_equal(tiles);
    }
};

std::vector<PackedDst> packed_dsts() {
    std::vector<PackedDst> all;
    for (const arch::Arch* arch : arch::all())
        for (const DataFormat format : {DataFormat::bf16, DataFormat::fp16, DataFormat::fp32})
            for (const bool precise : {false, true})
                if (!precise || format != DataFormat::fp16) all.push_back({arch, format, precise});
    return all;
}
INSTANTIATE_TEST_SUITE_P(All, GoldenPack, ::testing::ValuesIn(packed_dsts()), ::testing::PrintToStringParamName());

TEST_P(GoldenPack, SampleThroughKernels) { expect_rows_pass(golden::sample("convert_pack.txt")); }

TEST_P(GoldenPack, WholeSetThroughKernels) {
    const auto file = golden::whole("convert_pack.txt");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not at hand";
    expect_rows_pass(file);
}

}  // namespace
}  // namespace tessera::host::tiles
