// Reads blocks of rows, and parts the elements of their pairs into units (rows.hpp).
//
// Compile-time arguments: accessor of the tensors, their number. Runtime arguments: Work (block.hpp), behind the
// tensors with ROPE_NORM those of the weights (gather.hpp).
#include <algorithm>

#include "gather.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace rope;

constexpr auto tensor_args = TensorAccessorArgs<0>();
constexpr uint32_t tensors = get_compile_time_arg_val(tensor_args.next_compile_time_args_offset());

// The rows of a block, its description before them.
void read_block(const Work& work, uint32_t id) {
    cb_reserve_back(cb_block, 1);
    const uint32_t l1 = get_write_ptr(cb_block);
    const auto descriptions = TensorAccessor(tensor_args, work.blocks, sizeof(Block));
    noc_async_read(get_noc_addr(id, descriptions), l1, sizeof(Block));
    noc_async_read_barrier();
    const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
    const auto source = tensor(tensor_args, block->source);
    for (uint32_t i = 0; i < block->rows; ++i) {
        const auto& row = block->row[i];
        noc_async_read(get_noc_addr(row.source_page, source, row.source_offset), place_of(work, l1, i, row),
                       work.width * sizeof(Element));
    }
    noc_async_read_barrier();
}

void push_units(const Work& work, const Copier& copier, uint32_t l1) {
    const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
    const uint32_t rows = block->rows;
    for (uint32_t unit = 0; unit < work.units(); ++unit) {
        cb_reserve_back(cb_unit, 2);
        if (rows < rows_of_block || work.pairs_of(unit) < pairs_of_unit) clear(cb_unit, 2);
        for (uint32_t i = 0; i < rows; ++i)
            gather<Element>(work, copier, unit, i, place_of(work, l1, i, block->row[i]), get_write_ptr(cb_unit));
        copier.wait();
        cb_push_back(cb_unit, 2);
    }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ROPE-READER");
    const Work work;
    const Copier copier;
#if defined(ROPE_NORM)
    Weights weights(tensor_args, Work::first_tensor + 2 * tensors);
#endif
    for (uint32_t id = work.begin; id < work.end; id += work.step) {
        read_block(work, id);
        const uint32_t l1 = get_write_ptr(cb_block);
        const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
        // The writer needs it from now on; what it changes of a unit's pairs has been gathered before.
        cb_push_back(cb_block, 1);
        if (block->turns == 0) continue;
#if defined(ROPE_NORM)
        weights.push(work, copier, block->weight);
#endif
        push_units(work, copier, l1);
    }
}
