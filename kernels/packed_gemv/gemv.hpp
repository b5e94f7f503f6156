// What the kernels of y = alpha x W^T + beta y agree on, where W [N, K] is packed (../dequantise/packed.hpp), x is [M,
// K], y [M, N].
//
// The vector unit multiplies: weights never leave Dst, and products are summed in fp32. Four rows of x at most
// are multiplied by 32 rows of W at a time.
//
//   c_0   reader -> compute   tiles of codes of even units (packed.hpp)
//   c_1   reader's own        packed bytes of two units
//   c_2   reader -> compute   rows of x, 1024 elements a page, zeros behind K
//   c_3   compute's own       rows of x as the vector unit takes them: of each of 8 tiles 4 entries of Dst, whose four
//                             rows are alike
//   c_4   writer -> compute   tiles of codes of odd units, since laying them out takes longest
//   c_5   writer's own        packed bytes of two units
//   c_9   writer -> compute   where beta is not 0, a tile whose first rows are y as it was
//   c_10  writer's own        the same as rows of 32 elements
//   c_16  compute -> writer   32 rows of 32 elements, of which the first four are in use
//
// Define GEMV_FORMAT, that of x and y: fp32, bf16 or fp16. Named compile-time arguments: M, and those of packed.hpp.
#pragma once

#include "../dequantise/packed.hpp"

namespace packed_gemv {

using namespace dequantise;

constexpr uint32_t cb_codes = tt::CBIndex::c_0, cb_packed = tt::CBIndex::c_1, cb_x = tt::CBIndex::c_2;
constexpr uint32_t cb_other_codes = tt::CBIndex::c_4, cb_other_packed = tt::CBIndex::c_5;
constexpr uint32_t cb_old_y = tt::CBIndex::c_9, cb_old_rows = tt::CBIndex::c_10;
constexpr uint32_t cb_spread = tt::CBIndex::c_3, cb_y = tt::CBIndex::c_16;

constexpr uint32_t M = get_named_compile_time_arg_val("M");
constexpr uint32_t rows_at_once = 4;  // of x
constexpr uint32_t passes = (M + rows_at_once - 1) / rows_at_once;

constexpr uint32_t elements_of_page = 1024, elements_of_spread = 256;
constexpr uint32_t pages_of_row = (K + elements_of_page - 1) / elements_of_page;
constexpr uint32_t spread_of_page = elements_of_page / elements_of_spread;
constexpr uint32_t spread_of_row = pages_of_row * spread_of_page;
constexpr uint32_t tiles_of_spread = elements_of_spread / side;

}  // namespace packed_gemv
