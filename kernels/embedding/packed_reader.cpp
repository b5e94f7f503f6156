// Reads the rows of a packed table that ids name and lays them out as tiles of codes (../dequantise/packed.hpp), of
// which the kernels there make numbers: 32 ids and a chunk of a row at a time.
//
// c_0 takes the codes, c_1 a page of ids, c_2 two units of packed bytes.
//
// Compile-time arguments: accessors of the table and of the ids. Named ones: those of packed.hpp, N being the rows of
// all cores. Runtime arguments: 0 and 1 addresses of table and ids, 2 first unit, 3 how many.
#include "../dequantise/layout.hpp"
#include "../ids.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

// Row i is the one that id i names.
template <class Table, class Ids>
class NamedRows {
  public:
    NamedRows(const Table& table, Ids& ids) : table_(table), ids_(ids) {}
    uint64_t get_noc_addr(uint32_t row, uint32_t offset) const { return table_.get_noc_addr(ids_[row], offset); }

  private:
    const Table& table_;
    Ids& ids_;
};

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("EMBEDDING-READER");
    using namespace dequantise;
    static_assert(type != Type::mlx, "its rows are no pages");
    constexpr uint32_t cb_codes = tt::CBIndex::c_0, cb_packed = tt::CBIndex::c_2;
    constexpr auto table_args = TensorAccessorArgs<0>();
    constexpr auto ids_args = TensorAccessorArgs<table_args.next_compile_time_args_offset()>();
    const auto table = TensorAccessor(table_args, get_arg_val<uint32_t>(0), page);
    const auto ids_tensor = TensorAccessor(ids_args, get_arg_val<uint32_t>(1));
    const uint32_t first = get_arg_val<uint32_t>(2), last = first + get_arg_val<uint32_t>(3);
    if (first == last) return;
    ids::Ids ids(ids_tensor, N);
    const Source source(NamedRows(table, ids), 0);
    clear_codes(cb_codes);
    push_codes(source, first, last, 1, get_write_ptr(cb_packed), cb_codes);
}
