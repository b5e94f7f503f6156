// Examples of faults of any kernel: its arguments, checks and arithmetic.
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
};

}  // namespace

std::span<const Example> kernels_examples() { return examples_of_kernels; }

}  // namespace tessera::apps
