// The readers of model files that the decoder brings; their one error is their own.
#include "apps/examples/decoder/checkpoint.hpp"
#include "apps/examples/decoder/gguf_model.hpp"
#include "apps/examples/decoder/reference.hpp"
#include "apps/examples/decoder/tokenizer.hpp"
#include "tests/fuzz/inputs/targets.hpp"

namespace tessera::fuzz {
namespace {

template <class F>
bool read_or_refused(Input input, F f) {
    try {
        f(std::make_shared<decoder::File>(decoder::File{"input", {input.begin(), input.end()}}));
        return true;
    } catch (const decoder::FileError&) {
        return false;
    }
}

// Reads all of the weights.
void run_once(const decoder::Model& model) { decoder::Reference(model).logits(0, 0); }

void encode_and_decode(const decoder::Tokenizer& tokenizer) {
    for (const std::uint32_t token : tokenizer.encode("ab A\xE2\x82\xAC\xFF")) tokenizer.decode(tokenizer.begin, token);
}

}  // namespace

bool gguf(Input input) {
    return read_or_refused(input, [](const auto& file) {
        const decoder::Gguf gguf(file);
        if (gguf.key("tokenizer.ggml.model")) encode_and_decode(decoder::gguf_tokenizer(gguf));
        run_once(decoder::gguf_model(gguf));
    });
}

bool checkpoint(Input input) {
    return read_or_refused(input, [](const auto& file) { run_once(decoder::checkpoint_model(file)); });
}

bool tokenizer(Input input) {
    return read_or_refused(input, [](const auto& file) { encode_and_decode(decoder::load_tokenizer(file, 5)); });
}

}  // namespace tessera::fuzz
