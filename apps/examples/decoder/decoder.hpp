// A model that decodes on the chip: logits after tokens.
#pragma once

#include <map>

#include "pass.hpp"

namespace decoder {

class Decoder {
  public:
    // The model and the chip outlive this. context: positions there is to be room for.
    Decoder(Chip& chip, const Model& model, std::uint32_t context, Storage storage, const Arithmetic& arithmetic);

    // The logits after the last of the tokens, which follow those before. Several go at once, a block at a time.
    std::vector<float> logits(std::span<const std::uint32_t> tokens);
    // As if so many tokens came before: what the caches hold for them.
    void skip_to(std::uint32_t position) { position_ = position; }
    std::uint32_t position() const { return position_; }
    std::size_t weight_bytes() const { return weights_.bytes; }
    // What differs from what was asked for, a line each.
    const std::vector<std::string>& notes() const { return weights_.notes; }

  private:
    // A Pass and what takes a row of it to logits.
    struct Path {
        Path(const Decoder& decoder, std::uint32_t rows);
        Pass pass;
        Norm norm;
    };
    Path& path(std::size_t tokens);  // with room for so many

    Chip* chip_;
    const Model* model_;
    Arithmetic arithmetic_;
    ModelOnChip weights_;
    Rows normed_, logits_;
    Products output_;
    std::map<std::uint32_t, std::unique_ptr<Path>> paths_;  // by rows
    std::uint32_t position_ = 0;
};

}  // namespace decoder
