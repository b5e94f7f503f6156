// What rope_ggml, rope_onnx and rope_fused refuse: one line with the rule and the nearest legal value, exit code 2, and
// nothing written (rope-variants.md (a) to (c)).
#include <bit>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using Parts = std::vector<std::string>;

class RopeContractsRefuse : public Command {
  protected:
    void refuse(const std::string& line, const Parts& parts) const { refuse(line, {}, parts); }
    // `line` is split at its blanks.
    void refuse(const std::string& line, const std::vector<std::string>& more, const Parts& parts) const {
        SCOPED_TRACE(line);
        std::istringstream words(line);
        std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.insert(arguments.end(), {"--output", "y.npy"});
        const auto before = scratch.names();
        expect_refused(run(arguments), parts);
        EXPECT_EQ(scratch.names(), before);
    }
    // GGML's block of rows of 64 elements with a word replaced.
    std::string block(std::size_t at, std::uint32_t value) const {
        std::vector<std::uint32_t> words{
            0, 32, 2, 0, 0, std::bit_cast<std::uint32_t>(10000.0f), 0x3F800000, 0, 0x3F800000, 0, 0, 0, 0, 0, 0, 0};
        words[at] = value;
        std::string bytes(64, '\0');
        std::memcpy(bytes.data(), words.data(), bytes.size());
        write_text(scratch / "block.bin", bytes);
        return "block.bin";
    }
    std::string floats(const std::string& name, std::vector<std::size_t> shape) const {
        return npy(name, std::vector<float>(host::element_count(shape), 0.5f), shape);
    }
    std::string halves(const std::string& name, std::vector<std::size_t> shape) const {
        host::NpyArray array{host::DType::f2, shape, std::vector<std::byte>(2 * host::element_count(shape))};
        host::write_npy(scratch / name, array, true);
        return (scratch / name).string();
    }
};

TEST_F(RopeContractsRefuse, GgmlsParameters) {
    refuse("rope_ggml --ne 64 --n-dims 15", {"n_dims 15", "even number", "nearest: 14"});
    refuse("rope_ggml --ne 64 --n-dims 66", {"n_dims 66", "ne0 64", "nearest: 64"});
    refuse("rope_ggml --ne 64 --n-dims 40 --n-offs 32", {"n_offs 32", "ne0 64 less n_dims 40", "nearest: 24"});
    refuse("rope_ggml --ne 64 --n-dims 32 --n-offs 3", {"n_offs 3", "even number", "nearest: 2"});
    refuse("rope_ggml --ne 64 --mode mrope --sections 0,0,0,0",
           {"sections", "0,0,0,0: one of", "first three", "nearest: 1,0,0,0"});
    refuse("rope_ggml --ne 64 --mode imrope --sections 40,20,9,0", {"sum to 69", "ne0 64", "nearest: 40,20,4,0"});
    refuse("rope_ggml --ne 66 --mode vision", {"mode vision", "multiple of 4", "nearest: 64"});
    refuse("rope_ggml --ne 64 --mode vision --n-offs 2", {"vision", "n_offs", "nearest: 0"});
    refuse("rope_ggml --ne 64 --mode gptj", {"--mode gptj", "normal, neox, mrope, imrope, vision"});
    refuse("rope_ggml --ne 64 --freq-base 0", {"freq_base 0", "above 0", "10000"});
    refuse("rope_ggml --ne 64 --cores -1", {"--cores -1", "nearest: 0"});
    refuse("rope_ggml --ne 2,1 --strides 2,2 --offset 0", {"--strides 2,2", "3 are expected"});
    refuse("rope_ggml --ne 8,2 --strides 4,8,8 --inplace", {"rows at elements 0 and 4 overlap", "leave --inplace out"});
}

TEST_F(RopeContractsRefuse, GgmlsParameterBlock) {
    refuse("rope_ggml --ne 64 --params", {block(2, 1)}, {"mode 1", "bit 0", "nearest: 0"});
    refuse("rope_ggml --ne 64 --params", {block(2, 3)}, {"mode 3", "bit 0", "nearest: 2"});
    refuse("rope_ggml --ne 64 --params", {block(2, 20)}, {"mode 20", "no mode", "nearest: 24"});
    refuse("rope_ggml --ne 64 --params", {block(1, 31)}, {"n_dims 31", "nearest: 30"});
    refuse("rope_ggml --ne 64 --params", {block(15, 34)}, {"n_offs 34", "nearest: 32"});
    refuse("rope_ggml --ne 64 --params", {block(2, 8)}, {"sections", "0,0,0,0: one of", "nearest: 1,0,0,0"});
    refuse("rope_ggml --ne 64 --n-dims 32 --params", {block(0, 0)}, {"--n-dims", "block.bin", "leave --n-dims out"});
    write_text(scratch / "short.bin", std::string(60, '\0'));
    refuse("rope_ggml --ne 64 --params short.bin", {"short.bin", "60 bytes", "64 are expected"});
}

