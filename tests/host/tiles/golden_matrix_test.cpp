// Golden rows and blocks of the matrix unit through kernels: tiles of them in circular buffers are unpacked, added,
// subtracted and multiplied by the calls of tile functions, and all bits of Dst are packed as integers. The calls have
// no fidelity phase by itself but the first, and TF32 only with an fp32 Dst; with the tree's functions both are a
// register away.
#include <algorithm>

#include "tests/host/tiles/golden_tiles.hpp"

namespace tessera::host::tiles {
namespace {

// A tile a kind of row. SrcA comes from cb 0, 2 or 4, as the first argument says, SrcB from the one behind it, and what
// Dst holds before from cb 6. The second argument: whether fp32 is to become TF32 in spite of a 16-bit Dst.
constexpr const char* golden_matrix_kernel = R"(
#if defined(TESSERA_VENDOR_LIBRARY)
    // A move leaves integers of 16 bits alone, even what would be an exponent of zero.
#define MOVES_ALL_BITS(on) MATH(TTI_STALLWAIT(p_stall::STALL_CFG, p_stall::MATH); \
                                cfg_reg_rmw_tensix<ALU_ACC_CTRL_Zero_Flag_disabled_src_RMW>(on);)
#define BEGINS_WITH_PHASE(phase) MATH(TT_SETC16(FIDELITY_BASE_Phase_ADDR32, phase);)
#else
#define MOVES_ALL_BITS(on)
#define BEGINS_WITH_PHASE(phase)
#endif
    const uint32_t tiles = get_arg_val<uint32_t>(0), a = get_arg_val<uint32_t>(3), b = a + 1;
    cb_wait_front(a, tiles);
    cb_wait_front(b, tiles);
    cb_wait_front(6, tiles);
    binary_op_init_common(a, b, 16);
    for (uint32_t t = 0; t < tiles; ++t) {
        const uint32_t kind = get_arg_val<uint32_t>(5 + t);
        const bool accumulates = kind & 16;
        tile_regs_acquire();
        copy_tile_to_dst_init_short_with_dt(a, 6);
        MOVES_ALL_BITS(1);
        copy_tile(6, t, 0);
        MOVES_ALL_BITS(0);
        reconfig_data_format_srca(6, a);
#if defined(TESSERA_VENDOR_LIBRARY)
        if (get_arg_val<uint32_t>(4) != 0) {
            constexpr auto fp32 = static_cast<uint32_t>(DataFormat::Float32), tf32 = static_cast<uint32_t>(DataFormat::Tf32);
            UNPACK((_llk_unpack_reconfig_data_format_srca_impl_<DST_ACCUM_MODE>(fp32, tf32, 4096)));
            UNPACK((_llk_unpack_reconfig_data_format_srcb_impl_<DST_ACCUM_MODE>(fp32, tf32, 4096)));
            MATH((_llk_math_reconfig_data_format_<DST_ACCUM_MODE>(tf32, tf32)));
        }
#endif
        BEGINS_WITH_PHASE(kind >> 2 & 3);
        switch (kind & 3) {
            case 0:
                add_tiles_init(a, b, accumulates);
                add_tiles(a, b, t, t, 0);
                break;
            case 1:
                sub_tiles_init(a, b, accumulates);
                sub_tiles(a, b, t, t, 0);
                break;
            case 2:
                mul_tiles_init(a, b);
                mul_tiles(a, b, t, t, 0);
                break;
            case 3:
                mm_init_short(b, a);
                matmul_tiles(b, a, t, t, 0);
                break;
        }
        BEGINS_WITH_PHASE(0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
    }
)";
constexpr DataFormat matrix_sources[] = {DataFormat::bf16, DataFormat::fp16, DataFormat::fp32};

struct Forms {
    const arch::Arch* arch;
    const char *src, *dst;
    bool wide() const { return std::string_view(dst) == "fp32"; }
    bool is_tf32() const { return std::string_view(src) == "tf32"; }
    bool narrows_tf32() const { return is_tf32() && !wide(); }
};
void PrintTo(const Forms& one, std::ostream* out) { *out << one.arch->name << "_" << one.src << "_to_" << one.dst; }

// What becomes of rows of one kind, in one tile.
struct GoldenTile {
    std::uint32_t kind;
    Words a = Words(tensix::tile_datums), b = a, before = a;
    std::vector<std::pair<std::size_t, const golden::Row*>> rows{};  // each from a datum on
};

class GoldenMatrix : public ::testing::TestWithParam<Forms> {
    test::Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};

  protected:
    static std::uint32_t kind_of(const golden::Row& row) {
        const std::uint32_t op = row.name == "ELWADD" ? 0 : row.name == "ELWSUB" ? 1 : row.name == "ELWMUL" ? 2 : 3;
        const bool accumulates = row.option.contains("accum") && row.option.at("accum") == "1";
        return op | static_cast<std::uint32_t>(row.option.at("phase")[0] - '0') << 2 | (accumulates ? 16 : 0);
    }

