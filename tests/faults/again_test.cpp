// A device after a fault: what stood still stays dead, and the next program runs as on a new device.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

host::KernelSpec mover(host::CoreCoord core, const std::string& body) {
    host::KernelSpec spec;
    spec.path = "kernel.cpp";
    spec.text = "void kernel_main() {\n" + body + "\n}\n";
    spec.cores = host::CoreRangeSet{core};
    spec.data_movement = host::DataMovementKernel{abi::Risc::b, 0};
    return spec;
}

// The first program leaves core (0,0) waiting for its semaphore, which a kernel of the second one on core (1,0) posts.
TEST(AfterAFault, AWaitOfTheLastProgramIsNotWokenByTheNext) {
    Scenario s;
    const std::uint32_t id = s.program.add_semaphore(host::CoreRangeSet{host::CoreCoord{0, 0}}, 0);
    s.reader(R"(
    auto* semaphore = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_arg_val<uint32_t>(0)));
    noc_semaphore_wait(semaphore, 1);  // BUG
    ASSERT(false);)",
             {id});
    expect_fault(s, Id::deadlock, "BRISC", "reader.cpp", HasSubstr("semaphore 0 is 0 and 1 is waited for"));

    host::Program next;
    next.add(mover({1, 0},
                   "    noc_semaphore_inc(get_noc_addr(1, 1, get_semaphore(0)), 1);\n    noc_async_atomic_barrier();"));
    EXPECT_NO_THROW(s.device.run(next));
}

TEST(AfterAFault, TheSameProgramFaultsTheSameWay) {
    Scenario s;
    s.cb(0, 2).reader("    cb_pop_front(0, 1);  // BUG");
    const auto first = s.run(), second = s.run();
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->text(), second->text());
}

}  // namespace
}  // namespace tessera::faults
