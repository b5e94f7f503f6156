// Packets of one path take effect in their order, whatever their size, kind and acknowledgement: a core that sees a
// flag finds the data that went before it (spec/memory-order.md 2).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>

#include "tests/faults/litmus_machine.hpp"

namespace tessera::faults {
namespace {

// How A sends `bytes` bytes at X to the same place of C and D, and then the flag S.
struct Form {
    const char* name;
    std::string send;
    bool both = true;         // D receives as well
    std::string before = {};  // what A has under way when it sends
};
void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }

std::string multicast(bool data_includes_sender, bool flag_includes_sender, bool linked) {
    const auto call = [](bool includes_sender) { return includes_sender ? "_loopback_src" : ""; };
    const auto count = [](bool includes_sender) { return includes_sender ? 3 : 2; };
    // Both have one rectangle, as a path does.
    const char* rectangle = data_includes_sender || flag_includes_sender ? "WITH_A" : "RECEIVERS";
    return fmt::format(
        "noc_async_write_multicast{}(X, {}(X), bytes, {}, {});\n"
        "noc_semaphore_set_multicast{}(FLAG, {}(S), {});\n",
        call(data_includes_sender), rectangle, count(data_includes_sender), linked, call(flag_includes_sender),
        rectangle, count(flag_includes_sender));
}

std::vector<Form> forms() {
    std::vector<Form> all{
        {"Unlinked", multicast(false, false, false)},
        {"Linked", multicast(false, false, true)},
        {"UnlinkedLoopback", multicast(true, true, false)},
        {"LinkedLoopback", multicast(true, true, true)},
        {"LinkedLoopbackThenFlagWithoutIt", multicast(true, false, true)},
        {"LinkedChain",
         "noc_async_write_multicast(X, RECEIVERS(X), 4, 2, true);\n"
         "noc_async_write_multicast(X, RECEIVERS(X), bytes, 2, true);\n"
         "noc_semaphore_set_multicast(FLAG, RECEIVERS(S), 2);\n"},
        {"LinkedBehindRead", multicast(false, false, true), true, "noc_async_read(dram(0), X + 40960, 8192);\n"},
    };
    const std::string write = "noc_async_write(X, at(C, X), bytes);\n";
    for (const auto& [name, flag] :
         {std::pair{"WriteThenIncrement", "noc_semaphore_inc(at(C, S), 1);\n"},
          std::pair{"WriteThenPostedInline", "noc_inline_dw_write<true>(at(C, S), 1);\n"},
          std::pair{"WriteThenSetRemote", "noc_semaphore_set_remote(FLAG, at(C, S));\n"},
          std::pair{"WriteThenPostedWrite", "noc_async_write<4, true, true>(FLAG, at(C, S), 4);\n"}})
        all.push_back({name, write + flag, false});
    return all;
}

constexpr const char* flag = "#define FLAG (X + 32768)\nword(FLAG)[0] = 1;\n";

// Every size in turn: the receivers clear their bytes and S, and say so in S2 of A.
const std::string rounds = R"(
#define RECEIVERS(a) (noc_index == 0 ? all(C, D, a) : all(D, C, a))
#define WITH_A(a) (noc_index == 0 ? all(A, D, a) : all(D, A, a))
constexpr uint32_t sizes[] = {4, 64, 2048, 24576};
uint32_t ready = 0;
for (const uint32_t bytes : sizes) {
)";

class PathOrder : public ::testing::TestWithParam<Form> {};

TEST_P(PathOrder, TheFlagComesBehindItsData) {
    const Form& form = GetParam();
    const std::string sender = "for (uint32_t i = 0; i <= 32768; i += 4096) fill(X + i, 4096);\n" + std::string(flag) +
                               rounds + fmt::format("ready += {}; WAIT(S2, ready);\n", form.both ? 2 : 1) +
                               form.before + form.send + "noc_async_full_barrier();\n}\n" +
                               "noc_async_posted_writes_flushed();\n";
    const auto receiver = [](const std::string& meanwhile) {
        return rounds +
               "for (uint32_t i = 0; i < bytes; i += 4) word(X + i)[0] = 0;\n"
               "noc_semaphore_set(word(S), 0); noc_semaphore_inc(at(A, S2), 1);\n" +
               meanwhile +
               "WAIT(S, 1);\n"
               "for (uint32_t i = 0; i < bytes; i += 4) ASSERT(word(X + i)[0] == 0x01010101);\n"
               "noc_async_full_barrier();\n}\n";
    };
    // D wants the links that A's packets take, and holds some of them first.
    const std::string c = receiver(""),
                      d = "fill(X + 36864, 4096);\n" +
                          receiver(
                              "noc_async_write_multicast_loopback_src(X + 36864, RECEIVERS(X + 36864), 4096, 2);\n");
    for (const char* name : {"wormhole_b0", "blackhole"})
        for (const char* risc : {"B", "NC"}) {
            std::vector<Part> parts{{'A', risc, sender.c_str()}, {'C', risc, c.c_str()}};
            if (form.both) parts.push_back({'D', risc, d.c_str()});
            LitmusMachine machine(*arch::find(name));
            const auto fault = machine.run(parts, 12, false);
            EXPECT_FALSE(fault.has_value()) << name << " " << risc << ": " << fault->text();
        }
}

INSTANTIATE_TEST_SUITE_P(Forms, PathOrder, ::testing::ValuesIn(forms()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace tessera::faults
