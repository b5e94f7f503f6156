#include "gguf_model.hpp"

#include <set>

#include "architecture_keys.hpp"

namespace decoder {
namespace {

void read_dimensions(const Keys& keys, Model& m) {
    m.dim = keys.dimension("embedding_length");
    m.hidden = keys.dimension("feed_forward_length");
    m.context = keys.dimension("context_length");
    m.heads = keys.dimension("attention.head_count");
    m.kv_heads = keys.optional_dimension("attention.head_count_kv").value_or(m.heads);
    if (m.heads % m.kv_heads != 0)
        keys.refuse_dimension("attention.head_count_kv", m.kv_heads, joined("a divisor of ", m.heads, " heads"));
    if (const auto width = keys.optional_dimension("attention.key_length"))
        m.head_dim = *width;
    else if (m.dim % m.heads == 0)
        m.head_dim = m.dim / m.heads;
    else
        keys.refuse_dimension("attention.head_count", m.heads, joined("a divisor of ", m.dim, ", the width"));
    const std::size_t value_width = keys.optional_dimension("attention.value_length").value_or(m.head_dim);
    if (value_width != m.head_dim)
        keys.refuse_dimension("attention.value_length", value_width, joined(m.head_dim, ", the length of keys"));
    m.rotated = keys.optional_dimension("rope.dimension_count").value_or(m.head_dim);
    if (m.rotated % 2 != 0 || m.rotated > m.head_dim)
        keys.refuse_dimension("rope.dimension_count", m.rotated, joined("an even number up to ", m.head_dim));
}

void read_yarn(const Keys& keys, Model& m) {
    m.frequency_scale = 1 / keys.positive("rope.scaling.factor");
    Yarn& yarn = m.yarn.emplace();
    yarn.original_context = keys.optional_dimension("rope.scaling.original_context_length").value_or(m.context);
    yarn.attn_factor = keys.optional_positive("rope.scaling.attn_factor").value_or(1);
    yarn.beta_fast = keys.optional_positive("rope.scaling.yarn_beta_fast").value_or(yarn.beta_fast);
    yarn.beta_slow = keys.optional_positive("rope.scaling.yarn_beta_slow").value_or(yarn.beta_slow);
}

void read_numbers(const Gguf& gguf, const Keys& keys, Model& m) {
    m.eps = keys.positive("attention.layer_norm_rms_epsilon");
    m.theta = keys.optional_positive("rope.freq_base").value_or(10000);
    const std::string_view scaling = keys.scaling();
    if (scaling == "linear")
        m.frequency_scale = 1 / keys.positive("rope.scaling.factor");
    else if (scaling == "yarn")
        read_yarn(keys, m);
    else if (scaling != "none")
        gguf.refuse_key(*gguf.key(m.architecture + ".rope.scaling.type"), in_quotes(scaling),
                        "\"none\", \"linear\" or \"yarn\"");
    keys.refuse_other_than("expert_count", 0);
    keys.refuse_other_than("attention.sliding_window", 0);
}

// Takes tensors by name and shape, and remembers which were taken.
class Tensors {
  public:
    explicit Tensors(const Gguf& gguf) : gguf_(gguf) {}

    const GgufTensor& record(const std::string& name) const {
        if (const GgufTensor* tensor = gguf_.tensor(name)) return *tensor;
        refuse(*gguf_.file(), joined("tensor ", in_quotes(name), " is missing"), 0, "it among the tensors");
    }
    Weights matrix(const std::string& name, std::size_t rows, std::size_t columns) {
        return take(record(name), {columns, rows});
    }
    Weights vector(const std::string& name, std::size_t length) { return take(record(name), {length}); }
    std::optional<Weights> optional_vector(const std::string& name, std::size_t length) {
        if (!gguf_.tensor(name)) return std::nullopt;
        return vector(name, length);
    }
    bool has(const std::string& name) const { return gguf_.tensor(name) != nullptr; }

    void refuse_others(std::string_view architecture) const {
        for (const GgufTensor& tensor : gguf_.tensors())
            if (!taken_.contains(tensor.name))
                refuse(*gguf_.file(), joined("tensor ", in_quotes(tensor.name), " is of no use"), tensor.offset,
                       joined("the tensors of architecture ", architecture));
    }

