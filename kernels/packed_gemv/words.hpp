// MLX's codes of 4 and 8 bits, whose 32-bit words hold whole codes and go to Dst as they lie in memory: no mover
// unpacks anything. A tile of words is 32 rows of W by 32 words, and code i of each is one tile of weights, in which
// column c is weight codes_of_word * c + i. So x is permuted once instead, and all tiles of weights have the same
// scales.
//
//   c_0   reader -> compute   tiles of words
//   c_6   writer -> compute   their scales, biases 16 bits higher: each in even columns of its group, once in 4 lanes,
//                             or in 2 where a group is 4 columns
//   c_7   reader's own        1024 elements of x as they come
//   c_8   writer's own        scales and biases of 32 rows
//
// and c_1, c_2, c_3 and c_16 of gemv.hpp.
#pragma once

#include "gemv.hpp"

namespace packed_gemv {

constexpr uint32_t cb_words = cb_codes, cb_scales = tt::CBIndex::c_6, cb_x_as_read = tt::CBIndex::c_7;
constexpr uint32_t cb_strip_scales = tt::CBIndex::c_8;

constexpr uint32_t codes_of_word = 32 % bits == 0 ? 32 / bits : 1;
constexpr uint32_t weights_of_words = side * codes_of_word;  // of a row, in a tile of words
constexpr uint32_t columns_of_group = group / codes_of_word;
constexpr uint32_t lanes_of_scale = columns_of_group == 4 ? 2 : 4;
// Whole tiles of words, and groups within a face.
constexpr bool by_words = type == Type::mlx && 32 % bits == 0 && K % weights_of_words == 0 &&
                          (columns_of_group == 4 || columns_of_group == 8 || columns_of_group == 16);

}  // namespace packed_gemv
