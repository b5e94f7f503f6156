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
};

}  // namespace

std::span<const Example> transfers_examples() { return examples_of_transfers; }

}  // namespace tessera::apps
