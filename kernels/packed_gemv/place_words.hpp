// Movers' parts of words.hpp: the reader's, x permuted and tiles of words, and the writer's, tiles of their scales.
#pragma once

#include "../dequantise/layout.hpp"
#include "rows_of_x.hpp"
#include "words.hpp"

namespace packed_gemv {

// Element 32 * i + c of each tile of words is the one that code i of word c goes with.
template <class Element>
void permute(uint32_t from, uint32_t to) {
    const auto* source = reinterpret_cast<const volatile tt_l1_ptr Element*>(from);
    auto* target = reinterpret_cast<volatile tt_l1_ptr Element*>(to);
    for (uint32_t begin = 0; begin < elements_of_page; begin += weights_of_words)
        for (uint32_t column = 0; column < side; ++column) {
            Element elements[codes_of_word];
#pragma GCC unroll 8
            for (uint32_t i = 0; i < codes_of_word; ++i) elements[i] = source[begin + column * codes_of_word + i];
#pragma GCC unroll 8
            for (uint32_t i = 0; i < codes_of_word; ++i) target[begin + i * side + column] = elements[i];
        }
}

template <class Accessor>
void push_permuted_x(const Accessor& x) {
    const uint32_t l1 = get_write_ptr(cb_x_as_read);
    for (uint32_t row = 0; row < M; ++row)
        for (uint32_t at = 0; at < K; at += elements_of_page) {
            read_x(x, row, at, l1);
            cb_reserve_back(cb_x, 1);
            if (get_tile_size(cb_x) == 4 * elements_of_page)
                permute<uint32_t>(l1, get_write_ptr(cb_x));
            else
                permute<uint16_t>(l1, get_write_ptr(cb_x));
            cb_push_back(cb_x, 1);
        }
}

// Two halves of each row, 64 bytes, to its two faces.
void place_words(uint32_t from, uint32_t rows, uint32_t to) {
    constexpr uint32_t half = 64;
    noc_async_read_one_packet_set_state(get_noc_addr(from), half);
    for (uint32_t row = 0; row < rows; ++row, from += pitch) {
        noc_async_read_one_packet_with_state(from, to + row_of_codes(row));
        noc_async_read_one_packet_with_state(from + half, to + row_of_codes(row) + right_half);
    }
}

// All words of units from `begin` to before `end`, once for each four rows of x.
template <class Source>
void push_words(const Source& source, uint32_t begin, uint32_t end) {
    uint32_t here = get_write_ptr(cb_packed), next = here + side * pitch;
    for (uint32_t pass = 0; pass < passes; ++pass) {
        source.template ask<false>(Unit(begin), here);
        for (uint32_t id = begin; id < end; ++id) {
            const Unit unit(id);
            noc_async_read_barrier();
            if (id + 1 < end) source.template ask<false>(Unit(id + 1), next);
            for (uint32_t weight = 0; weight < unit.weights; weight += weights_of_words) {
                cb_reserve_back(cb_words, 1);
                place_words(source.codes_of(unit, 0, weight, here), unit.rows, get_write_ptr(cb_words));
                noc_async_read_barrier();
                cb_push_back(cb_words, 1);
            }
            std::swap(here, next);
        }
    }
}

// Scales of a strip of 32 rows, in the order of its tiles of words.
template <class Source>
void push_scales(const Source& source, uint32_t strip) {
    const uint32_t scales = get_write_ptr(cb_strip_scales);
    source.ask_scales(Unit(strip * chunks_of_row), scales);
    noc_async_read_barrier();
    for (uint32_t id = strip * chunks_of_row; id < (strip + 1) * chunks_of_row; ++id) {
        const Unit unit(id);
        for (uint32_t weight = 0; weight < unit.weights; weight += weights_of_words) {
            cb_reserve_back(cb_scales, 1);
            const uint32_t to = get_write_ptr(cb_scales);
            for (uint32_t row = 0; row < unit.rows; ++row)
                source.template place_scales<weights_of_words, lanes_of_scale>(unit, row, weight, scales,
                                                                               to + row_of_codes(row));
            cb_push_back(cb_scales, 1);
        }
    }
}

}  // namespace packed_gemv
