// Text to tokens and back by merges of pieces with the best scores, as llama2.c and SentencePiece do.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gguf.hpp"

namespace decoder {

struct Piece {
    std::string text;
    float score = 0;
    bool found_in_text = true;               // text may become this token
    bool control = false;                    // has no text of its own
    std::optional<unsigned char> byte = {};  // which it is for
};

class Tokenizer {
  public:
    std::uint32_t begin = 1, end = 1, unknown = 0;
    bool adds_begin = true, adds_blank = true;  // in front of a text

    explicit Tokenizer(std::vector<Piece> pieces);

    std::size_t size() const { return pieces_.size(); }
    const Piece& piece(std::uint32_t token) const { return pieces_.at(token); }
    bool ends(std::uint32_t token) const { return token == begin || token == end; }

    std::vector<std::uint32_t> encode(std::string_view text) const;
    // The text of a token after another: behind begin a leading blank is the one that encode added.
    std::string decode(std::uint32_t before, std::uint32_t token) const;

  private:
    std::optional<std::uint32_t> find(std::string_view text) const;
    std::vector<std::uint32_t> split(std::string_view text) const;
    void merge(std::vector<std::uint32_t>& tokens) const;

    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> by_text_;  // the tokens found in text, in the order of their texts
    std::array<std::optional<std::uint32_t>, 256> of_byte_;
};

// The value of a piece "<0xNN>".
std::optional<unsigned char> byte_of(std::string_view piece);

// llama2.c's file of pieces, or the keys tokenizer.ggml.* of a GGUF file, whichever the file begins as; for a model of
// that vocabulary.
Tokenizer load_tokenizer(const std::shared_ptr<const File>& file, std::size_t vocabulary);
Tokenizer gguf_tokenizer(const Gguf& gguf);

}  // namespace decoder
