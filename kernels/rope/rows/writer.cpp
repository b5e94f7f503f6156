// Makes the angles of each unit, puts the turned elements back into their rows, and writes the rows (rows.hpp).
//
// Compile-time argument: accessor of the tensors. Runtime arguments: Work (block.hpp), behind the tensors those of the
// angles (angles.hpp); the number of tensors is the second compile-time argument.
#include <algorithm>

#include "angles.hpp"
#if defined(ROPE_KV)
#include "narrow_writer.hpp"
#endif
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using namespace rope;

constexpr auto tensor_args = TensorAccessorArgs<0>();
constexpr uint32_t tensors = get_compile_time_arg_val(tensor_args.next_compile_time_args_offset());

// Where row `i` of the block at `l1` lies when it is to be written: where it was read to, unless it is of another
// format there, or the target's alignment differs.
uint32_t target_place(const Work& work, uint32_t l1, uint32_t i, const volatile tt_l1_ptr Row& row) {
    const uint32_t alignment = row.target_offset % write_alignment;
    if constexpr (!same_format) {
        const uint32_t rows = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1)->rows;
        return l1 + sizeof(Block) + rows * work.pitch() + i * work.target_pitch() + alignment;
    }
    const uint32_t place = place_of(work, l1, i, row);
    return place % write_alignment == alignment ? place : place / read_alignment * read_alignment + alignment;
}

// A row whose target is aligned in another way moves by less than an alignment, within its pitch. Not before the reader
// has gathered all of it, which is when the last unit has been turned.
void align(const Work& work, uint32_t l1, uint32_t i, const volatile tt_l1_ptr Row& row) {
    const uint32_t from = place_of(work, l1, i, row), to = target_place(work, l1, i, row);
    if (from == to) return;
    const auto* source = reinterpret_cast<const volatile tt_l1_ptr Element*>(from);
    auto* target = reinterpret_cast<volatile tt_l1_ptr Element*>(to);
    if (to < from)
        for (uint32_t e = 0; e < work.width; ++e) target[e] = source[e];
    else
        for (uint32_t e = work.width; e-- > 0;) target[e] = source[e];
}

void scatter(const Work& work, const Copier& copier, uint32_t unit, uint32_t i, uint32_t tiles, uint32_t elements) {
    for_each_run(work, unit, i, [&](uint32_t to, uint32_t from, uint32_t count) {
        copier.copy<TargetElement>(tiles + from * sizeof(TargetElement), elements + to * sizeof(TargetElement), count);
    });
}

void write_block(const Work& work, uint32_t l1) {
    const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
    const auto target = tensor(tensor_args, block->target);
    for (uint32_t i = 0; i < block->rows; ++i) {
        const auto& row = block->row[i];
        if constexpr (same_format) align(work, l1, i, row);
        noc_async_write(target_place(work, l1, i, row), get_noc_addr(row.target_page, target, row.target_offset),
                        work.width * sizeof(TargetElement));
    }
    noc_async_write_barrier();
}

template <class Angles>
void turn_block(const Work& work, const Copier& copier, uint32_t l1, Angles& angles) {
    const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
    angles.take_block(work, block);
    // One unit's angles ahead, so that the compute kernel never waits for the rows of the last.
    angles.push_unit(work, copier, 0);
    for (uint32_t unit = 0; unit < work.units(); ++unit) {
        if (unit + 1 < work.turning_units()) angles.push_unit(work, copier, unit + 1);
        cb_wait_front(cb_turned, 2);
        for (uint32_t i = 0; i < block->rows; ++i) {
            const auto& row = block->row[i];
            scatter(work, copier, unit, i, get_read_ptr(cb_turned),
                    same_format ? place_of(work, l1, i, row) : target_place(work, l1, i, row));
        }
        copier.wait();
        cb_pop_front(cb_turned, 2);
    }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ROPE-WRITER");
    const Work work;
    const Copier copier;
    Angles angles(tensor_args, Work::first_tensor + 2 * tensors);
#if defined(ROPE_KV)
    clear(cb_wide, 2 * kv_tiles);
#endif
    for (uint32_t id = work.begin; id < work.end; id += work.step) {
        cb_wait_front(cb_block, 1);
        const uint32_t l1 = get_read_ptr(cb_block);
        const auto* block = reinterpret_cast<const volatile tt_l1_ptr Block*>(l1);
        if (block->turns != 0) turn_block(work, copier, l1, angles);
#if defined(ROPE_KV)
        if (block->narrow != 0) {
            push_wide(work, copier, l1, block);
            write_narrow(work, block, tensor(tensor_args, block->target));
            cb_pop_front(cb_block, 1);
            continue;
        }
#endif
        write_block(work, l1);
        cb_pop_front(cb_block, 1);
    }
}
