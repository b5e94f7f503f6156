// Windows of the rows of `in` as rows of a matrix [T, C * kernel_size], strip by strip: B of gemm.hpp.
#pragma once

#include "../gemm/strips.hpp"
#include "copies.hpp"

namespace conv1d {

using namespace gemm;

constexpr uint32_t cb_reach = tt::CBIndex::c_9;
constexpr uint32_t kernel_size = get_named_compile_time_arg_val("kernel_size");
constexpr uint32_t in_length = get_named_compile_time_arg_val("in_length");
constexpr int stride = get_named_compile_time_arg_val("stride"), padding = get_named_compile_time_arg_val("padding");
constexpr uint32_t dram_alignment = 64;  // of Blackhole; Wormhole's is half of it

// What the windows of a strip have of each channel: `count` elements from `first` on, which may lie before the row.
struct Reach {
    int first, count;
    explicit Reach(const Place& place)
        : first(static_cast<int>(place.column) * stride - padding),
          count((static_cast<int>(place.columns) - 1) * stride + static_cast<int>(kernel_size)) {}
};

template <class T, class Accessor>
class Windows {
  public:
    explicit Windows(const Accessor& in)
        : in_(in), l1_(get_write_ptr(cb_reach)), pitch_(get_local_cb_interface(cb_reach).fifo_page_size) {}

    // Columns from tile `k` on of the strip at `place`, to the next pages of c_1.
    void push(const Place& place, uint32_t k) {
        const uint32_t tiles = lesser(Kt - k, Kb), columns = lesser(K - k * side, tiles * side);
        const uint32_t channel = k * side / kernel_size, skipped = k * side % kernel_size;
        const Reach reach(place);
        read(reach, channel, (skipped + columns + kernel_size - 1) / kernel_size);
        cb_reserve_back(cb_b_rows, Kb);
        uint32_t to = get_write_ptr(cb_b_rows);
        const uint32_t pitch = tiles * side * sizeof(T);
        if (place.columns < side) clear(to + place.columns * pitch, (side - place.columns) * pitch);
        uint32_t from = l1_ + (reach.first * static_cast<int>(sizeof(T)) - base_);
        for (uint32_t row = 0; row < place.columns; ++row, from += stride * sizeof(T), to += pitch) {
            fill(elements(from), skipped, columns, elements(to));
            for (uint32_t i = columns; i < tiles * side; ++i) elements(to)[i] = 0;
        }
        noc_async_read_barrier();
        cb_push_back(cb_b_rows, Kb);
    }

  private:
    static Target<T> elements(uint32_t l1) { return reinterpret_cast<Target<T>>(l1); }

    // Channels to a page of c_9 each, as they are aligned in DRAM; what lies outside of them is zero.
    void read(const Reach& reach, uint32_t channel, uint32_t channels) {
        constexpr int bytes = sizeof(T), mask = ~(static_cast<int>(dram_alignment) - 1);
        const int end_of_reach = reach.first + reach.count, row = in_length;
        const int begin = reach.first > 0 ? reach.first : 0, end = end_of_reach < row ? end_of_reach : row;
        base_ = reach.first * bytes & mask;
        if (begin != reach.first || end != end_of_reach) {
            clear(l1_, channels * pitch_);
            noc_async_read_barrier();
        }
        const int aligned = begin * bytes & mask;
        for (uint32_t i = 0; i < channels && begin < end; ++i)
            noc_async_read(in_.get_noc_addr(channel + i, aligned), l1_ + i * pitch_ + (aligned - base_),
                           end * bytes - aligned);
        noc_async_read_barrier();
    }

    // A row: `count` elements behind the first `skipped` of the windows of one channel after the other.
    void fill(Source<T> from, uint32_t skipped, uint32_t count, Target<T> to) const {
        const uint32_t pitch = pitch_ / sizeof(T);
        if (skipped != 0) {
            const uint32_t begin = lesser(kernel_size - skipped, count);
            copy_run<T>(from + skipped, to, begin);
            from += pitch, to += begin, count -= begin;
        }
        const uint32_t whole = count / kernel_size;
        copy_runs<kernel_size>(from, pitch, whole, to);
        copy_run<T>(from + whole * pitch, to + whole * kernel_size, count - whole * kernel_size);
    }

    const Accessor& in_;
    uint32_t l1_, pitch_;
    int base_ = 0;  // byte of a row that is first in its page
};

}  // namespace conv1d
