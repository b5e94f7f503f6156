// Reads the rows of Q of each unit and the K of the keys that they see.
//
// Compile-time arguments: accessors of Q and K. Runtime arguments: Work (work.hpp), then the addresses of Q and K, rows
// of a head in the cache.
#include <cstdint>

#include "movement.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace attention;

constexpr uint32_t buffered = 2;

// A row goes to its place at once where a head's offset keeps the alignment of DRAM, else through c_3.
template <class Accessor>
void read_queries(const Work& work, const Unit& unit, const Accessor& q) {
    constexpr uint32_t bytes = row_bytes<cb_q>, room = bytes / read_alignment * read_alignment + 2 * read_alignment;
    cb_reserve_back(cb_q, 1);
    const uint32_t tile = get_write_ptr(cb_q), rows = get_write_ptr(cb_q_row);
    for (uint32_t i = 0; i < unit.rows; ++i) {
        const Place at = place_of(work, unit, i, bytes);
        const uint32_t shift = at.offset % read_alignment;
        const uint32_t l1 = shift == 0 ? tile + i * pitch_bytes<cb_q> : rows + i * room + shift;
        noc_async_read(get_noc_addr(at.page, q, at.offset), l1, bytes);
    }
    noc_async_read_barrier();
    for (uint32_t i = 0; i < unit.rows; ++i) {
        const uint32_t shift = place_of(work, unit, i, bytes).offset % read_alignment;
        if (shift != 0) copy_words(rows + i * room + shift, tile + i * pitch_bytes<cb_q>, bytes);
    }
    cb_push_back(cb_q, 1);
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ATTENTION-READER");
    const Work work;
    constexpr auto q_args = TensorAccessorArgs<0>();
    constexpr auto k_args = TensorAccessorArgs<q_args.next_compile_time_args_offset()>();
    const auto q = TensorAccessor(q_args, get_arg_val<uint32_t>(Work::next_arg));
    const auto k = TensorAccessor(k_args, get_arg_val<uint32_t>(Work::next_arg + 1));
    const uint32_t cache_rows = get_arg_val<uint32_t>(Work::next_arg + 2);

    clear<cb_q>(buffered);
    clear<cb_k>(buffered * block_tiles);
    for (uint32_t id = work.begin; id < work.end; ++id) {
        const Unit unit = work.unit(id);
        read_queries(work, unit, q);
        read_blocks<cb_k>(k, unit.kv_head * cache_rows, work.keys(unit));
    }
}
