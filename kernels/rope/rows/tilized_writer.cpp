// Makes the angles of each unit and writes the rows of blocks (tilized.hpp).
//
// Compile-time arguments: accessor of the tensors, their number. Runtime arguments: Work (block.hpp), behind the
// tensors those of the angles (angles.hpp).
#include <algorithm>

#include "angles.hpp"
#include "tilized.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace rope;

constexpr auto tensor_args = TensorAccessorArgs<0>();
constexpr uint32_t tensors = get_compile_time_arg_val(tensor_args.next_compile_time_args_offset());

void write_rows(const Work& work, const volatile tt_l1_ptr Block* block, uint32_t cb) {
    cb_wait_front(cb, row_tiles);
    const uint32_t l1 = get_read_ptr(cb), bytes = work.width * sizeof(Element);
    const auto target = tensor(tensor_args, block->target);
    const auto place = [&](uint32_t i) { return RowPlace{block->row[i].target_page, block->row[i].target_offset}; };
    for_each_packet(block->rows, bytes, place, [&](uint32_t first, uint32_t rows, const RowPlace& at) {
        noc_async_write(l1 + first * bytes, get_noc_addr(at.page, target, at.offset), rows * bytes);
    });
    noc_async_write_barrier();
    cb_pop_front(cb, row_tiles);
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ROPE-WRITER");
    const Work work;
    const Copier copier;
    Angles angles(tensor_args, Work::first_tensor + 2 * tensors);
    const auto at = [](uint32_t l1) { return reinterpret_cast<const volatile tt_l1_ptr Block*>(l1); };
    for (uint32_t id = work.begin; id < work.end; id += work.step) {
        cb_wait_front(cb_block, 1);
        const auto* block = at(get_read_ptr(cb_block));
        if (block->turns != 0) {
            angles.take_block(work, block);
            for (uint32_t unit = 0; unit < work.units(); ++unit) angles.push_unit(work, copier, unit);
        }
        write_rows(work, block, block->turns != 0 ? cb_turned : cb_copied);
        cb_pop_front(cb_block, 1);
    }
}
