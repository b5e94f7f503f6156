#include "decoder.hpp"

#include <algorithm>
#include <array>

namespace decoder {
namespace {

// Tokens that programs are built for, so that a prompt of any length takes those of another. The last is a tile.
constexpr std::array<std::uint32_t, 3> rows_of_passes = {1, 8, 32};

}  // namespace

Decoder::Decoder(Chip& chip, const Model& model, std::uint32_t context, Storage storage, const Arithmetic& arithmetic)
    : chip_(&chip),
      model_(&model),
      arithmetic_(arithmetic),
      weights_(upload(chip, model, storage, context, rows_of_passes.back(), arithmetic.cache)),
      normed_(chip.rows(1, model.dim)),
      logits_(chip.rows(1, model.vocabulary)),
      output_(chip, weights_.output, {.x = normed_, .weights = {}, .y = logits_, .fidelity = arithmetic.fidelity},
              arithmetic.precision) {}

Decoder::Path::Path(const Decoder& of, std::uint32_t rows)
    : pass(*of.chip_, *of.model_, of.weights_, rows, of.arithmetic_),
      norm(*of.chip_, pass.x(), of.weights_.output_norm, of.normed_, 1, of.model_->eps) {}

Decoder::Path& Decoder::path(std::size_t tokens) {
    const std::uint32_t rows = *std::ranges::lower_bound(rows_of_passes, tokens);
    std::unique_ptr<Path>& kept = paths_[rows];
    if (!kept) kept = std::make_unique<Path>(*this, rows);
    return *kept;
}

std::vector<float> Decoder::logits(std::span<const std::uint32_t> tokens) {
    if (tokens.size() > weights_.context - position_)
        throw FileError(joined("position ", position_ + tokens.size(), ": expected at most ", weights_.context));
    for (const std::uint32_t token : tokens)
        if (token >= model_->vocabulary)
            throw FileError(joined("token ", token, ": expected less than ", model_->vocabulary));
    for (std::size_t done = 0, count = 0; done < tokens.size(); done += count) {
        count = std::min<std::size_t>(tokens.size() - done, rows_of_passes.back());
        Path& taken = path(count);
        taken.pass.run(tokens.subspan(done, count), position_);
        position_ += static_cast<std::uint32_t>(count);
        if (done + count < tokens.size()) continue;
        taken.norm.set_first(static_cast<std::uint32_t>(count - 1));
        taken.norm.run();
        output_.run();
    }
    return chip_->read(logits_);
}

}  // namespace decoder
