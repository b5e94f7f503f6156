// Reads the V of the keys that a unit's rows see, while the reader has K to fetch, and writes the unit's rows of O.
//
// Compile-time arguments: accessors of V and O. Runtime arguments: Work (work.hpp), then the addresses of V and O, rows
// of a head in the cache.
#include <cstdint>

#include "movement.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace attention;

constexpr uint32_t buffered = 2;

// A row leaves from where it lies if the head's offset is aligned as it is, else through c_4.
template <class Accessor>
void write_results(const Work& work, const Unit& unit, const Accessor& o) {
    constexpr uint32_t bytes = row_bytes<cb_o>, room = bytes / write_alignment * write_alignment + 2 * write_alignment;
    cb_wait_front(cb_o, 1);
    const uint32_t tile = get_read_ptr(cb_o), rows = get_write_ptr(cb_o_row);
    for (uint32_t i = 0; i < unit.rows; ++i) {
        const Place at = place_of(work, unit, i, bytes);
        const uint32_t shift = at.offset % write_alignment;
        uint32_t l1 = tile + i * pitch_bytes<cb_o>;
        if (shift != 0) {
            copy_words(l1, rows + i * room + shift, bytes);
            l1 = rows + i * room + shift;
        }
        noc_async_write(l1, get_noc_addr(at.page, o, at.offset), bytes);
    }
    noc_async_write_barrier();
    cb_pop_front(cb_o, 1);
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ATTENTION-WRITER");
    const Work work;
    constexpr auto v_args = TensorAccessorArgs<0>();
    constexpr auto o_args = TensorAccessorArgs<v_args.next_compile_time_args_offset()>();
    const auto v = TensorAccessor(v_args, get_arg_val<uint32_t>(Work::next_arg));
    const auto o = TensorAccessor(o_args, get_arg_val<uint32_t>(Work::next_arg + 1));
    const uint32_t cache_rows = get_arg_val<uint32_t>(Work::next_arg + 2);

    clear<cb_v>(buffered * block_tiles);
    for (uint32_t id = work.begin; id < work.end; ++id) {
        const Unit unit = work.unit(id);
        read_blocks<cb_v>(v, unit.kv_head * cache_rows, work.keys(unit));
        write_results(work, unit, o);
    }
}
