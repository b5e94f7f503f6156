// Examples of faults of transfers and the pages that they fill.
#include <array>

#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

using fault::Id;

constexpr std::array examples_of_transfers{
    Example{Id::noc_misaligned, {R"job([tensor.x]
generate = "uniform"
shape = [8, 16]
format = "fp32"
layout = "rows"
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
compile_args = ["accessor(x)"]
args = ["address(x)"]
text = """
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto rows = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
-    noc_async_read(get_noc_addr(0, rows), get_write_ptr(0) + 4, 32);
+    noc_async_read(get_noc_addr(0, rows), get_write_ptr(0), 32);
    noc_async_read_barrier();
}
"""
)job"}},
    Example{Id::noc_out_of_bounds, {R"job([tensor.x]
generate = "uniform"
shape = [8, 16]
format = "fp32"
layout = "rows"
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
compile_args = ["accessor(x)"]
args = ["address(x)"]
text = """
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto rows = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
-    noc_async_read(get_noc_addr(800, rows), get_write_ptr(0), 64);  // x has 8 rows
+    noc_async_read(get_noc_addr(7, rows), get_write_ptr(0), 64);
    noc_async_read_barrier();
}
"""
)job"}},
    Example{Id::push_before_barrier, {R"job([tensor.x]
generate = "uniform"
shape = [8, 16]
format = "fp32"
layout = "rows"
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
compile_args = ["accessor(x)"]
args = ["address(x)"]
text = """
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto rows = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    cb_reserve_back(0, 1);
    noc_async_read(get_noc_addr(0, rows), get_write_ptr(0), 64);
+    noc_async_read_barrier();
    cb_push_back(0, 1);
-    noc_async_read_barrier();
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    cb_wait_front(0, 1);
    cb_pop_front(0, 1);
}
"""
)job"}},
    Example{Id::unfinished_transfers, {R"job([tensor.x]
generate = "uniform"
shape = [8, 16]
format = "fp32"
layout = "rows"
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
compile_args = ["accessor(x)"]
args = ["address(x)"]
text = """
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto rows = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    noc_async_read(get_noc_addr(0, rows), get_write_ptr(0), 64);
+    noc_async_read_barrier();
}
"""
)job"}},
    Example{Id::never_written, {R"job([tensor.x]
generate = "uniform"
shape = [8, 16]
format = "fp32"
layout = "rows"
[tensor.y]
shape = [8, 16]
format = "fp32"
layout = "rows"
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
compile_args = ["accessor(x)", "accessor(y)"]
args = ["address(x)", "address(y)"]
text = """
void kernel_main() {
    constexpr auto x_args = TensorAccessorArgs<0>();
    constexpr auto y_args = TensorAccessorArgs<x_args.next_compile_time_args_offset()>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(0), 64);
    const auto y = TensorAccessor(y_args, get_arg_val<uint32_t>(1), 64);
-    for (uint32_t row = 0; row < 7; ++row) {
+    for (uint32_t row = 0; row < 8; ++row) {
        noc_async_read(get_noc_addr(row, x), get_write_ptr(0), 64);
        noc_async_read_barrier();
        noc_async_write(get_write_ptr(0), get_noc_addr(row, y), 64);
        noc_async_write_barrier();
    }
}
"""
[expect]
reference = "x"
)job"}},
    Example{Id::broken_link, {R"job(cores = "0,0-2,0"
[semaphore.ready]
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
cores = "0,0"
args = ["noc_x(1, 0)", "noc_y(1, 0)", "noc_x(2, 0)", "noc_y(2, 0)", "semaphore(ready)"]
text = """
void kernel_main() {
    const uint32_t x = get_arg_val<uint32_t>(0), y = get_arg_val<uint32_t>(1);
    const uint32_t last_x = get_arg_val<uint32_t>(2), last_y = get_arg_val<uint32_t>(3);
    const uint32_t page = get_write_ptr(0);
    *reinterpret_cast<volatile uint32_t*>(page) = 1;
    const uint64_t both = get_noc_multicast_addr(x, y, last_x, last_y, page);
-    noc_async_write_multicast(page, both, 4, 2, true);  // linked: more follow
+    noc_async_write_multicast(page, both, 4, 2);
    noc_async_write_barrier();
    noc_semaphore_inc(get_noc_addr(x, y, get_semaphore(get_arg_val<uint32_t>(4))), 1);
    noc_async_atomic_barrier();
}
"""
)job"}},
};

}  // namespace

std::span<const Example> transfers_examples() { return examples_of_transfers; }

}  // namespace tessera::apps
