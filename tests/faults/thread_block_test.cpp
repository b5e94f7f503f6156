// Calls in a block of the wrong TRISC: found in the text of a kernel, and named where it hangs.
#include "host/device/thread_blocks.hpp"

#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

using host::notes_of_idle_calls;

TEST(ThreadBlock, APushThatNoThreadCarriesOut) {
    Scenario s;
    s.cb(0, 4)
        .compute("#ifdef TRISC_UNPACK\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);  // IDLE\n#endif")
        .reader("    cb_wait_front(0, 1);  // BUG\n    cb_pop_front(0, 1);");
    const std::string at = "compute.cpp:" + std::to_string(line_of(s.text("compute.cpp"), "// IDLE"));
    expect_fault(
        s, Id::deadlock, "BRISC", "reader.cpp",
        HasSubstr(at + ": note: cb_push_back is in a block of TRISC0 alone, where it does nothing: TRISC2 does "
                       "this"));
}

TEST(ThreadBlock, IsFoundInEveryForm) {
    for (const char* text : {
             "#if defined(TRISC_MATH)\ncb_push_back(0, 1);\n#endif",
             "#if defined TRISC_MATH\ncb.push_back(1);\n#endif",
             "#ifndef TRISC_PACK\ncb_push_back(0, 1);\n#endif",
             "#ifdef TRISC_PACK\n#else\ncb_push_back(0, 1);\n#endif",
             "#if COMPILE_FOR_TRISC == 0\ncb_push_back(0, 1);\n#endif",
             "MATH((\n  cb_push_back(0, 1)));",
             "#ifdef TRISC_UNPACK\n#elif defined(TRISC_MATH)\nx(cb_push_back(0, 1));\n#endif",
             "PACK((cb_wait_front(0, 1)));",
         })
        EXPECT_NE(notes_of_idle_calls(text, "k.cpp"), "") << text;
    for (const char* text : {
             "cb_push_back(0, 1);",
             "#ifdef TRISC_PACK\ncb_push_back(0, 1);\n#endif\ncb_pop_front(0, 1);",
             "#ifdef WIDE\ncb_push_back(0, 1);\n#else\ncb_push_back(0, 2);\n#endif",
             "#ifdef TRISC_UNPACK\n// cb_push_back(0, 1);\n/* cb_push_back(0, 1); */\n#endif",
             "MATH((f(1)));\ncb_push_back(0, 1);",
             "PACK((cb_push_back(0, 1)));\nUNPACK(cb_pop_front(0, 1);)",
             "#if defined(TRISC_UNPACK) || defined(TRISC_PACK)\ncb_push_back(0, 1);\n#endif",
             "#ifndef TRISC_UNPACK\ncb_push_back(0, 1);\n#endif",
         })
        EXPECT_EQ(notes_of_idle_calls(text, "k.cpp"), "") << text;
    EXPECT_EQ(notes_of_idle_calls("\n/*\n*/\nMATH((cb_push_back(0, 1)));", "k.cpp"),
              "k.cpp:4: note: cb_push_back is in a block of TRISC1 alone, where it does nothing: TRISC2 does this\n");
}

}  // namespace
}  // namespace tessera::faults
