// Packed bytes of 32 rows from DRAM to L1, a chunk of K at a time.
//
// In GGUF's types a row is a page. MLX has one buffer in pages of any size that is a multiple of read_alignment: codes
// of all rows, scales at `weight_bytes`, biases behind them.
#pragma once

#include "gather.hpp"

namespace dequantise {

constexpr uint32_t read_alignment = 64;
constexpr uint32_t page = get_named_compile_time_arg_val("page");  // bytes
constexpr uint32_t groups_of(uint32_t weights) { return type == Type::mlx ? (weights + group - 1) / group : 0; }

// Any alignment of the first byte has room.
constexpr uint32_t aligned(uint32_t bytes) {
    return (bytes + read_alignment - 1) / read_alignment * read_alignment + read_alignment;
}
constexpr uint32_t room_of_codes = aligned(chunk / block_weights * block_bytes);
constexpr uint32_t room_of_scales = type == Type::mlx ? aligned(2 * groups_of(chunk) + 2) : 0;
constexpr uint32_t room_of_strip = aligned(2 * side * groups_of(K) + 2);
constexpr uint32_t pitch = room_of_codes + 2 * room_of_scales;

template <class Accessor>
class Source {
  public:
    Source(const Accessor& packed, uint32_t weight_bytes) : packed_(packed), weight_bytes_(weight_bytes) {}

    // Asks for the bytes of a unit; they are at `l1` after a barrier.
    template <bool with_scales = true>
    void ask(const Unit& unit, uint32_t l1) const {
        const uint32_t bytes = unit.weights / block_weights * block_bytes;
        for (uint32_t i = 0; i < unit.rows; ++i, l1 += pitch) {
            const uint32_t row = unit.row + i;
            if constexpr (type == Type::mlx) {
                read(first_byte(unit, row), bytes, l1);
                const uint32_t first = unit.weight / group,
                               count = (unit.weight + unit.weights - 1) / group + 1 - first;
                read(scale_byte(row, first), 2 * count, l1 + room_of_codes);
                read(bias_byte(row, first), 2 * count, l1 + room_of_codes + room_of_scales);
            } else {
                const uint32_t offset = first_byte(unit, row);
                noc_async_read(packed_.get_noc_addr(row, offset), l1 + offset % read_alignment, bytes);
            }
        }
    }

    // Weights 32 * tile on of the rows of a unit at `l1`, to a tile of codes.
    void gather_rows(const Unit& unit, uint32_t tile, uint32_t l1, uint32_t codes) const {
        for (uint32_t half = 0; half < unit.rows; half += 16) {
            uint32_t to = codes + row_of_codes(half);
            for (uint32_t row = half; row < lesser(half + 16, unit.rows); ++row, l1 += pitch, to += row_of_codes(1))
                gather_row(unit, row, tile, l1, to);
        }
    }

    // Where the codes from weight `weight` of a unit's row on are.
    static uint32_t codes_of(const Unit& unit, uint32_t row, uint32_t weight, uint32_t l1) {
        return l1 + first_byte(unit, unit.row + row) % read_alignment + weight / block_weights * block_bytes;
    }

    // MLX: scales and biases of all K of a unit's rows, which lie one behind the other, to room_of_strip bytes each.
    void ask_scales(const Unit& unit, uint32_t l1) const {
        const uint32_t bytes = 2 * unit.rows * groups_of(K);
        read(scale_byte(unit.row, 0), bytes, l1);
        read(bias_byte(unit.row, 0), bytes, l1 + room_of_strip);
    }

    // Those of `weights` weights of a row, to even columns of a row of codes, every `lanes` lanes.
    template <uint32_t weights, uint32_t lanes>
    void place_scales(const Unit& unit, uint32_t row, uint32_t weight, uint32_t l1, uint32_t to) const {
        const uint32_t begin = row * groups_of(K) + (unit.weight + weight) / group;
        const Half scale = halves(l1 + scale_byte(unit.row, 0) % read_alignment) + begin;
        const Half bias = halves(l1 + room_of_strip + bias_byte(unit.row, 0) % read_alignment) + begin;
        constexpr uint32_t places = 16 / lanes;
        uint32_t low[places], high[places];
#pragma GCC unroll 8
        for (uint32_t i = 0; i < places; ++i) {
            const uint32_t at = i * weights / places / group;
            low[i] = scale[at], high[i] = bias[at];
        }
#pragma GCC unroll 8
        for (uint32_t i = 0; i < places; ++i)
            words(to + i / (places / 2) * right_half)[i % (places / 2) * lanes * words_of_lane] = low[i] | high[i]
                                                                                                               << 16;
    }

  private:
    [[gnu::always_inline]] void gather_row(const Unit& unit, uint32_t row, uint32_t tile, uint32_t l1,
                                           uint32_t to) const {
        const uint32_t at = l1 + first_byte(unit, unit.row + row) % read_alignment;
        const uint32_t block = at + tile * side / block_weights * block_bytes;
        if constexpr (type == Type::mlx) {
            const uint32_t first = unit.weight / group, later = 2 * ((unit.weight + tile * side) / group - first);
            const uint32_t scales = l1 + room_of_codes, biases = scales + room_of_scales;
            gather(block, 0, false, scales + scale_byte(unit.row + row, first) % read_alignment + later,
                   biases + bias_byte(unit.row + row, first) % read_alignment + later, to);
        } else {
            gather(block, tile % (block_weights / side), tile + 1 == unit.weights / side, 0, 0, to);
        }
    }

    static uint32_t first_byte(const Unit& unit, uint32_t row) {
        const uint32_t in_row = unit.weight / block_weights * block_bytes;
        return type == Type::mlx ? row * (K / block_weights * block_bytes) + in_row : in_row;
    }
    uint32_t scale_byte(uint32_t row, uint32_t of_row) const {
        return weight_bytes_ + 2 * (row * groups_of(K) + of_row);
    }
    uint32_t bias_byte(uint32_t row, uint32_t of_row) const { return scale_byte(row, of_row) + 2 * N * groups_of(K); }

    // Bytes of a buffer of many pages, to the first place from `l1` on that is aligned as they are.
    void read(uint32_t offset, uint32_t bytes, uint32_t l1) const {
        l1 += offset % read_alignment;
        while (bytes > 0) {
            const uint32_t in_page = offset % page, count = lesser(bytes, page - in_page);
            noc_async_read(packed_.get_noc_addr(offset / page, in_page), l1, count);
            offset += count, l1 += count, bytes -= count;
        }
    }

    Accessor packed_;
    uint32_t weight_bytes_;
};

}  // namespace dequantise
