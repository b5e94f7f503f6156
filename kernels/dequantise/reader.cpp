// Reads packed weights and lays them out as tiles of codes (packed.hpp), 32 rows by 32 weights each.
//
// c_0 takes the codes, c_1 two units of packed bytes.
//
// Compile-time argument: accessor of the packed weights. Named ones: those of packed.hpp. Runtime arguments:
// 0 address, 1 MLX: where scales begin, 2 first unit (packed.hpp), 3 how many.
#include "layout.hpp"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    DeviceZoneScopedN("DEQUANTISE-READER");
    using namespace dequantise;
    constexpr uint32_t cb_codes = tt::CBIndex::c_0, cb_packed = tt::CBIndex::c_1;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto packed = TensorAccessor(args, get_arg_val<uint32_t>(0), page);
    const Source source(packed, get_arg_val<uint32_t>(1));
    const uint32_t first = get_arg_val<uint32_t>(2), last = first + get_arg_val<uint32_t>(3);
    if (first == last) return;
    clear_codes(cb_codes);
    push_codes(source, first, last, 1, get_write_ptr(cb_packed), cb_codes);
}
