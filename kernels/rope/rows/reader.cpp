// Reads blocks of rows, and parts the elements of their pairs into units (rows.hpp).
//
// Compile-time argument: accessor of the tensors. Runtime arguments: Work (block.hpp), behind the tensors with
// ROPE_NORM the address of the weights, the bytes of a page of them and the most rows of a block; the number of tensors
// is the second compile-time argument.
#include <algorithm>

#include "block.hpp"
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

// Parts the elements of a row, or of the weights of all rows, into the two tiles of a unit.
template <class T>
void gather(const Work& work, const Copier& copier, uint32_t unit, uint32_t row, uint32_t elements, uint32_t tiles) {
    for_each_run(work, unit, row, [&](uint32_t from, uint32_t to, uint32_t count) {
        copier.copy<T>(elements + from * sizeof(T), tiles + to * sizeof(T), count);
    });
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

#if defined(ROPE_NORM)
// One row of weights, fp32, in as many rows of the tiles as a block may have.
void push_weights(const Work& work, const Copier& copier, uint32_t weight) {
    const uint32_t bytes = get_arg_val<uint32_t>(Work::first_tensor + 2 * tensors + 1), tiles = 2 * work.units();
    const auto weights = TensorAccessor(tensor_args, get_arg_val<uint32_t>(Work::first_tensor + 2 * tensors), bytes);
    noc_async_read(get_noc_addr(weight, weights), get_write_ptr(cb_weight_row), bytes);
    noc_async_read_barrier();
    cb_reserve_back(cb_weights, tiles);
    const uint32_t l1 = get_write_ptr(cb_weights), tile_bytes = get_tile_size(cb_weights);
    const uint32_t rows = get_arg_val<uint32_t>(Work::first_tensor + 2 * tensors + 2);
    if (rows < rows_of_block || work.pairs % pairs_of_unit != 0) clear(cb_weights, tiles);
    for (uint32_t unit = 0; unit < work.units(); ++unit)
        for (uint32_t i = 0; i < rows; ++i)
            gather<uint32_t>(work, copier, unit, i, get_write_ptr(cb_weight_row), l1 + 2 * unit * tile_bytes);
    copier.wait();
    cb_push_back(cb_weights, tiles);
}
#endif

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ROPE-READER");
    const Work work;
    const Copier copier;
    [[maybe_unused]] uint32_t weight = UINT32_MAX;
    for (uint32_t id = work.begin; id < work.end; id += work.step) {
        read_block(work, id);
        const uint32_t l1 = get_write_ptr(cb_block);
        const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
        // The writer needs it from now on; what it changes of a unit's pairs has been gathered before.
        cb_push_back(cb_block, 1);
        if (block->turns == 0) continue;
#if defined(ROPE_NORM)
        if (block->weight != weight) push_weights(work, copier, weight = block->weight);
#endif
        push_units(work, copier, l1);
    }
}
