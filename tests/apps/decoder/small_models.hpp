// The smallest models of each form: width 8, hidden 6, two heads of 4 and one KV head, five tokens, one layer.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "tests/apps/decoder/bytes.hpp"

namespace tessera::test {

inline std::string small_tokenizer() {
    Bytes out;
    out.put<std::int32_t>(6);
    for (const std::string_view piece : {"<unk>", "<s>", "<0x41>", " ", "ab"})
        out.put(-1.0f).put(static_cast<std::int32_t>(piece.size())).raw(piece);
    return out.text();
}

inline std::string small_checkpoint(bool shared_output = true) {
    Bytes out;
    for (const int n : {8, 6, 1, 2, 1, shared_output ? 5 : -5, 3}) out.put(n);
    const std::size_t layer = 8 + 64 + 32 + 32 + 64 + 8 + 3 * 48, angles = 2 * 3 * 2;
    return out.floats(5 * 8 + layer + 8 + angles + (shared_output ? 0 : 5 * 8)).text();
}

inline GgufBytes small_gguf(const std::string& architecture = "llama") {
    using decoder::GgufType, decoder::WeightType;
    GgufBytes out;
    const auto name = [&](const char* key) { return architecture + "." + key; };
    out.string("general.architecture", architecture).u32(name("block_count"), 1).u32(name("embedding_length"), 8);
    out.u32(name("feed_forward_length"), 6).u32(name("attention.head_count"), 2);
    out.u32(name("attention.head_count_kv"), 1).f32(name("attention.layer_norm_rms_epsilon"), 1e-5f);
    out.f32(name("rope.freq_base"), 10000.0f).u32(name("context_length"), 3);
    Bytes pieces, scores, types;
    for (const std::string_view piece : {"<unk>", "<s>", "<0x41>", "\xE2\x96\x81", "ab"}) pieces.string(piece);
    for (const std::int32_t type : {2, 3, 6, 1, 1}) scores.put(-1.0f), types.put(type);
    out.string("tokenizer.ggml.model", "llama").u32("tokenizer.ggml.eos_token_id", 1);
    out.array("tokenizer.ggml.tokens", GgufType::string, 5, pieces.text());
    out.array("tokenizer.ggml.scores", GgufType::f32, 5, scores.text());
    out.array("tokenizer.ggml.token_type", GgufType::i32, 5, types.text());
    const auto add = [&](const std::string& tensor, std::vector<std::uint64_t> dims) {
        const std::uint64_t weights = dims.size() == 2 ? dims[0] * dims[1] : dims[0];
        out.tensor(tensor, std::move(dims), WeightType::f32, Bytes().floats(weights).text());
    };
    add("token_embd.weight", {8, 5});
    for (const char* norm : {"attn_norm", "ffn_norm"}) add(std::string("blk.0.") + norm + ".weight", {8});
    add("blk.0.attn_q.weight", {8, 8});
    add("blk.0.attn_k.weight", {8, 4});
    add("blk.0.attn_v.weight", {8, 4});
    add("blk.0.attn_output.weight", {8, 8});
    add("blk.0.ffn_gate.weight", {8, 6});
    add("blk.0.ffn_up.weight", {8, 6});
    add("blk.0.ffn_down.weight", {6, 8});
    add("output_norm.weight", {8});
    if (architecture == "qwen3")
        for (const char* norm : {"attn_q_norm", "attn_k_norm"}) add(std::string("blk.0.") + norm + ".weight", {4});
    return out;
}

// Blocks of a type whose weights are of the order of 0.1.
inline std::string small_blocks(decoder::WeightType type, std::uint64_t weights, std::uint32_t seed) {
    using decoder::WeightType;
    std::string out(decoder::byte_count(type, weights), '\0');
    for (char& byte : out) byte = static_cast<char>((seed = seed * 1664525 + 1013904223) >> 24);
    const auto scale = [&](std::size_t at, std::uint16_t half) { std::memcpy(out.data() + at, &half, sizeof half); };
    for (std::size_t at = 0; at < out.size(); at += decoder::block_of(type).bytes) {
        if (type == WeightType::q8_0 || type == WeightType::q4_0) scale(at, type == WeightType::q8_0 ? 0x1400 : 0x2400);
        if (type == WeightType::q4_k) scale(at, 0x0C00), scale(at + 2, 0x0C01);
        if (type == WeightType::q6_k) scale(at + 208, 0x0200);  // a denormal
        // Signs and mantissas stay; some of fp16 become denormals.
        auto& upper = reinterpret_cast<unsigned char&>(out[at + 1]);
        if (type == WeightType::f16) upper = (upper & 0x83) | (upper % 8 == 0 ? 0 : 0x2C);
        if (type == WeightType::bf16) upper = (upper & 0x80) | 0x3D;
    }
    return out;
}

// The same with matrices of two types, a block wide, and a bias for each product of attention. Neighbours of
// one product are of one type (q and k, gate and up) or of two (k and v).
inline GgufBytes small_packed_gguf(decoder::WeightType one, decoder::WeightType other) {
    using decoder::GgufType, decoder::WeightType;
    const std::uint64_t width =
        std::max({decoder::block_of(one).weights, decoder::block_of(other).weights, std::size_t{32}});
    GgufBytes out;
    const auto number = [&](const char* key, std::uint64_t value) {
        out.u32(std::string("qwen2.") + key, static_cast<std::uint32_t>(value));
    };
    out.string("general.architecture", "qwen2").f32("qwen2.attention.layer_norm_rms_epsilon", 1e-5f);
    number("block_count", 1), number("embedding_length", width), number("feed_forward_length", 2 * width);
    number("attention.head_count", 2), number("attention.head_count_kv", 1), number("context_length", 40);
    std::uint32_t seed = 0;
    const auto matrix = [&](const std::string& name, std::uint64_t columns, std::uint64_t rows, WeightType type) {
        out.tensor(name + ".weight", {columns, rows}, type, small_blocks(type, columns * rows, ++seed));
    };
    const auto vector = [&](const std::string& name, std::uint64_t length) {
        out.tensor(name, {length}, WeightType::f32, Bytes().floats(length).text());
    };
    matrix("token_embd", width, 45, other);
    for (const char* norm : {"attn_norm", "ffn_norm"}) vector(std::string("blk.0.") + norm + ".weight", width);
    matrix("blk.0.attn_q", width, width, one);
    matrix("blk.0.attn_k", width, width / 2, one);
    matrix("blk.0.attn_v", width, width / 2, other);
    matrix("blk.0.attn_output", width, width, other);
    vector("blk.0.attn_q.bias", width), vector("blk.0.attn_k.bias", width / 2);
    vector("blk.0.attn_v.bias", width / 2), vector("blk.0.attn_output.bias", width);
    matrix("blk.0.ffn_gate", width, 2 * width, one);
    matrix("blk.0.ffn_up", width, 2 * width, one);
    matrix("blk.0.ffn_down", 2 * width, width, other);
    vector("output_norm.weight", width);
    return out;
}

}  // namespace tessera::test
