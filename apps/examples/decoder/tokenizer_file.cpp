// Tokenizers out of files.
#include <cmath>

#include "gguf_values.hpp"
#include "tokenizer.hpp"

namespace decoder {
namespace {

// The numbers of tokenizer.ggml.token_type.
enum class PieceType : std::int32_t { normal = 1, unknown, control, user_defined, unused, byte };

void replace_marks_by_blanks(std::string& text) {
    constexpr std::string_view mark = "\xE2\x96\x81";  // U+2581, SentencePiece's blank
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1))
        text.replace(at, mark.size(), " ");
}

void set_type(const Gguf& gguf, const GgufKey& key, std::size_t token, std::int32_t number, Piece& piece) {
    const auto type = static_cast<PieceType>(number);
    if (type < PieceType::normal || type > PieceType::byte)
        gguf.refuse_key(key, joined(number, " for token ", token), "1 to 6");
    if (type == PieceType::byte && !piece.byte)
        gguf.refuse_key(key, joined("6, a byte, for token ", token, " ", in_quotes(piece.text)), "a piece <0xNN>");
    if (type != PieceType::byte) piece.byte.reset();
    piece.found_in_text = type == PieceType::normal || type == PieceType::user_defined;
    piece.control = type == PieceType::control;
}

std::uint32_t special_token(const Gguf& gguf, const char* name, std::uint32_t otherwise, std::size_t tokens) {
    const std::uint64_t token = gguf.integer(name).value_or(otherwise);
    if (token < tokens) return static_cast<std::uint32_t>(token);
    const std::string expected = joined("less than ", tokens, ", the number of tokens");
    if (const GgufKey* key = gguf.key(name)) gguf.refuse_key(*key, std::to_string(token), expected);
    refuse(*gguf.file(), joined("key ", in_quotes(name), " is missing and stands for ", token), 0, expected);
}

Tokenizer llama2c_tokenizer(const File& file) {
    Cursor cursor(file);
    const auto longest = cursor.read<std::int32_t>("the length of the longest piece");
    if (longest < 1) refuse(file, joined("longest piece of ", longest, " bytes"), 0, "at least 1");
    std::vector<Piece> pieces;
    while (cursor.left() != 0) {
        const std::size_t offset = cursor.offset();
        const auto score = cursor.read<float>("a score");
        const auto length = cursor.read<std::int32_t>("the length of a piece");
        if (!std::isfinite(score)) refuse(file, joined("score ", score), offset, "a finite number");
        if (length < 0 || length > longest)
            refuse(file, joined("piece of ", length, " bytes"), offset + 4, joined("0 to ", longest));
        const auto bytes = cursor.take(static_cast<std::size_t>(length), "a piece");
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        pieces.push_back({.text = std::string(text), .score = score, .byte = byte_of(text)});
    }
    if (pieces.size() < 2)
        refuse(file, joined(pieces.size(), " pieces"), cursor.offset(), "at least 2, token 1 begins a text");
    return Tokenizer(std::move(pieces));
}

}  // namespace

Tokenizer gguf_tokenizer(const Gguf& gguf) {
    constexpr auto model_key = "tokenizer.ggml.model", tokens_key = "tokenizer.ggml.tokens",
                   scores_key = "tokenizer.ggml.scores", types_key = "tokenizer.ggml.token_type";
    for (const char* needed : {model_key, tokens_key, scores_key})
        if (!gguf.key(needed))
            refuse(*gguf.file(), joined("key ", in_quotes(needed), " is missing"), 0, "a tokenizer among the keys");
    if (const auto model = *gguf.string(model_key); model != "llama")
        gguf.refuse_key(*gguf.key(model_key), in_quotes(model), "\"llama\", pieces with scores");
    const auto tokens = *gguf.strings(tokens_key);
    const auto scores = *gguf.array(scores_key, GgufType::f32);
    const auto types = gguf.array(types_key, GgufType::i32);
    const auto check_count = [&](const char* key, std::size_t count) {
        if (count != tokens.size())
            gguf.refuse_key(*gguf.key(key), joined(count, " values"), joined(tokens.size(), ", the number of tokens"));
    };
    check_count(scores_key, scores.size() / sizeof(float));
    if (types) check_count(types_key, types->size() / sizeof(std::int32_t));

    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Piece piece{
            .text = std::string(tokens[i]), .score = load<float>(scores.subspan(i * 4)), .byte = byte_of(tokens[i])};
        if (!std::isfinite(piece.score))
            gguf.refuse_key(*gguf.key(scores_key), joined(piece.score, " for token ", i), "finite numbers");
        if (types) set_type(gguf, *gguf.key(types_key), i, load<std::int32_t>(types->subspan(i * 4)), piece);
        replace_marks_by_blanks(piece.text);
        pieces.push_back(std::move(piece));
    }
    Tokenizer tokenizer(std::move(pieces));
    tokenizer.begin = special_token(gguf, "tokenizer.ggml.bos_token_id", 1, tokens.size());
    tokenizer.end = special_token(gguf, "tokenizer.ggml.eos_token_id", 2, tokens.size());
    tokenizer.unknown = special_token(gguf, "tokenizer.ggml.unknown_token_id", 0, tokens.size());
    tokenizer.adds_begin = gguf.boolean("tokenizer.ggml.add_bos_token").value_or(true);
    tokenizer.adds_blank = gguf.boolean("tokenizer.ggml.add_space_prefix").value_or(true);
    return tokenizer;
}

Tokenizer load_tokenizer(const std::shared_ptr<const File>& file, std::size_t vocabulary) {
    Tokenizer tokenizer = is_gguf(*file) ? gguf_tokenizer(Gguf(file)) : llama2c_tokenizer(*file);
    if (tokenizer.size() != vocabulary)
        refuse(*file, joined(tokenizer.size(), " tokens"), 0, joined(vocabulary, ", the vocabulary of the model"));
    return tokenizer;
}

}  // namespace decoder
