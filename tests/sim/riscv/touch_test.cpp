// What stops a hart, what the caller is told, and what its answers do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "sim/riscv/hart.hpp"
#include "tests/sim/riscv/assemble.hpp"
#include "tests/sim/riscv/expect_fault.hpp"

namespace tessera::riscv {
namespace {

using namespace assemble;
using fault::Id;
using testing::HasSubstr;

Hart new_hart(std::vector<W> words, Coprocessor* coprocessor = nullptr) {
    return Hart(arch::wormhole_b0().riscv, abi::Risc::t1, make_program(program_base, words), coprocessor);
}

TEST(Touch, LoadsAndStoresOutsideTheLocalMemoryStopBeforeTheyHappen) {
    Hart hart = new_hart({lui(5, 0x20000), i_type(0x03, 1, 6, 5, 6), s_type(0, 5, 6, 9), call(17)});
    const Pause load = hart.run(never);
    EXPECT_EQ(load.touch, Touch::load);
    EXPECT_EQ(load.pc, program_base + 4);
    EXPECT_EQ(load.address, 0x20006u);
    EXPECT_EQ(load.bytes, 2);
    EXPECT_TRUE(load.sign_extend);
    EXPECT_EQ(load.rd, 6);
    EXPECT_EQ(hart.pc(), program_base + 4);
    EXPECT_EQ(hart.counters().instructions, 1u);

    EXPECT_EQ(hart.run(never).address, 0x20006u) << "asking again reports the same touch";
    EXPECT_EQ(hart.counters().instructions, 1u);

    hart.finish_load(0x12348001, 8);
    EXPECT_EQ(hart.reg(6), 0xFFFF8001u);
    const Pause store = hart.run(never);
    EXPECT_EQ(store.touch, Touch::store);
    EXPECT_EQ(store.address, 0x20009u);
    EXPECT_EQ(store.bytes, 1);
    EXPECT_EQ(store.value & 0xFF, 1u);
    hart.finish_store(1);

    hart.set_reg(10, 3);
    const Pause call = hart.run(never);
    EXPECT_EQ(call.touch, Touch::call);
    EXPECT_EQ(call.call, abi::Call::cb_push_back);
    const Cycle before = hart.clock();
    hart.finish_call(41, 42, 20);
    EXPECT_EQ(hart.reg(10), 41u);
    EXPECT_EQ(hart.reg(11), 42u);
    EXPECT_EQ(hart.clock(), before + 20);
    EXPECT_EQ(hart.pc(), program_base + 16);
    EXPECT_EQ(hart.clock(), hart.counters().total_cycles());
}

TEST(Touch, ACallWithoutResultLeavesTheRegisters) {
    Hart hart = new_hart({addi(10, 0, 7), call(3)});
    hart.run(never);
    hart.finish_call(5);
    EXPECT_EQ(hart.reg(10), 7u);
}

TEST(Touch, WaitingForItsTurnMovesOnlyTheClock) {
    Hart hart = new_hart({call(3), call(4)});
    hart.run(never);
    hart.set_clock(1000);
    hart.finish_call(5);
    EXPECT_EQ(hart.clock(), 1005u);
    EXPECT_EQ(hart.run(never).call, static_cast<abi::Call>(4));
}

TEST(Touch, MemoryMappedRegistersAreTouchesToo) {
    Hart hart = new_hart({lui(5, abi::wall_clock_base), lw(6, 5, 0x1F0), lui(5, abi::tensix_fifo_base), sw(6, 5, 0)});
    EXPECT_EQ(hart.run(never).address, abi::wall_clock_base);
    hart.finish_load(77, 7);
    const Pause push = hart.run(never);
    EXPECT_EQ(push.address, abi::tensix_fifo_base);
    EXPECT_EQ(push.value, 77u);
}

TEST(Touch, AnEndlessLoopReturnsAtTheLimit) {
    Hart hart = new_hart({addi(5, 5, 1), jal(0, -4)});
    const Pause pause = hart.run(1000);
    EXPECT_EQ(pause.touch, Touch::limit);
    EXPECT_GE(hart.clock(), 1000u);
    EXPECT_LE(hart.clock(), 1002u);
    EXPECT_EQ(hart.run(2000).touch, Touch::limit) << "and goes on from there";
    EXPECT_GE(hart.clock(), 2000u);
}

TEST(Touch, OwnTextCanBeReadButNotWritten) {
    Hart hart = new_hart({auipc(5, 0), i_type(0x03, 5, 6, 5, 18), sw(6, 5, 0), call(0), 0xCAFE1234});
    fault_of(Id::code_write, [&] { hart.run(never); });
    EXPECT_EQ(hart.reg(6), 0xCAFEu);
    EXPECT_EQ(hart.pc(), program_base + 8) << "the faulting instruction";
    EXPECT_EQ(hart.counters().instructions, 2u) << "which has not been executed";
}

struct Recorder : Coprocessor {
    struct Vector {
        std::uint32_t op, a, b;
        bool literal;
        std::uint32_t pc;
        Cycle now;
        bool operator==(const Vector&) const = default;
    };
    std::vector<Vector> vectors;
    std::vector<std::uint32_t> words;
    Taken takes = Taken::kept;

