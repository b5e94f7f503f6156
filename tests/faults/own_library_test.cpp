// Kernels on tessera's own low-level kernels (sim/api/llk): what is wrong is said of the call that the kernel wrote.
#include "tests/faults/kernels.hpp"
#include "tests/host/metalium/environment.hpp"

namespace tessera::faults {
namespace {

constexpr const char* of_own_library = R"(
    unary_op_init_common(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    const uint32_t which = read_tile_value(0, 0, 0);
    tile_regs_acquire();
    if (which == 1) {
        add_tiles_init(0, 0);
        copy_tile(0, 0, 0);  // BUG 1
    } else if (which == 2) {
        copy_tile(0, 3, 0);  // BUG 2
    } else {
        copy_tile(0, 0, 0);
    }
    tile_regs_commit();
    cb_pop_front(0, 1);)";

struct OfOwnLibrary : Scenario {
    explicit OfOwnLibrary(std::uint32_t which) {
        cb(0, 4, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048).one_tile(which);
        compute(of_own_library);
    }
};

TEST(OwnLibraryFault, NamesTheCallOfTheKernel) {
    const host::test::Variable level("TESSERA_LOW_LEVEL", "own");
    OfOwnLibrary none(0);
    expect_clean(none);
    OfOwnLibrary stale(1);
    expect_fault(stale, Id::wrong_init, "TRISC1", "compute.cpp",
                 AllOf(HasSubstr("copy_tile ("), HasSubstr("runs the loop of a MOP that add_tiles_init ("),
                       HasSubstr("note: the loop was written here")),
                 "// BUG 1");
    OfOwnLibrary beyond(2);
    expect_fault(beyond, Id::cb_underflow, "TRISC0", "compute.cpp",
                 HasSubstr("UNPACR reads page 3 of cb 0, at whose front 1 are there"), "// BUG 2");
}

}  // namespace
}  // namespace tessera::faults
