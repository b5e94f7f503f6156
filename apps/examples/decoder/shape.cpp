#include "shape.hpp"

#include <algorithm>
#include <charconv>

namespace decoder {
namespace {

constexpr std::string_view expected = "expected DIM,HIDDEN,LAYERS,HEADS,KV_HEADS,VOCABULARY,CONTEXT[,TYPE]";
constexpr std::size_t largest = 1 << 20;

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
    throw FileError(joined("--shape ", in_quotes(text), ": ", why));
}

WeightType type_named(std::string_view text, std::string_view name) {
    for (std::uint32_t number = 0; number <= 30; ++number)
        if (const auto type = weight_type(number); type && block_of(*type).name == name) return *type;
    refuse(text, joined("there is no type ", in_quotes(name), ", expected one as F32, F16, Q8_0 or Q4_0"));
}

}  // namespace

Shape shape_of(std::string_view text) {
    Shape out;
    std::size_t Shape::*const numbers[] = {&Shape::dim,      &Shape::hidden,     &Shape::layers, &Shape::heads,
                                           &Shape::kv_heads, &Shape::vocabulary, &Shape::context};
    std::string_view left = text;
    const auto next = [&] {
        const std::string_view word = left.substr(0, left.find(','));
        left.remove_prefix(std::min(word.size() + 1, left.size()));
        return word;
    };
    for (std::size_t Shape::*const number : numbers) {
        const std::string_view word = next();
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out.*number);
        if (error != std::errc() || end != word.data() + word.size() || out.*number == 0 || out.*number > largest)
            refuse(text, joined(expected, ", numbers from 1 to ", largest));
    }
    if (!left.empty()) out.type = type_named(text, next());
    if (!left.empty()) refuse(text, std::string(expected));
    if (out.dim % out.heads != 0 || out.heads % out.kv_heads != 0 || out.dim / out.heads % 2 != 0)
        refuse(text, "expected heads of an even number of elements that divide DIM, and KV heads that divide heads");
    if (const std::size_t block = block_of(out.type).weights; out.dim % block != 0 || out.hidden % block != 0)
        refuse(text, joined("expected DIM and HIDDEN of whole blocks of ", block, " weights"));
    return out;
}

Model model_of(const Shape& shape) {
    Model out;
    out.architecture = "llama";
    out.dim = shape.dim;
    out.hidden = shape.hidden;
    out.heads = shape.heads;
    out.kv_heads = shape.kv_heads;
    out.head_dim = out.rotated = shape.dim / shape.heads;
    out.vocabulary = shape.vocabulary;
    out.context = shape.context;
    // All weights are the same zeros.
    const auto file = std::make_shared<File>();
    file->name = "the shape";
    const std::size_t widest = std::max(shape.dim, shape.hidden), most = std::max(widest, shape.vocabulary);
    file->bytes.resize(std::max(byte_count(shape.type, widest) * most, widest * sizeof(float)));
    out.file = file;
    const auto matrix = [&](const char* name, std::size_t rows, std::size_t columns) {
        return Weights{name, shape.type, rows, columns, file->bytes};
    };
    const auto vector = [&](const char* name) { return Weights{name, WeightType::f32, 1, shape.dim, file->bytes}; };
    const std::size_t kv = out.kv_width();
    out.layers.assign(shape.layers, Layer{.attn_norm = vector("attn_norm"),
                                          .attn_q = matrix("attn_q", shape.dim, shape.dim),
                                          .attn_k = matrix("attn_k", kv, shape.dim),
                                          .attn_v = matrix("attn_v", kv, shape.dim),
                                          .attn_output = matrix("attn_output", shape.dim, shape.dim),
                                          .ffn_norm = vector("ffn_norm"),
                                          .ffn_gate = matrix("ffn_gate", shape.hidden, shape.dim),
                                          .ffn_up = matrix("ffn_up", shape.hidden, shape.dim),
                                          .ffn_down = matrix("ffn_down", shape.dim, shape.hidden),
                                          .attn_q_norm = {},
                                          .attn_k_norm = {},
                                          .attn_q_bias = {},
                                          .attn_k_bias = {},
                                          .attn_v_bias = {},
                                          .attn_output_bias = {}});
    out.token_embedding = out.output = matrix("token_embd", shape.vocabulary, shape.dim);
    out.output_norm = vector("output_norm");
    out.shared_output = true;
    return out;
}

}  // namespace decoder