  private:
    Weights take(const GgufTensor& tensor, const std::vector<std::size_t>& dims) {
        if (tensor.dims != dims)
            refuse(*gguf_.file(), joined("tensor ", in_quotes(tensor.name), " is ", text(tensor.dims)), tensor.offset,
                   text(dims));
        taken_.insert(tensor.name);
        return {std::string(tensor.name), tensor.type, dims.size() == 2 ? dims[1] : 1, dims[0], tensor.bytes};
    }
    static std::string text(const std::vector<std::size_t>& dims) {
        std::string out;
        for (const std::size_t n : dims) out += joined(out.empty() ? "[" : ", ", n);
        return out + "]";
    }

    const Gguf& gguf_;
    std::set<std::string_view> taken_;
};

Layer read_layer(Tensors& tensors, const Model& m, std::size_t number) {
    const auto name = [&](const char* part) { return joined("blk.", number, ".", part); };
    Layer l;
    l.attn_norm = tensors.vector(name("attn_norm.weight"), m.dim);
    l.attn_q = tensors.matrix(name("attn_q.weight"), m.query_width(), m.dim);
    l.attn_k = tensors.matrix(name("attn_k.weight"), m.kv_width(), m.dim);
    l.attn_v = tensors.matrix(name("attn_v.weight"), m.kv_width(), m.dim);
    l.attn_output = tensors.matrix(name("attn_output.weight"), m.dim, m.query_width());
    l.ffn_norm = tensors.vector(name("ffn_norm.weight"), m.dim);
    l.ffn_gate = tensors.matrix(name("ffn_gate.weight"), m.hidden, m.dim);
    l.ffn_up = tensors.matrix(name("ffn_up.weight"), m.hidden, m.dim);
    l.ffn_down = tensors.matrix(name("ffn_down.weight"), m.dim, m.hidden);
    if (m.head_norm) {
        l.attn_q_norm = tensors.vector(name("attn_q_norm.weight"), m.head_dim);
        l.attn_k_norm = tensors.vector(name("attn_k_norm.weight"), m.head_dim);
    }
    l.attn_q_bias = tensors.optional_vector(name("attn_q.bias"), m.query_width());
    l.attn_k_bias = tensors.optional_vector(name("attn_k.bias"), m.kv_width());
    l.attn_v_bias = tensors.optional_vector(name("attn_v.bias"), m.kv_width());
    l.attn_output_bias = tensors.optional_vector(name("attn_output.bias"), m.dim);
    return l;
}

}  // namespace

Model gguf_model(const Gguf& gguf) {
    Model m;
    m.file = gguf.file();
    m.architecture = gguf.string("general.architecture").value_or("");
    if (m.architecture != "llama" && m.architecture != "qwen2" && m.architecture != "qwen3") {
        const GgufKey* key = gguf.key("general.architecture");
        refuse(*m.file, "architecture " + in_quotes(m.architecture), key ? key->offset : 0, "llama, qwen2 or qwen3");
    }
    m.pairs = m.architecture == "llama" ? Pairs::interleaved : Pairs::neox;
    m.head_norm = m.architecture == "qwen3";
    const Keys keys(gguf, m.architecture);
    read_dimensions(keys, m);
    read_numbers(gguf, keys, m);

    Tensors tensors(gguf);
    const GgufTensor& embedding = tensors.record("token_embd.weight");
    m.vocabulary = embedding.dims.back();
    if (m.vocabulary > largest_dimension)
        refuse(*m.file, joined("vocabulary of ", m.vocabulary), embedding.offset,
               joined("at most ", largest_dimension));
    m.token_embedding = tensors.matrix("token_embd.weight", m.vocabulary, m.dim);
    const std::size_t layers = keys.dimension("block_count");
    // One that is missing ends the loop, so that a count alone allocates nothing.
    for (std::size_t i = 0; i < layers; ++i) m.layers.push_back(read_layer(tensors, m, i));
    m.output_norm = tensors.vector("output_norm.weight", m.dim);
    m.shared_output = !tensors.has("output.weight");
    m.output = m.shared_output ? m.token_embedding : tensors.matrix("output.weight", m.vocabulary, m.dim);
    m.frequency_factors = tensors.optional_vector("rope_freqs.weight", m.rotated / 2);
    tensors.refuse_others(m.architecture);
    return m;
}

}  // namespace decoder
