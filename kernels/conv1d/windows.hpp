// Windows of the rows of `in` as rows of a matrix [T, C * kernel_size], strip by strip: A of gemm.hpp.
#pragma once

#include "../gemm/strips.hpp"
#include "copies.hpp"

namespace conv1d {

using namespace gemm;

constexpr uint32_t cb_reach = tt::CBIndex::c_9;
constexpr uint32_t kernel_size = get_named_compile_time_arg_val("kernel_size");
constexpr uint32_t in_length = get_named_compile_time_arg_val("in_length");
constexpr int stride = get_named_compile_time_arg_val("stride"), padding = get_named_compile_time_arg_val("padding");
constexpr uint32_t reach_bytes = get_named_compile_time_arg_val("reach");  // of a channel, a page of c_9
constexpr uint32_t dram_alignment = 64;                                    // of Blackhole; Wormhole's is half of it

// Elements of each channel that some windows have, from window `first` on: they may begin before those there are.
struct Reach {
    int begin, end;
    Reach(uint32_t first, uint32_t windows)
        : begin(static_cast<int>(first) * stride - padding),
          end(begin + (static_cast<int>(windows) - 1) * stride + static_cast<int>(kernel_size)) {}
};

// Columns of the matrix from tile `k` on, a block of them.
struct Columns {
    uint32_t tiles, count;
    uint32_t channel, skipped;  // where the first one is: elements of that channel's window before it
    explicit Columns(uint32_t k)
        : tiles(lesser(Kt - k, Kb)),
          count(lesser(K - k * side, tiles * side)),
          channel(k * side / kernel_size),
          skipped(k * side % kernel_size) {}
    uint32_t channels() const { return (skipped + count + kernel_size - 1) / kernel_size; }
};

template <class T, class Accessor>
class Windows {
  public:
    explicit Windows(const Accessor& in) : in_(in), l1_(get_write_ptr(cb_reach)) {}

    // Rows of a strip, some of which there are, to the next pages of c_0.
    void push_strip(uint32_t first, uint32_t rows, const Columns& columns) {
        const uint32_t pitch = columns.tiles * side * sizeof(T);
        if (rows != 0) read(Reach(first, rows), columns);
        cb_reserve_back(cb_a_rows, Kb);
        const uint32_t to = get_write_ptr(cb_a_rows);
        if (rows < side) clear(to + rows * pitch, (side - rows) * pitch);
        for (uint32_t row = 0; row < rows; ++row) {
            fill(row, columns, to + row * pitch);
            for (uint32_t i = columns.count; i < columns.tiles * side; ++i) elements(to + row * pitch)[i] = 0;
        }
        if (rows != 0) load_back_element<T>(to + rows * pitch - sizeof(T));
        noc_async_read_barrier();
        cb_push_back(cb_a_rows, Kb);
    }

    // The same for the vector unit, which takes a page a row.
    void push_rows(uint32_t first, uint32_t rows, const Columns& columns) {
        const uint32_t page = get_tile_size(cb_a_rows);
        const uint32_t tail = columns.count * sizeof(T) / l1_alignment * l1_alignment;
        read(Reach(first, rows), columns);
        for (uint32_t row = 0; row < rows; ++row) {
            cb_reserve_back(cb_a_rows, 1);
            const uint32_t to = get_write_ptr(cb_a_rows);
            clear(to + tail, page - tail);
            noc_async_read_barrier();
            fill(row, columns, to);
            load_back_element<T>(to + (columns.count - 1) * sizeof(T));
            cb_push_back(cb_a_rows, 1);
        }
    }

  private:
    static Target<T> elements(uint32_t l1) { return reinterpret_cast<Target<T>>(l1); }

    // Channels to a page of c_9 each, as they are aligned in DRAM; what lies outside of them is zero.
    void read(const Reach& reach, const Columns& columns) {
        constexpr int bytes = sizeof(T), mask = ~(static_cast<int>(dram_alignment) - 1), row = in_length;
        const int begin = reach.begin > 0 ? reach.begin : 0, end = reach.end < row ? reach.end : row;
        const int base = reach.begin * bytes & mask;
        windows_ = l1_ + (reach.begin * bytes - base);
        if (begin != reach.begin || end != reach.end) {
            clear(l1_, columns.channels() * reach_bytes);
            noc_async_read_barrier();
        }
        const int aligned = begin * bytes & mask;
        for (uint32_t i = 0; i < columns.channels() && begin < end; ++i)
            noc_async_read(in_.get_noc_addr(columns.channel + i, aligned), l1_ + i * reach_bytes + (aligned - base),
                           end * bytes - aligned);
        noc_async_read_barrier();
    }

    // Row `row` of those read: of one channel after the other a window.
    void fill(uint32_t row, const Columns& columns, uint32_t l1) const {
        constexpr uint32_t step = stride * sizeof(T);
        constexpr uint32_t pitch = reach_bytes / sizeof(T);
        Source<T> from = elements(windows_ + row * step);
        Target<T> to = elements(l1);
        uint32_t count = columns.count;
        if (columns.skipped != 0) {
            const uint32_t begin = lesser(kernel_size - columns.skipped, count);
            copy_run<T>(from + columns.skipped, to, begin);
            from += pitch, to += begin, count -= begin;
        }
        const uint32_t whole = count / kernel_size;
        copy_runs<kernel_size, pitch>(from, whole, to);
        copy_run<T>(from + whole * pitch, to + whole * kernel_size, count - whole * kernel_size);
    }

    const Accessor& in_;
    uint32_t l1_;
    uint32_t windows_ = 0;  // the first of those read
};

}  // namespace conv1d
