// Writes each unit's columns as rows of out (gemm.hpp).
//
// Compile-time argument: accessor of out. Runtime arguments: 0 its address, 1 first unit, 2 how many.
#include "../gemm/gemm.hpp"
#include "../load_back.hpp"
#include "copies.hpp"
#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace gemm;
using conv1d::Source;
using conv1d::Target;

constexpr uint32_t cb_turned = tt::CBIndex::c_11;

// The unit's columns, of rows of `side` elements, to rows of Mb * side elements. A word at a time, for which two rows
// give an element each; the packer leaves whole tiles, so the second of them may be one that out has no place for.
template <class T>
void turn(uint32_t from_l1, const Place& place, uint32_t to_l1) {
    constexpr uint32_t of_word = sizeof(uint32_t) / sizeof(T), batch = 4, pitch = Mb * side / of_word;
    auto* from = reinterpret_cast<Source<T>>(from_l1);
    auto* column = reinterpret_cast<Target<uint32_t>>(to_l1);
    const uint32_t columns = (place.columns + batch - 1) / batch * batch;
    for (uint32_t row = 0; row < place.rows; row += of_word, from += of_word * side, ++column) {
        auto* at = from;
        auto* to = column;
#pragma GCC unroll 2
        for (const auto* end = from + columns; at != end; at += batch, to += batch * pitch) {
            uint32_t held[batch], below[batch];
#pragma GCC unroll 4
            for (uint32_t i = 0; i < batch; ++i) held[i] = at[i];
            if constexpr (of_word == 2) {
#pragma GCC unroll 4
                for (uint32_t i = 0; i < batch; ++i) below[i] = at[side + i];
#pragma GCC unroll 4
                for (uint32_t i = 0; i < batch; ++i) held[i] |= below[i] << 16;
            }
#pragma GCC unroll 4
            for (uint32_t i = 0; i < batch; ++i) to[i * pitch] = held[i];
        }
    }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("CONV1D-WRITER");
    constexpr auto args = TensorAccessorArgs<0>();
    const auto out = TensorAccessor(args, get_arg_val<uint32_t>(0));
    const uint32_t first = get_arg_val<uint32_t>(1), last = first + get_arg_val<uint32_t>(2);
    constexpr uint32_t element_bytes = get_tile_size(cb_result) / tt::constants::TILE_HW;
    constexpr uint32_t pitch = Mb * side * element_bytes;
    const uint32_t turned = get_write_ptr(cb_turned);

    for (uint32_t unit = first; unit < last; ++unit) {
        const Place place(unit);
        cb_wait_front(cb_result, tiles_of_unit);
        noc_async_write_barrier();  // before the rows of the last unit are written over
        if constexpr (element_bytes == sizeof(uint32_t))
            turn<uint32_t>(get_read_ptr(cb_result), place, turned);
        else
            turn<uint16_t>(get_read_ptr(cb_result), place, turned);
        load_back<uint32_t>(turned + (place.columns - 1) * pitch + ((place.rows - 1) * element_bytes & ~3u));
        cb_pop_front(cb_result, tiles_of_unit);
        for (uint32_t i = 0; i < place.columns; ++i)
            noc_async_write(turned + i * pitch, out.get_noc_addr(place.column + i, place.row * element_bytes),
                            place.rows * element_bytes);
    }
    noc_async_write_barrier();
}