    std::uint32_t vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                         Cycle now) override {
        vectors.push_back({op, a, b, literal, pc, now});
        return 100 + static_cast<std::uint32_t>(vectors.size());
    }
    Taken tensix(std::uint32_t word, std::uint32_t, Cycle) override {
        if (takes != Taken::stops) words.push_back(word);
        return takes;
    }
};

TEST(Coprocessor, VectorOperationsDoNotStopTheHart) {
    Recorder recorder;
    Hart hart = new_hart({addi(5, 0, 7), addi(6, 0, 8), vector(9, 7, 5, 6), vector_literal(10, 8, 7), 0x3F800003,
                          vector_literal(11, 0, 8), 0x00000000, add(9, 7, 8), call(0)},
                         &recorder);
    EXPECT_EQ(hart.run(never).touch, Touch::call);
    EXPECT_EQ(hart.pc(), program_base + 32) << "literal words are stepped over";
    ASSERT_EQ(recorder.vectors.size(), 3u);
    const Cycle miss = arch::wormhole_b0().riscv.icache_miss_cycles.cycles();
    EXPECT_EQ(recorder.vectors[0], (Recorder::Vector{9, 7, 8, false, program_base + 8, 2 + miss}));
    EXPECT_EQ(recorder.vectors[1], (Recorder::Vector{10, 101, 0x3F800003, true, program_base + 12, 2 + miss}));
    EXPECT_EQ(recorder.vectors[2], (Recorder::Vector{11, 102, 0, true, program_base + 20, 2 + miss}));
    EXPECT_EQ(hart.reg(9), 203u);
    EXPECT_EQ(hart.reg(0), 0u);
    EXPECT_EQ(hart.counters().instructions, 6u);
    EXPECT_EQ(hart.counters().pushed, 3u);
    EXPECT_EQ(hart.clock(), 3 + 3 * miss) << "pushes cost no cycle here, their fetch does";
}

TEST(Coprocessor, ATensixWordStopsUnlessItIsPrivate) {
    Recorder recorder;
    constexpr W instruction = 0x70000005;
    Hart hart = new_hart({text_from_tensix(instruction), text_from_tensix(0x71000000), call(0)}, &recorder);
    EXPECT_EQ(hart.run(never).touch, Touch::call);
    EXPECT_THAT(recorder.words, testing::ElementsAre(instruction, 0x71000000u));

    EXPECT_EQ(hart.counters().pushed, 2u);

    recorder.takes = Recorder::Taken::pushed;
    hart = new_hart({text_from_tensix(instruction), text_from_tensix(instruction), call(0)}, &recorder);
    EXPECT_EQ(hart.run(never).touch, Touch::call);
    EXPECT_EQ(hart.counters().pushed, 0u);
    EXPECT_EQ(hart.counters().instructions, 2u);
    EXPECT_EQ(hart.clock(), 2 + arch::wormhole_b0().riscv.icache_miss_cycles.cycles()) << "a push takes a cycle";

    recorder.takes = Recorder::Taken::stops;
    hart = new_hart({text_from_tensix(instruction), call(0)}, &recorder);
    const Pause pause = hart.run(never);
    EXPECT_EQ(pause.touch, Touch::tensix);
    EXPECT_EQ(pause.tensix_word, instruction);
    hart.finish_tensix(1);
    EXPECT_EQ(hart.run(never).touch, Touch::call);

    hart = new_hart({text_from_tensix(instruction)});
    EXPECT_EQ(hart.run(never).touch, Touch::tensix) << "without a coprocessor every word is the caller's";
}

TEST(Coprocessor, AFaultInsideItLeavesThePcAtTheOperation) {
    struct Refuses : Recorder {
        std::uint32_t vector(std::uint32_t, std::uint32_t, std::uint32_t, bool, std::uint32_t, Cycle) override {
            throw fault::Fault(Id::lreg_pressure, "no register left");
        }
    } refuses;
    Hart hart = new_hart({addi(5, 0, 1), vector(1, 5, 5, 5)}, &refuses);
    fault_of(Id::lreg_pressure, [&] { hart.run(never); });
    EXPECT_EQ(hart.pc(), program_base + 4);
}

TEST(HartFault, IllegalInstructions) {
    const auto illegal = [](std::vector<W> words, W pc, const char* text) {
        Hart hart = new_hart(words);
        const auto fault = fault_of(Id::illegal_instruction, [&] { hart.run(never); });
        EXPECT_THAT(fault.detail(), HasSubstr(text));
        EXPECT_EQ(hart.pc(), pc);
    };
    illegal({addi(1, 0, 1), 0xFFFFFFFF}, program_base + 4, "0xffffffff at 0x00008004");
    illegal({0x00000073}, program_base, "not an instruction");
    Hart asserts = new_hart({0x00100073});
    EXPECT_THAT(fault_of(Id::kernel_assert, [&] { asserts.run(never); }).detail(), HasSubstr("ebreak"));
    illegal({vector(1, 5, 5, 5)}, program_base, "without SFPU");
    illegal({addi(1, 0, 1)}, program_base + 4, "behind the end");
    illegal({addi(1, 0, 64), jalr(0, 1, 0)}, program_base + 4, "jump to 0x00000040, outside the kernel's text");
    illegal({beq(0, 0, -8)}, program_base, "jump to 0x00007ff8");
    Hart odd = new_hart({jalr(0, 0, 6)});
    fault_of(Id::misaligned, [&] { odd.run(never); });
    Hart half = new_hart({beq(0, 0, 6), addi(0, 0, 0)});
    fault_of(Id::misaligned, [&] { half.run(never); });
}

TEST(HartFault, MemoryAccesses) {
    const auto run = [](Id id, std::vector<W> words, const char* text) {
        words.insert(words.begin(), lui(5, local_base));
        Hart hart = new_hart(words);
        const auto fault = fault_of(id, [&] { hart.run(never); });
        EXPECT_THAT(fault.detail(), HasSubstr(text));
        EXPECT_EQ(hart.pc(), program_base + 4);
    };
    run(Id::uninitialised, {lw(6, 5, 64)}, "0xffb00040");
    run(Id::misaligned, {sw(6, 5, 2)}, "0xffb00002");
    run(Id::misaligned, {lw(6, 0, 0x102)}, "0x00000102");
    run(Id::misaligned, {s_type(1, 0, 6, 0x101)}, "0x00000101");
    Hart hart = new_hart({lui(5, local_base), sw(6, 5, 2044), addi(5, 5, 2047), sw(6, 5, 1)});
    EXPECT_EQ(hart.run(never).address, local_base + 2048) << "beyond the 2 KiB of T1: the caller knows what is there";
}

TEST(HartFault, ThatTextOrDataDoNotFit) {
    const auto& costs = arch::wormhole_b0().riscv;
    const std::vector<W> words(costs.code_limit_bytes[3].count() / 4 + 1, addi(0, 0, 0));
    fault_of(Id::kernel_too_large, [&] { new_hart(words); });
    Program program = *make_program(program_base, std::vector<W>{call(0)});
    program.data.push_back({local_base, std::vector<std::uint8_t>(2049)});
    program.data_end = local_base + 2049;
    const auto fault =
        fault_of(Id::kernel_too_large, [&] { Hart(costs, abi::Risc::t1, std::make_shared<const Program>(program)); });
    EXPECT_THAT(fault.detail(), HasSubstr("data of 2049 bytes, 2048 fit"));
    Hart(costs, abi::Risc::nc, std::make_shared<const Program>(program));  // has 4 KiB
}

}  // namespace
}  // namespace tessera::riscv