    // A row of sixteen, or a block in the first or the last face, whose other product is of zeros.
    static void place(GoldenTile& tile, const golden::Row& row) {
        const bool block = row.name == "MVMUL";
        const std::size_t at = (block ? 768 : 16) * tile.rows.size();
        tile.rows.emplace_back(at, &row);
        const auto put = [&](const char* list, Words& to) {
            if (row.words.contains(list))
                std::ranges::copy(row.words.at(list), to.begin() + static_cast<std::ptrdiff_t>(at));
        };
        put(block ? "A" : "a", tile.a);
        put(block ? "B" : "b", tile.b);
        put(block ? "D" : "d", tile.before);
    }

    static std::vector<GoldenTile> tiles_of_rows(const std::vector<const golden::Row*>& rows) {
        std::vector<GoldenTile> tiles;
        for (const golden::Row* row : rows) {
            const std::uint32_t kind = kind_of(*row);
            const std::size_t most = row->name == "MVMUL" ? 2 : 64;
            auto to = std::ranges::find_if(
                tiles, [&](const GoldenTile& tile) { return tile.kind == kind && tile.rows.size() < most; });
            if (to == tiles.end()) to = tiles.insert(to, {.kind = kind});
            place(*to, *row);
        }
        return tiles;
    }

    void expect_equal(const std::vector<GoldenTile>& tiles) const {
        const Forms& forms = GetParam();
        const DataFormat src = format_named(forms.is_tf32() ? "fp32" : forms.src), dst = format_named(forms.dst),
                         bits = bits_of_dst(forms.wide());
        TileRun run{.arch = *forms.arch,
                    .mode = {.fidelity_phases = 1, .fp32_dest_acc = forms.wide()},
                    .out = bits,
                    .tiles = static_cast<std::uint32_t>(tiles.size()),
                    .body = golden_matrix_kernel};
        std::size_t a = 0;
        for (const DataFormat format : matrix_sources) {
            if (format == src) a = run.inputs.size();
            run.inputs.insert(run.inputs.end(), 2, empty_tiles(format, format == src ? tiles.size() : 1));
        }
        run.inputs.push_back(empty_tiles(bits, tiles.size()));
        run.args = {static_cast<std::uint32_t>(a), forms.narrows_tf32() ? 1U : 0U};
        for (std::size_t t = 0; t < tiles.size(); ++t) {
            run.args.push_back(tiles[t].kind);
            for (std::size_t i = 0; i < tensix::tile_datums; ++i) {
                put_datum(run.inputs[a], t, i, unpacked_from(src, tiles[t].a[i]));
                put_datum(run.inputs[a + 1], t, i, unpacked_from(src, tiles[t].b[i]));
                put_datum(run.inputs[6], t, i, bits_in_dst(dst, tiles[t].before[i]));
            }
        }
        const Buffer result{bits, run.result()};
        for (std::size_t t = 0; t < tiles.size(); ++t)
            for (const auto& [first, row] : tiles[t].rows)
                for (std::size_t i = 0; i < row->words.at("=").size(); ++i)
                    ASSERT_EQ(datum_at(result, t, first + i), bits_in_dst(dst, row->words.at("=")[i]))
                        << "datum " << i << " of " << row->text.substr(0, 200);
    }

    void expect_rows_pass(const std::filesystem::path& elementwise, const std::filesystem::path& blocks) const {
        const Forms& forms = GetParam();
        std::vector<golden::Row> all = golden::rows_of(elementwise, *forms.arch);
        std::ranges::move(golden::rows_of(blocks, *forms.arch), std::back_inserter(all));
        GoldenTally tally;
        std::vector<const golden::Row*> rows;
        for (const golden::Row& row : all)
            if (row.option.at("srca") == forms.src && row.option.at("dst") == forms.dst &&
                tally.takes(by_vendor_library() || row.option.at("phase") == "0"
                                ? ""
                                : "no call has this fidelity phase alone"))
                rows.push_back(&row);
        ASSERT_FALSE(rows.empty());
        expect_equal(tiles_of_rows(rows));
    }
};

std::vector<Forms> all_forms() {
    std::vector<Forms> forms;
    for (const arch::Arch* arch : arch::all())
        for (const auto& [src, dst] : {std::pair("bf16", "bf16"), std::pair("bf16", "fp32"), std::pair("fp16", "fp16"),
                                       std::pair("fp16", "fp32"), std::pair("tf32", "bf16"), std::pair("tf32", "fp32")})
            forms.push_back({arch, src, dst});
    // No call has TF32 with a 16-bit Dst.
    if (!by_vendor_library()) std::erase_if(forms, [](const Forms& one) { return one.narrows_tf32(); });
    return forms;
}
INSTANTIATE_TEST_SUITE_P(All, GoldenMatrix, ::testing::ValuesIn(all_forms()), ::testing::PrintToStringParamName());

TEST_P(GoldenMatrix, SampleThroughKernels) {
    expect_rows_pass(golden::sample("fpu_elw.txt"), golden::sample("fpu_mvmul.txt"));
}

TEST_P(GoldenMatrix, WholeSetThroughKernels) {
    if (!std::filesystem::exists(golden::whole("fpu_elw.txt"))) GTEST_SKIP() << "the whole set is not at hand";
    expect_rows_pass(golden::whole("fpu_elw.txt"), golden::whole("fpu_mvmul.txt"));
}

}  // namespace
}  // namespace tessera::host::tiles
