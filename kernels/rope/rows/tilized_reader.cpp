// Reads blocks of rows, one row behind the other (tilized.hpp).
//
// Compile-time arguments: accessor of the tensors, their number. Runtime arguments: Work (block.hpp), behind the
// tensors with ROPE_NORM those of the weights (gather.hpp).
#include <algorithm>

#include "gather.hpp"
#include "tilized.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace rope;

constexpr auto tensor_args = TensorAccessorArgs<0>();
[[maybe_unused]] constexpr uint32_t tensors = get_compile_time_arg_val(tensor_args.next_compile_time_args_offset());
constexpr uint32_t blocks_in_buffer = 2;

// What no row fills of the buffers, since a block is unpacked whole. The next block may go to the middle of them.
void clear_rows() {
    cb_reserve_back(cb_rows, blocks_in_buffer * row_tiles);
    const uint32_t bytes = get_local_cb_interface(cb_rows).fifo_size;
    clear_l1(get_local_cb_interface(cb_rows).fifo_limit - bytes, bytes);
}

void read_rows(const Work& work, const volatile tt_l1_ptr Block* block, uint32_t cb) {
    cb_reserve_back(cb, row_tiles);
    const uint32_t l1 = get_write_ptr(cb), bytes = work.width * sizeof(Element);
    const auto source = tensor(tensor_args, block->source);
    const auto place = [&](uint32_t i) { return RowPlace{block->row[i].source_page, block->row[i].source_offset}; };
    for_each_packet(block->rows, bytes, place, [&](uint32_t first, uint32_t rows, const RowPlace& at) {
        noc_async_read(get_noc_addr(at.page, source, at.offset), l1 + first * bytes, rows * bytes);
    });
    noc_async_read_barrier();
    cb_push_back(cb, row_tiles);
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ROPE-READER");
    const Work work;
    const auto descriptions = TensorAccessor(tensor_args, work.blocks, sizeof(Block));
#if defined(ROPE_NORM)
    const Copier copier;
    Weights weights(tensor_args, Work::first_tensor + 2 * tensors);
#endif
    bool cleared = false;
    for (uint32_t id = work.begin; id < work.end; id += work.step) {
        cb_reserve_back(cb_block, 1);
        const uint32_t l1 = get_write_ptr(cb_block);
        noc_async_read(get_noc_addr(id, descriptions), l1, sizeof(Block));
        noc_async_read_barrier();
        cb_push_back(cb_block, 1);
        const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
        if (block->turns != 0 && block->rows < rows_of_block && !cleared) {
            clear_rows();
            cleared = true;
        }
#if defined(ROPE_NORM)
        if (block->turns != 0) weights.push(work, copier, block->weight);
#endif
        read_rows(work, block, block->turns != 0 ? cb_rows : cb_copied);
    }
}
