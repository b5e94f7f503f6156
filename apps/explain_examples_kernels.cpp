// Examples of faults of any kernel: its arguments, arithmetic, loops, jumps and prints.
#include <array>

#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

using fault::Id;

constexpr std::array examples_of_kernels{
    Example{Id::missing_argument, {R"job([[kernel]]
processor = "brisc"
-args = [1]
+args = [1, 2]
text = """
void kernel_main() {
    for (volatile uint32_t i = 0; i < get_arg_val<uint32_t>(1); ++i) {}
}
"""
)job"}},
    Example{Id::kernel_assert, {R"job([[kernel]]
processor = "brisc"
-args = [0]
+args = [8]
text = """
void kernel_main() {
    ASSERT(get_arg_val<uint32_t>(0) > 0);
}
"""
)job"}},
    Example{Id::zero_division, {R"job([[kernel]]
processor = "brisc"
args = [0]
text = """
void kernel_main() {
    const uint32_t rows = get_arg_val<uint32_t>(0);
-    volatile uint32_t share = 64 / rows;
+    volatile uint32_t share = rows == 0 ? 0 : 64 / rows;
}
"""
)job"}},
    Example{Id::cycle_limit,
            {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    auto* words = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    uint32_t i = 0;
    while (i < 8) {
        words[i] = 0;
+        ++i;
    }
}
"""
)job"},
            "--max-cycles 100000"},
    Example{Id::illegal_instruction, {R"job([[kernel]]
processor = "brisc"
args = [0]
text = """
void kernel_main() {
    const auto callback = reinterpret_cast<void (*)()>(get_arg_val<uint32_t>(0));
-    callback();
+    if (callback != nullptr) callback();
}
"""
)job"}},
    Example{Id::print_format, {R"job([[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    const float scale = 0.5f;
-    DPRINT("scale {:d}\\n", scale);
+    DPRINT("scale {:.2f}\\n", scale);
}
"""
)job"}},
    Example{Id::tensix_unsupported,
            {R"job([[kernel]]
processor = "compute"
text = """
)job"
             "#include \"compute_kernel_api.h\"\n"
             R"job(namespace NAMESPACE {
void MAIN {
-    UNPACK(dbg_halt();)  // stops for a debugger: `tessera run --gdb`
}
}
"""
)job"}},
};

}  // namespace

std::span<const Example> kernels_examples() { return examples_of_kernels; }

}  // namespace tessera::apps
