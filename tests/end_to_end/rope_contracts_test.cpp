// tessera rope_ggml, rope_onnx and rope_fused on given arrays: their results are those of the golden arrays, whichever
// way the parameters are given (rope-variants.md (a) to (c)).
#include <bit>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/host/ops/rope/plain_rotation.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Words = std::vector<std::string>;

class RopeContracts : public Command {
  protected:
    static std::string golden(const std::string& set, const std::string& name, const std::string& array) {
        return TESSERA_SOURCE_DIR "/tests/data/rope_" + set + "/" + name + "/" + array + ".npy";
    }
    static Words joined(Words first, const Words& last) {
        first.insert(first.end(), last.begin(), last.end());
        return first;
    }
    json good(const Words& arguments) const {
        const Outcome outcome = run(joined(arguments, {"--json"}));
        expect_good(outcome);
        return outcome.status == 0 ? json::parse(outcome.out) : json::object();
    }
    // Words of 32 bits as they lie in memory.
    template <class Word>
    std::string binary(const std::string& name, const std::vector<Word>& words) const {
        std::string bytes(words.size() * 4, '\0');
        std::memcpy(bytes.data(), words.data(), bytes.size());
        write_text(scratch / name, bytes);
        return (scratch / name).string();
    }
    std::string bytes(const std::string& name) const { return read_text(scratch / name); }
};

std::uint32_t word(float value) { return std::bit_cast<std::uint32_t>(value); }

// The shape of the expected array, and as near to it as GGML's own test asks (rope-variants.md (e)).
void expect_near(const fs::path& got, const std::string& expected) {
    const host::NpyArray array = host::read_npy(got), wanted = host::read_npy(expected);
    EXPECT_EQ(array.shape, wanted.shape);
    EXPECT_LE(host::nmse(host::doubles(array), host::doubles(wanted)), 1e-7);
}

TEST_F(RopeContracts, GgmlGivesWhatGgmlGives) {
    const auto with = [&](const std::string& name, const Words& options, const std::string& output) {
        const json report = good(joined({"rope_ggml", "--input", golden("ggml", name, "x"), "--positions",
                                         golden("ggml", name, "pos"), "--output", output},
                                        options));
        expect_near(scratch / output, golden("ggml", name, "y_exact"));
        return report;
    };
    with("neox_ff", {"--mode", "neox", "--factors", golden("ggml", "neox_ff", "freq_factors")}, "ff.npy");
    with("back_normal", {"--backward"}, "back.npy");
    with("vision_80", {"--mode", "vision", "--sections", "20,20,0,0"}, "vision.npy");
    const Words offset{"--n-dims", "32", "--n-offs", "32"};
    const json report = with("offs_normal_f16", offset, "offs.npy");
    EXPECT_EQ(report.at("options").at("type"), "f16");
    EXPECT_TRUE(report.at("check").at("passed"));
    with("offs_normal_f16", joined(offset, {"--inplace"}), "inplace.npy");
    EXPECT_EQ(bytes("inplace.npy"), bytes("offs.npy"));
}

TEST_F(RopeContracts, TheReportSaysWhichKernelsRanAndWhatTheHostMoved) {
    const Words tile{"rope_ggml",
                     "--mode",
                     "neox",
                     "--input",
                     golden("ggml", "neox_d64_full_tile", "x"),
                     "--positions",
                     golden("ggml", "neox_d64_full_tile", "pos")};
    const json tiles = good(tile), rows = good(joined(tile, {"--path", "rows"})),
               narrow = good({"rope_ggml", "--ne", "80,2", "--n-dims", "20"});
    EXPECT_EQ(tiles["options"]["path"], "tiles");
    EXPECT_EQ(tiles["options"]["path_why"], "pairs lie as tiles do");
    EXPECT_EQ(rows["options"]["path"], "rows");
    EXPECT_EQ(rows["options"]["path_why"], "asked for");
    EXPECT_EQ(narrow["options"]["path"], "rows");
    EXPECT_THAT(narrow["options"]["path_why"], HasSubstr("not tiles: "));
    for (const json& one : {tiles, rows}) {
        EXPECT_EQ(one["host"]["array_bytes"], 2 * 64 * 32 * 4) << "in and out";
        EXPECT_GE(one["host"]["dram_bytes"], one["host"]["array_bytes"]);
        EXPECT_EQ(one["work"], (json{{"rows", 32}, {"turning_rows", 32}, {"width", 64}, {"pairs", 32}}));
    }
    const Outcome text = run(tile);
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("by tiles (pairs lie as tiles do)"));
    EXPECT_THAT(text.out, HasSubstr("host   tilized on the way in and out: 16384 bytes of arrays"));
}

