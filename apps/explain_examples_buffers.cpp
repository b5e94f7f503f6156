// Examples of faults of circular buffers.
#include <array>

#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

using fault::Id;

constexpr std::array examples_of_buffers{
    Example{Id::deadlock, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
-    for (int page = 0; page < 3; ++page) {
+    for (int page = 0; page < 4; ++page) {
        cb_reserve_back(0, 1);
        cb_push_back(0, 1);
    }
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    for (int page = 0; page < 4; ++page) {
        cb_wait_front(0, 1);
        cb_pop_front(0, 1);
    }
}
"""
)job"}},
    Example{Id::cb_overflow, {R"job([[circular_buffer]]
index = 0
format = "fp32"
-pages = 2
+pages = 4
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    for (int page = 0; page < 4; ++page) {
+        cb_reserve_back(0, 1);
        cb_push_back(0, 1);
    }
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    for (volatile int i = 0; i < 1000; ++i) {}  // a slow consumer
    cb_wait_front(0, 4);
    cb_pop_front(0, 4);
}
"""
)job"}},
    Example{Id::cb_underflow, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    for (volatile int i = 0; i < 1000; ++i) {}  // a slow producer
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
+    cb_wait_front(0, 1);
    cb_pop_front(0, 1);
}
"""
)job"}},
    Example{Id::cb_unconfigured, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
-    cb_reserve_back(1, 1);
-    cb_push_back(1, 1);
+    cb_reserve_back(0, 1);
+    cb_push_back(0, 1);
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
-    cb_wait_front(1, 1);
-    cb_pop_front(1, 1);
+    cb_wait_front(0, 1);
+    cb_pop_front(0, 1);
}
"""
)job"}},
    Example{Id::cb_bad_count, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
-    cb_wait_front(0, 3);
-    cb_pop_front(0, 3);
+    cb_wait_front(0, 2);
+    cb_pop_front(0, 2);
}
"""
)job"}},
    Example{Id::unread_pages, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
-    cb_reserve_back(0, 2);
-    cb_push_back(0, 2);
+    cb_reserve_back(0, 1);
+    cb_push_back(0, 1);
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
    Example{Id::two_users_of_cb, {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
+[[circular_buffer]]
+index = 1
+format = "fp32"
+pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
+    cb_wait_front(1, 1);
+    cb_pop_front(1, 1);
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    cb_wait_front(0, 1);
    cb_pop_front(0, 1);
-    cb_reserve_back(0, 1);
-    cb_push_back(0, 1);
+    cb_reserve_back(1, 1);
+    cb_push_back(1, 1);
}
"""
)job"}},
};

}  // namespace

std::span<const Example> buffers_examples() { return examples_of_buffers; }

}  // namespace tessera::apps
