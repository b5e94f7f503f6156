// Examples of faults of memory.
#include <array>

#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

using fault::Id;

constexpr std::array examples_of_memory{
    Example{Id::out_of_bounds, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
-    *reinterpret_cast<volatile uint32_t*>(0x7000000) = 1;
+    *reinterpret_cast<volatile uint32_t*>(get_write_ptr(0)) = 1;
}
"""
)job"}},
    Example{Id::misaligned, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
-    *reinterpret_cast<volatile uint32_t*>(get_write_ptr(0) + 2) = 1;
+    *reinterpret_cast<volatile uint32_t*>(get_write_ptr(0) + 4) = 1;
}
"""
)job"}},
    Example{Id::uninitialised, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    auto* word = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
+    word[0] = 0;
    word[0] = word[0] + 1;
}
"""
)job"}},
    Example{Id::l1_overflow, {R"job([[circular_buffer]]
index = 0
format = "fp32"
-pages = 400
+pages = 200
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
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
    Example{Id::race, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
+    cb_reserve_back(0, 1);
    *reinterpret_cast<volatile uint32_t*>(get_write_ptr(0)) = 1;
+    cb_push_back(0, 1);
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
-    for (volatile int i = 0; i < 100; ++i) {}  // by then it will be there
+    cb_wait_front(0, 1);
    volatile uint32_t seen = *reinterpret_cast<volatile uint32_t*>(get_read_ptr(0));
+    cb_pop_front(0, 1);
}
"""
)job"}},
    Example{Id::stack_overflow, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
-    volatile uint32_t sums[2048];
+    auto* sums = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    for (int i = 0; i < 2048; ++i) sums[i] = 0;
}
"""
)job"}},
    Example{Id::code_write, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
-    auto* scratch = reinterpret_cast<volatile uint32_t*>(0x10000);  // was free in another program
+    auto* scratch = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    scratch[0] = 1;
}
"""
)job"}},
    Example{Id::kernel_too_large, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "ncrisc"
text = """
-uint32_t table[2048];
void kernel_main() {
-    volatile uint32_t* squares = table;
+    auto* squares = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    for (int i = 0; i < 2048; ++i) squares[i] = i * i;
}
"""
)job"}},
    Example{Id::stale_cache,
            {R"job([semaphore.ready]
[[kernel]]
processor = "brisc"
args = ["semaphore(ready)"]
text = """
void kernel_main() {
    set_l1_data_cache<true>();
    auto* ready = reinterpret_cast<volatile uint32_t*>(get_semaphore(get_arg_val<uint32_t>(0)));
-    while (*ready != 1) {}
+    while (*ready != 1) invalidate_l1_cache();
}
"""
[[kernel]]
processor = "ncrisc"
args = ["semaphore(ready)"]
text = """
void kernel_main() {
    for (volatile int i = 0; i < 100; ++i) {}  // the other one polls by then
    *reinterpret_cast<volatile uint32_t*>(get_semaphore(get_arg_val<uint32_t>(0))) = 1;
}
"""
)job"},
            "--arch blackhole"},
};

}  // namespace

std::span<const Example> memory_examples() { return examples_of_memory; }

}  // namespace tessera::apps
