// Packed weights and the form in which movers hand them to the vector unit.
//
// A matrix W [N, K] is packed along K in blocks of block_weights. A tile is 32 rows of W by 32 weights. For each tile,
// or for two that share bytes (tiles_of_codes), the mover brings the bytes of every row to a tile of codes, 32-bit
// words of which only some places are used. A word lies in lane l of a row, and holds what columns 2l and 2l + 1 of
// both halves of that row are made of:
//
//     even columns of the left half     codes: bits of left 2l and 2l + 1, 16 bits higher those of the right half.
//                                       Only Q4_0 differs: low nibbles are the left half, high nibbles the right one,
//                                       16 bits higher those of the next tile
//     odd columns, lane 0               scale, fp16, and 16 bits higher MLX: the bias; Q4_K: the scale of the minima;
//                                       Q4_0: the scale of the next tile
//     even columns of the right half    Q6_K: upper bits of codes. F16, BF16: two numbers of the right half, as even
//                                       columns of the left half then hold two of that one
//     odd columns, lane 0               Q4_K: scale and minimum of 32 weights, 8 bits each, then those of the next 32;
//                                       Q6_K: scales of both halves, 8 bits each
//
// All other places stay zero. So no mover computes, and the vector unit exchanges lanes for scales only.
//
// Define DEQUANTISE_TYPE, one of Type. Named compile-time arguments: N, K, chunk, and bits and
// group of MLX.
#pragma once

#include <cstdint>

namespace dequantise {

enum class Layout { rows, tiles };  // of unpacked weights
enum class Type { q8_0, q4_0, q4_k, q6_k, mlx, f16, bf16 };
constexpr Type type = Type::DEQUANTISE_TYPE;
constexpr bool are_numbers = type == Type::f16 || type == Type::bf16;  // without scales; a block is a tile's row

constexpr uint32_t N = get_named_compile_time_arg_val("N"), K = get_named_compile_time_arg_val("K");
constexpr uint32_t bits = get_named_compile_time_arg_val("bits"), group = get_named_compile_time_arg_val("group");

constexpr uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

constexpr uint32_t side = 32;  // of a tile
constexpr uint32_t block_weights = type == Type::q4_k || type == Type::q6_k ? 256 : 32;
constexpr uint32_t block_bytes = type == Type::q8_0   ? 34
                                 : type == Type::q4_0 ? 18
                                 : type == Type::q4_k ? 144
                                 : type == Type::q6_k ? 210
                                 : are_numbers        ? 64
                                                      : 4 * bits;
constexpr uint32_t tiles_of_codes = type == Type::q4_0 || type == Type::q4_k ? 2 : 1;
static_assert(K % block_weights == 0, "whole blocks");
static_assert(type != Type::mlx || (group % side == 0 && K % group == 0), "whole tiles of a group, whole groups");

// Bytes of the codes of a tile from its row `n` on: rows lie in faces of 16.
constexpr uint32_t row_of_codes(uint32_t n) { return n / 16 * 2048 + n % 16 * 64; }
constexpr uint32_t words_of_lane = 2, odd_columns = 4, right_half = 1024;

constexpr uint32_t chunk = get_named_compile_time_arg_val("chunk");  // weights of a row, whole blocks
static_assert(chunk % block_weights == 0, "whole blocks");
constexpr uint32_t chunks_of_row = (K + chunk - 1) / chunk;

// The part of W that a unit is: 32 rows, a chunk of K.
struct Unit {
    uint32_t row, rows, weight, weights;
    explicit Unit(uint32_t unit)
        : row(unit / chunks_of_row * side),
          rows(lesser(N - row, side)),
          weight(unit % chunks_of_row * chunk),
          weights(lesser(K - weight, chunk)) {}
};

}  // namespace dequantise
