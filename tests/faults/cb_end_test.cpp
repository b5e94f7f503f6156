// Circular buffers at the end of a program: pages that one side keeps; and two producers of one buffer.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

// Eight pages, of which the last is read and stays.
TEST(CbFault, APageThatIsNeverPopped) {
    const std::string pushes = R"(
    for (uint32_t i = 0; i < 8; ++i) {
        cb_reserve_back(0, 1);
        cb_push_back(0, 1);
    })";
    Scenario s;
    s.cb(0, 2).reader(pushes).writer(R"(
    for (uint32_t i = 0; i < 8; ++i) {
        if (i) cb_pop_front(0, 1);
        cb_wait_front(0, 1);  // BUG
    })");
    expect_warning(s, Id::unread_pages, "NCRISC", "writer.cpp",
                   HasSubstr("1 page(s) of cb 0 waited for here and not popped; 7 were popped before"));
    Scenario reserved;
    reserved.cb(0, 2)
        .reader(pushes + "\n    cb_reserve_back(0, 1);  // BUG")
        .writer(
            "    for (uint32_t i = 0; i < 8; ++i) {\n        cb_wait_front(0, 1);\n        cb_pop_front(0, 1);\n    }");
    expect_warning(reserved, Id::unread_pages, "BRISC", "reader.cpp",
                   HasSubstr("1 page(s) of cb 0 reserved here and not pushed; 8 were pushed before"));
}

// What is held to the end on purpose: constants, scratch memory, a window of pages that slides.
TEST(CbFault, PagesThatMayStay) {
    Scenario constants;
    constants.cb(0, 2).reader("    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);").writer("    cb_wait_front(0, 1);");
    expect_clean(constants);
    Scenario scratch;
    scratch.cb(0, 2).reader("    cb_reserve_back(0, 2);\n" + pointer_to + "get_write_ptr(0));\n    p[0] = 1;");
    expect_clean(scratch);
    Scenario window;
    window.cb(0, 4)
        .reader("    for (int i = 0; i < 4; ++i) {\n        cb_reserve_back(0, 1);\n        cb_push_back(0, 1);\n    }")
        .writer("    for (int i = 0; i < 3; ++i) {\n        cb_wait_front(0, 2);\n        cb_pop_front(0, 1);\n    }");
    expect_clean(window);
}

const std::string early_packer = R"(
    unary_op_init_common(0, 16);
    cb_wait_front(16, 2);
    cb_pop_front(16, 2);
    cb_reserve_back(16, 2);  // RESERVE
    tile_regs_acquire();
    cb_wait_front(0, 1);
    copy_tile_init(0);
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16, 0);
    tile_regs_release();
)";
const std::string second_producer = R"(
    riscv_wait(3000);
    cb_reserve_back(16, 2);
    cb_push_back(16, 2);  // BUG
    cb_reserve_back(0, 1);
    zero_l1_buf(reinterpret_cast<uint32_t*>(get_write_ptr(0)), 2048);
    cb_push_back(0, 1);)";

// What T2 has pushed and its packer has not come to is not there for other RISCs: no deadlock. Two producers that each
// go around the whole ring do no harm.
TEST(CbFault, APushThatThePackerHasNotComeTo) {
    Scenario s;
    s.cb(0, 1, DataFormat::bf16, 2048)
        .cb(16, 2, DataFormat::bf16, 2048)
        .compute(early_packer + "    cb_push_back(16, 2);")
        .reader(second_producer);
    const auto fault = s.run();
    ASSERT_FALSE(fault) << fault->text();
    ASSERT_FALSE(s.warnings.empty());
    EXPECT_EQ(s.warnings.front().id(), Id::two_users_of_cb);
    EXPECT_EQ(s.warnings.front().where().line, line_of(s.text("reader.cpp")));
    Scenario unpushed;
    unpushed.cb(0, 1, DataFormat::bf16, 2048)
        .cb(16, 2, DataFormat::bf16, 2048)
        .compute(early_packer)
        .reader(second_producer);
    ASSERT_FALSE(unpushed.run());
    ASSERT_EQ(unpushed.warnings.size(), 1u);
    EXPECT_EQ(unpushed.warnings.front().id(), Id::unread_pages);
    EXPECT_EQ(unpushed.warnings.front().where().line, line_of(unpushed.text("compute.cpp"), "// RESERVE"));
}

}  // namespace
}  // namespace tessera::faults
