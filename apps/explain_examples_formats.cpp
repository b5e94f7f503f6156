// Examples of faults of data formats.
#include <array>

#include "apps/explain_examples.hpp"

namespace tessera::apps {
namespace {

using fault::Id;

constexpr std::array examples_of_formats{
    Example{Id::format_mismatch,
            {R"job([[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[circular_buffer]]
index = 16
format = "bf16"
pages = 2
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    cb_wait_front(16, 1);
    cb_pop_front(16, 1);
}
"""
[[kernel]]
processor = "compute"
text = """
)job"
             "#include \"compute_kernel_api.h\"\n"
             "#include \"sfpi.h\"\n"
             R"job(namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 0);
+    pack_reconfig_data_format(16);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    MATH(sfpi::dst_reg[0] = 1.0f;)
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);
}
}
"""
)job"}},
    Example{Id::mixed_exponents, {R"job([[circular_buffer]]
index = 0
-format = "fp16"
+format = "bf16"
pages = 2
[[circular_buffer]]
index = 1
format = "bfp8"
pages = 2
[[kernel]]
processor = "compute"
text = """
namespace NAMESPACE {
void MAIN {}
}
"""
)job"}},
    Example{Id::fp16_beyond_ieee, {R"job([tensor.y]
shape = [1, 32]
format = "fp16"
layout = "rows"
[[circular_buffer]]
index = 0
format = "fp16"
pages = 2
[[kernel]]
processor = "ncrisc"
compile_args = ["accessor(y)"]
args = ["address(y)"]
text = """
void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto mask = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    auto* row = reinterpret_cast<volatile uint16_t*>(get_write_ptr(0));
-    for (int i = 0; i < 32; ++i) row[i] = 0xFC00;  // minus infinity of IEEE
+    for (int i = 0; i < 32; ++i) row[i] = 0xFBFF;  // -65504
    noc_async_write(get_write_ptr(0), get_noc_addr(0, mask), 64);
    noc_async_write_barrier();
}
"""
)job"}},
};

}  // namespace

std::span<const Example> formats_examples() { return examples_of_formats; }

}  // namespace tessera::apps
