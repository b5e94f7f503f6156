#include "checkpoint.hpp"

namespace decoder {
namespace {

constexpr std::int32_t magic_of_later_versions = 0x616B3432;

std::size_t read_dimension(Cursor& cursor, const char* name) {
    const std::size_t offset = cursor.offset();
    const auto value = cursor.read<std::int32_t>("the header");
    if (value <= 0) refuse(cursor.file(), joined(name, " is ", value), offset, "at least 1");
    return static_cast<std::size_t>(value);
}

// The size of the vocabulary is negative where the output matrix is not the table of embeddings.
void read_vocabulary(Cursor& cursor, Model& model) {
    const std::size_t offset = cursor.offset();
    const std::int64_t value = cursor.read<std::int32_t>("the header");
    const std::int64_t size = value < 0 ? -value : value;
    if (size == 0 || size > static_cast<std::int64_t>(largest_dimension))
        refuse(cursor.file(), joined("vocab_size is ", value), offset,
               joined("1 to ", largest_dimension, " or its negative"));
    model.vocabulary = static_cast<std::size_t>(size);
    model.shared_output = value > 0;
}

void check_heads(const File& file, const Model& m) {
    if (m.dim % m.heads != 0 || m.dim / m.heads % 2 != 0)
        refuse(file, joined("dim ", m.dim, " for n_heads ", m.heads), 0, "heads of the same even width");
    if (m.heads % m.kv_heads != 0)
        refuse(file, joined("n_kv_heads ", m.kv_heads, " for n_heads ", m.heads), 12, "a divisor of n_heads");
}

class Arrays {
  public:
    Arrays(Cursor& cursor, std::size_t layers) : cursor_(cursor), layers_(layers) {}

    Weights one(std::string name, std::size_t rows, std::size_t columns) {
        const std::size_t bytes = product_or_max(product_or_max(rows, columns), sizeof(float));
        const auto taken = cursor_.take(bytes, name);
        return {std::move(name), WeightType::f32, rows, columns, taken};
    }
    void in_each(Model& model, Weights Layer::*member, const char* name, std::size_t rows, std::size_t columns) {
        const std::size_t floats = product_or_max(product_or_max(rows, columns), layers_),
                          left = cursor_.left() / sizeof(float);
        if (floats > left)
            refuse(cursor_.file(), joined("ends inside ", name), cursor_.offset(),
                   joined(layers_, " arrays of ", rows, " x ", columns, " floats, ", left, " are left"));
        model.layers.resize(layers_);
        for (std::size_t i = 0; i < layers_; ++i)
            model.layers[i].*member = one(joined("blk.", i, ".", name, ".weight"), rows, columns);
    }

  private:
    Cursor& cursor_;
    std::size_t layers_;
};

}  // namespace

Model checkpoint_model(std::shared_ptr<const File> file) {
    Cursor cursor(*file);
    if (file->bytes.size() >= 4 && load<std::int32_t>(file->bytes) == magic_of_later_versions)
        refuse(*file, "checkpoint of version 1 or later", 0, "version 0, which llama2.c's export writes by default");
    Model model;
    model.architecture = "llama";
    model.dim = read_dimension(cursor, "dim");
    model.hidden = read_dimension(cursor, "hidden_dim");
    const std::size_t layers = read_dimension(cursor, "n_layers");
    model.heads = read_dimension(cursor, "n_heads");
    model.kv_heads = read_dimension(cursor, "n_kv_heads");
    read_vocabulary(cursor, model);
    model.context = read_dimension(cursor, "seq_len");
    check_heads(*file, model);
    model.head_dim = model.rotated = model.dim / model.heads;

    Arrays arrays(cursor, layers);
    const std::size_t dim = model.dim, hidden = model.hidden, kv = model.kv_width();
    model.token_embedding = arrays.one("token_embd.weight", model.vocabulary, dim);
    arrays.in_each(model, &Layer::attn_norm, "attn_norm", 1, dim);
    arrays.in_each(model, &Layer::attn_q, "attn_q", dim, dim);
    arrays.in_each(model, &Layer::attn_k, "attn_k", kv, dim);
    arrays.in_each(model, &Layer::attn_v, "attn_v", kv, dim);
    arrays.in_each(model, &Layer::attn_output, "attn_output", dim, dim);
    arrays.in_each(model, &Layer::ffn_norm, "ffn_norm", 1, dim);
    arrays.in_each(model, &Layer::ffn_gate, "ffn_gate", hidden, dim);
    arrays.in_each(model, &Layer::ffn_down, "ffn_down", dim, hidden);
    arrays.in_each(model, &Layer::ffn_up, "ffn_up", hidden, dim);
    model.output_norm = arrays.one("output_norm.weight", 1, dim);
    // Cosines and sines that later versions of llama2.c compute.
    arrays.one("the tables of angles", 2 * model.context, model.head_dim / 2);
    model.output = model.shared_output ? model.token_embedding : arrays.one("output.weight", model.vocabulary, dim);
    if (cursor.left() != 0)
        refuse(*file, joined(cursor.left(), " bytes behind the last array"), cursor.offset(), "the end");
    model.file = std::move(file);
    return model;
}

}  // namespace decoder
