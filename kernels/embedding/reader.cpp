// Reads the table's rows that this core's ids name, a batch in flight at a time.
//
// Compile-time arguments: accessors of the table and of the ids. Runtime arguments: 0 and 1 their addresses, 2 first
// row of out, 3 rows, 4 bytes of a row, 5 rows of a batch, 6 rows of all cores.
#include <cstdint>

#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

constexpr uint32_t ids_of_page = 1024;

uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

// One page at a time, which is read when an id of it is needed.
template <class Accessor>
class Ids {
  public:
    Ids(const Accessor& tensor, uint32_t count) : tensor_(tensor), count_(count) {}
    uint32_t operator[](uint32_t i) {
        if (i / ids_of_page != page_) {
            page_ = i / ids_of_page;
            const uint32_t left = count_ - page_ * ids_of_page;
            noc_async_read(get_noc_addr(page_, tensor_), l1_, lesser(left, ids_of_page) * sizeof(uint32_t));
            noc_async_read_barrier();
        }
        return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1_)[i % ids_of_page];
    }

  private:
    const Accessor& tensor_;
    uint32_t count_, page_ = UINT32_MAX, l1_ = get_write_ptr(tt::CBIndex::c_1);
};

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("EMBEDDING-READER");
    constexpr uint32_t cb = tt::CBIndex::c_0;
    const uint32_t first = get_arg_val<uint32_t>(2), end = first + get_arg_val<uint32_t>(3);
    const uint32_t bytes = get_arg_val<uint32_t>(4), batch = get_arg_val<uint32_t>(5);
    constexpr auto table_args = TensorAccessorArgs<0>();
    constexpr auto ids_args = TensorAccessorArgs<table_args.next_compile_time_args_offset()>();
    const auto table = TensorAccessor(table_args, get_arg_val<uint32_t>(0));
    const auto ids_tensor = TensorAccessor(ids_args, get_arg_val<uint32_t>(1));
    Ids ids(ids_tensor, get_arg_val<uint32_t>(6));
    const uint32_t place = get_local_cb_interface(cb).fifo_page_size;

    for (uint32_t row = first; row < end; row += batch) {
        const uint32_t rows = lesser(batch, end - row);
        cb_reserve_back(cb, rows);
        uint32_t l1 = get_write_ptr(cb);
        for (uint32_t i = row; i < row + rows; ++i, l1 += place) noc_async_read(get_noc_addr(ids[i], table), l1, bytes);
        noc_async_read_barrier();
        cb_push_back(cb, rows);
    }
}
