// kernels/rope/rows: heads of q and k turned at their positions, with head norm before it where the model has one; k
// and v written to the caches. Angles are fixed-point turns that the kernel works out, exact at any position.
#pragma once

#include "steps.hpp"

namespace decoder {

// How a position and a frequency become an angle (kernels/rope/phase.hpp): fixed-point turns, or in fp32 a product of a
// frequency in two parts or in one.
enum class Phase { turns, split, computed };

// What a pass writes once and its layers share: the heads to take, their positions and targets; frequencies.
class Positions {
  public:
    Positions(Chip& chip, const Model& model, std::uint32_t most_rows, const Caches& caches, Phase phase);
    // Row i of qkv is at position first + i.
    void set(std::uint32_t rows, std::uint32_t first);

  private:
    friend class Rotation;
    enum Kind : std::uint32_t { query, key, value };
    static constexpr std::uint32_t block_words = 16 + 32 * 8;  // as kernels/rope/rows/block.hpp has it

    std::uint32_t heads(Kind kind) const { return kind == query ? heads_ : kv_heads_; }
    std::uint32_t blocks_of(Kind kind) const { return (heads(kind) + most_heads_ - 1) / most_heads_; }
    std::uint32_t blocks(std::uint32_t rows) const { return rows * (blocks_of(query) + 2 * blocks_of(key)); }
    void describe(Kind kind, std::uint32_t row, std::uint32_t position, std::uint32_t first_head, std::uint32_t* out);

    Chip* chip_;
    Caches caches_;  // those of any layer: all are alike
    Phase phase_;
    std::uint32_t heads_, kv_heads_, head_dim_, most_heads_, rows_ = 0;
    std::uint32_t units_;  // of 32 pairs
    std::shared_ptr<metal::Buffer> blocks_, frequencies_;
};

class Rotation {
  public:
    // norms: the weights of q and those of k, a row each.
    Rotation(Chip& chip, const Model& model, const Positions& positions, std::uint32_t most_rows, const Rows& qkv,
             const Caches& caches, const std::optional<Rows>& norms);
    void run();

  private:
    std::vector<std::uint32_t> turns(std::uint32_t core) const;

    const Positions* positions_;
    Rows qkv_;
    Caches caches_;
    std::optional<Rows> norms_;
    std::uint32_t pairs_, distance_;
    float eps_, magnitude_;
    Launch launch_;
};

}  // namespace decoder
