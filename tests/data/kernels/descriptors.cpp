// Names of spring 2026 on a data movement core: descriptors of circular buffers, accessors in a tuple, locks, waits.
// Buffer 0 has four pages of bf16, buffer 1 two of fp32; the tensors of the arguments hold 1000 p + i in word i of page
// p.
#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/dataflow_api.h"
#include "api/debug/checkpoint.h"
#include "ckernel.h"
#include "llk_defs.h"

constexpr uint32_t page = 1024;

template <ckernel::PoolType pool, ckernel::ReduceDim dim>
constexpr bool is_a_sum_of_rows() {
    return pool == ckernel::PoolType::SUM && dim == ckernel::ReduceDim::REDUCE_ROW;
}
static_assert(is_a_sum_of_rows<ckernel::PoolType::SUM, ckernel::ReduceDim::REDUCE_ROW>());
static_assert(static_cast<int>(ckernel::MathFidelity::HiFi3) == 3);

static_assert(CIRCULAR_BUFFER_COMPUTE_ADDR_SHIFT == 4);
static_assert(unpack_tile_r_dim[0] == 32 && unpack_tile_c_dim[0] == 32 && unpack_tile_face_r_dim[1] == 16);
static_assert(unpack_tile_num_faces[0] == 4 && unpack_num_faces_r_dim[0] * unpack_num_faces_c_dim[0] == 4);
static_assert(unpack_partial_face[0] == 0 && unpack_narrow_tile[0] == 0);
static_assert(pack_tile_r_dim[0] == 32 && pack_tile_c_dim[0] == 32 && pack_tile_face_r_dim[1] == 16);
static_assert(pack_tile_num_faces[0] == 4 && pack_num_faces_r_dim[0] * pack_num_faces_c_dim[0] == 4);
static_assert(pack_partial_face[0] == 0 && pack_narrow_tile[0] == 0);
static_assert(unpack_tile_size[0] == 2048 && pack_tile_size[1] == 4096);
static_assert(unpack_src_format[0] == static_cast<uint8_t>(DataFormat::Float16_b));
static_assert(pack_dst_format[1] == static_cast<uint8_t>(DataFormat::Float32));
#if defined(ARCH_BLACKHOLE)
static_assert(VIRTUAL_TENSIX_START_X == 1 && VIRTUAL_TENSIX_START_Y == 2);
#else
static_assert(VIRTUAL_TENSIX_START_X == 18 && VIRTUAL_TENSIX_START_Y == 18);
#endif

void kernel_main() {
    ASSERT(cb_access_within_bounds(0, 0, 4) && cb_access_within_bounds(0, 3, 1));
    ASSERT(!cb_access_within_bounds(0, 1, 4) && !cb_access_within_bounds(1, 0, 3));

    constexpr uint32_t second = TensorAccessorArgs<0>::next_compile_time_args_offset();
    constexpr auto args = std::make_tuple(TensorAccessorArgs<0>(), TensorAccessorArgs<second>());
    const auto tensors = make_tensor_accessor_tuple(args, 0);
    Noc noc;
    CircularBuffer buffer(0);
    buffer.reserve_back(2);
    noc.async_read(std::get<0>(tensors), buffer, page, {.page_id = 3}, {});
    noc.async_read(std::get<1>(tensors), buffer, page, {.page_id = 5}, {.offset_bytes = page});
    noc.async_read_barrier();
    CoreLocalMem<uint32_t> words(buffer.get_write_ptr());
    {
        const auto lock = words.scoped_lock(2 * page / sizeof(uint32_t));
        ASSERT(words[7] == 3007 && words[page / 4 + 9] == 5009);
    }
    DEBUG_CHECKPOINT("read");
    DEBUG_CHECKPOINT_EX("read", 2, 4, false);
    DEBUG_CHECKPOINT_GLOBAL("read", 0, 0, 0, 1);

    const uint32_t before = get_timestamp_32b();
    ckernel::wait(500);
    ASSERT(get_timestamp_32b() - before >= 500);
}