// Sixteen words: n_past, n_dims, mode, n_ctx, n_ctx_orig, freq_base, freq_scale, ext_factor, attn_factor, beta_fast,
// beta_slow, four sections, n_offs.
TEST_F(RopeContracts, GgmlsParameterBlockStandsForTheOptions) {
    const std::string block = binary<std::uint32_t>("block.bin", {0, 32, 8, 0, 4096, word(500000), word(0.25f), word(1),
                                                                  word(1.5f), word(32), word(1), 4, 6, 6, 0, 16});
    const Words shape{"rope_ggml", "--ne", "64,3,2", "--seed", "9"};
    const json by_block = good(joined(shape, {"--params", block, "--output", "block.npy"}));
    const json by_options = good(joined(
        shape, {"--mode",      "mrope",   "--n-dims",     "32",         "--n-offs",     "16", "--n-ctx-orig",  "4096",
                "--freq-base", "500000",  "--freq-scale", "0.25",       "--ext-factor", "1",  "--attn-factor", "1.5",
                "--sections",  "4,6,6,0", "--output",     "options.npy"}));
    EXPECT_EQ(by_block, by_options);
    EXPECT_EQ(by_block["options"]["n_offs"], 16);
    EXPECT_EQ(bytes("block.npy"), bytes("options.npy"));
}

TEST_F(RopeContracts, OnnxGivesTheNodesResultToTheBit) {
    const auto expect_y = [&](const std::string& name, bool ids, const Words& options) {
        SCOPED_TRACE(name);
        Words given{"rope_onnx", "--output", name + ".npy"};
        for (const auto& [option, array] :
             {std::pair("--input", "X"), {"--cos-cache", "cos_cache"}, {"--sin-cache", "sin_cache"}})
            given = joined(given, {option, golden("onnx", name, array)});
        if (ids) given = joined(given, {"--position-ids", golden("onnx", name, "position_ids")});
        const json report = good(joined(given, options));
        const host::NpyArray y = host::read_npy(scratch / (name + ".npy"));
        const host::NpyArray expected = host::read_npy(golden("onnx", name, "Y"));
        EXPECT_EQ(y.shape, expected.shape);
        EXPECT_EQ(y.dtype, expected.dtype);
        EXPECT_EQ(y.data, expected.data);
    };
    expect_y("test_rotary_embedding", true, {});
    expect_y("test_rotary_embedding_3d_input", true, {"--num-heads", "4"});
    expect_y("test_rotary_embedding_no_position_ids_rotary_dim", false, {"--rotary-embedding-dim", "4"});
    expect_y("x_4d_f16_interleaved_full", true, {"--interleaved", "--arch", "blackhole"});
}

TEST_F(RopeContracts, AFusedKernelTurnsQAndWritesTheCaches) {
    const std::string name = "qkv_std_scale_half";
    Words arrays{"rope_fused", "--kernel", "rope_qkv_write_f16"};
    for (const char* array : {"qkv", "k_cache", "v_cache", "freqs"}) {
        std::string option = std::string("--") + array;
        std::ranges::replace(option, '_', '-');
        arrays = joined(arrays, {option, golden("fused", name, array)});
    }
    const auto outputs = [](const std::string& with) -> Words {
        return {"--output", "qkv=" + with + "_qkv.npy",  "--output", "k_cache=" + with + "_k.npy",
                "--output", "v_cache=" + with + "_v.npy"};
    };
    const Words options{"--n-kv-heads", "4", "--head-dim", "128", "--max-seq-len", "8",
                        "--pos",        "7", "--n-heads",  "4",   "--freq-scale",  "0.5"};
    const json report = good(joined(joined(arrays, options), outputs("options")));
    EXPECT_EQ(report["options"]["v_elem_offset"], 1024) << "V behind K behind Q";
    EXPECT_EQ(report["options"]["path"], "rows");
    expect_near(scratch / "options_qkv.npy", golden("fused", name, "qkv_out_exact"));
    expect_near(scratch / "options_k.npy", golden("fused", name, "k_cache_out_exact"));
    EXPECT_EQ(bytes("options_v.npy"), read_text(golden("fused", name, "v_cache_out"))) << "V is copied";

    // n_kv_heads, head_dim, max_seq_len, pos, theta, n_heads, K's and V's offset, freq_scale: 36 bytes, or 48 padded.
    // A host patches the position alone.
    std::vector<std::uint32_t> words{4, 128, 8, 3, word(10000), 4, 512, 1024, word(0.5f)};
    for (const std::string size : {"36", "48"}) {
        const std::string params = binary("params" + size, words);
        EXPECT_EQ(good(joined(joined(arrays, {"--params", params, "--pos", "7"}), outputs(size))), report);
        for (const char* result : {"_qkv.npy", "_k.npy", "_v.npy"})
            EXPECT_EQ(bytes(size + result), bytes(std::string("options") + result)) << size << result;
        words.resize(12);
    }
}

}  // namespace
}  // namespace tessera::end_to_end