TEST_F(RopeContractsRefuse, GgmlsArrays) {
    const std::string x = floats("x.npy", {3, 2, 8}), doubles = npy("d.npy", std::vector<double>(8), {8});
    const std::string two = npy("two.npy", std::vector<std::int32_t>{1, 2}, {2});
    refuse("rope_ggml --input", {doubles}, {"d.npy", "<f8", "<f4 or <f2 is expected"});
    refuse("rope_ggml --type f16 --input", {x}, {"--type f16", "x.npy", "<f4", "leave --type out"});
    refuse("rope_ggml --input", {x, "--positions", two}, {"2 positions for 3 tokens", "3 are expected"});
    refuse("rope_ggml --mode mrope --input", {x, "--positions", two}, {"2 positions", "4 each", "12 are expected"});
    refuse("rope_ggml --input", {x, "--positions", x}, {"--positions", "<f4", "whole numbers"});
    refuse("rope_ggml --ne 8,2,4 --input", {x}, {"--ne 8,2,4", "x.npy", "leave --ne out"});
}

TEST_F(RopeContractsRefuse, OnnxsNode) {
    refuse("rope_onnx --shape 2x6x128", {"num_heads is not given", "rank 3", "nearest: 1"});
    refuse("rope_onnx --shape 2x6x128 --num-heads 3", {"num_heads 3", "even number", "nearest: 2"});
    refuse("rope_onnx --shape 2x4x3x7", {"head_size 7 is odd", "nearest: 8"});
    refuse("rope_onnx --shape 2x4x3x8 --rotary-embedding-dim 5", {"rotary_embedding_dim 5", "nearest: 4"});
    refuse("rope_onnx --shape 2x4", {"rank 2", "nearest: 3"});
    const std::string x = floats("x.npy", {1, 2, 2, 8}), cache = floats("c.npy", {5, 4}), f16 = halves("h.npy", {5, 4});
    const auto refuse_files = [&](const std::string& cosines, const std::string& sines, const Parts& ids,
                                  const Parts& parts) {
        std::vector<std::string> more{"--input", x, "--cos-cache", cosines, "--sin-cache", sines};
        more.insert(more.end(), ids.begin(), ids.end());
        refuse("rope_onnx", more, parts);
    };
    const auto with_ids = [&](std::int64_t last) -> Parts {
        return {"--position-ids", npy("ids.npy", std::vector<std::int64_t>{0, last}, {1, 2})};
    };
    const Parts ids_4 = with_ids(4);
    refuse_files(cache, f16, ids_4, {"sin_cache", "<f2", "<f4"});
    refuse_files(f16, f16, ids_4, {"cos_cache", "<f2", "one type"});
    refuse_files(cache, floats("s.npy", {5, 3}), ids_4, {"sin_cache", "(5, 3)", "(5, 4)"});
    refuse_files(cache, cache, {"--position-ids", "none"}, {"cos_cache", "rank 2", "rank 3 (1, 2, 4)"});
    const std::string int_ids = npy("int.npy", std::vector<std::int32_t>{0, 1}, {1, 2});
    refuse_files(cache, cache, {"--position-ids", int_ids}, {"position_ids", "<i4", "<i8 is expected"});
    with_ids(5);
    refuse_files(cache, cache, ids_4, {"position_ids[0, 1] is 5", "rows 0 to 4", "nearest: 4"});
    with_ids(-1);
    refuse_files(cache, cache, ids_4, {"position_ids[0, 1] is -1", "nearest: 0"});
}

TEST_F(RopeContractsRefuse, FusedKernels) {
    refuse("rope_fused --n-heads 2 --n-kv-heads 4", {"n_kv_heads 4 exceeds n_heads 2", "nearest: 2"});
    refuse("rope_fused --pos 32", {"pos 32", "max_seq_len 32", "nearest: pos 31"});
    refuse("rope_fused --kernel rope_batch_kv_write_f16 --pos 30", {"pos 30", "end at 34", "nearest: pos 28"});
    refuse("rope_fused --kernel kv_cache_write --pos 29", {"pos 29", "4 position(s)", "nearest: pos 28"});
    refuse("rope_fused --kernel kv_cache_shift --shift 25", {"shift 25", "max_seq_len 32", "nearest: shift 24"});
    refuse("rope_fused --head-dim 63", {"head_dim 63", "even number", "nearest: 64"});
    refuse("rope_fused --k-elem-offset 500", {"k_elem_offset 500", "within Q", "nearest: 512"});
    refuse("rope_fused --kernel rope_f16 --row-stride 100", {"row_stride 100", "= 512", "nearest: 512"});
    refuse("rope_fused --theta 0", {"theta 0", "above 0"});
    refuse("rope_fused --pos -1", {"pos -1", "nearest: 0"});
    refuse("rope_fused --kernel rope_f16 --pos 3", {"--pos", "RoPEParams", "known are", "pos-offset"});
    refuse("rope_fused --kernel rope_f16 --x", {floats("x.npy", {4, 512})}, {"x: elements are <f4", "<f2 is expected"});
    refuse("rope_fused --k-cache", {halves("k.npy", {2, 31, 64})}, {"k_cache", "(2, 31, 64)", "(2, 32, 64)"});
    write_text(scratch / "params.bin", std::string(40, '\1'));
    refuse("rope_fused --params params.bin", {"RoPEQKVWriteParams", "40 bytes", "36", "48"});
    refuse("rope_fused --kernel rope_f17", {"--kernel rope_f17", "did you mean `rope_f16`?"});
}

}  // namespace
}  // namespace tessera::end_to_end
