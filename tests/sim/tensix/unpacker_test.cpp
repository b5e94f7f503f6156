// Single instructions of the unpackers (spec/unpack-instructions.md 2): random registers and sequences against an
// evaluator written from the documents alone, what is refused, and the time of both units.
#include "sim/tensix/unpacker.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/unpack_pipeline.hpp"
#include "tests/sim/tensix/same_registers.hpp"
#include "tests/sim/tensix/slow_unpack.hpp"

namespace tessera::tensix {
namespace {

std::uint32_t word_of(Op op, std::initializer_list<std::uint32_t> values, int column) {
    return encode(op, std::vector(values), column);
}

// T0's unpackers by themselves, word by word.
struct OneUnpackThread {
    const arch::Arch& arch;
    CounterSet counters = {};
    ThreadConfig thread = {};
    ConfigWords<ConfigSpace::core> core = {};
    std::array<SrcBank, 2> bank = {};
    std::vector<std::uint8_t> l1 = {};
    UnpackRegistersKept kept = {};

    int column() const { return arch.sfpu.isa_column; }
    UnpackStep resolve(std::uint32_t bits) {
        return resolve_unpack(Word(bits, column()),
                              {.counters = counters, .thread = thread, .core = core, .kept = &kept});
    }
    void run(std::uint32_t bits) {
        if (const Op op = static_cast<Op>(bits >> 24); op == Op::unpacr || op == Op::unpacr_nop) {
            UnpackStep step = resolve(bits);
            step.conversion.rules = arch.tensix.unpack;
            unpack(step, std::span(l1).subspan(step.read_begin()), bank[step.unpacker]);
        }
        move_counters(Word(bits, column()), counters);
    }
};

struct Both : SameRegisters<OneUnpackThread, SlowUnpack> {
    using SameRegisters::SameRegisters;
    void run(std::uint32_t word) {
        fast.run(word);
        slow.run(word);
    }
};

void expect_equal_counters(const Both& both, const std::string& what) {
    for (std::size_t set = 0; set < 3; ++set)
        for (std::size_t channel = 0; channel < 2; ++channel) {
            const auto& c = both.fast.counters[set].channel[channel];
            const SlowUnpack::Channel as{c[0].value, c[0].cr, c[1].value, c[1].cr,
                                         c[2].value, c[2].cr, c[3].value, c[3].cr};
            ASSERT_EQ(as, both.slow.counters[set][channel]) << what << " set " << set << " channel " << channel;
        }
}

TEST(Unpacker, RandomCountersEqualTheDocuments) {
    static constexpr Op ops[] = {Op::setadc,   Op::setadcxx, Op::setadcxy, Op::setadczw,
                                 Op::incadcxy, Op::incadczw, Op::addrcrxy, Op::addrcrzw};
    std::mt19937 random(3);
    for (const arch::Arch* arch : arch::all()) {
        Both both(*arch);
        for (int i = 0; i < 4000; ++i) {
            const Op op = ops[random() % std::size(ops)];
            // Bits that name another thread stay zero.
            const std::uint32_t kept = op == Op::setadc ? 0xFCFFFF : op == Op::setadcxx ? 0xFFFFFF : 0xFFFFCF;
            const std::uint32_t word = opcode(op) | (random() & kept);
            both.run(word);
            ASSERT_NO_FATAL_FAILURE(expect_equal_counters(both, text(word, both.fast.column())));
        }
    }
}

TEST(Unpacker, RandomTilesEqualTheDocuments) {
    static constexpr std::uint32_t formats[][2] = {{0, 4}, {0, 5}, {5, 5}, {1, 1}, {6, 6}, {7, 7}, {15, 15}, {2, 2}};
    std::mt19937 random(5);
    for (const arch::Arch* arch : arch::all())
        for (int sequence = 0; sequence < 60; ++sequence) {
            Both both(*arch);
            both.fast.l1.resize(64 * 1024);
            for (std::uint8_t& byte : both.fast.l1) byte = static_cast<std::uint8_t>(random());
            both.slow.l1 = both.fast.l1;
            const auto& format = formats[random() % std::size(formats)];
            const bool blocks = format[0] != 0 && format[0] != 1 && format[0] != 5;
            const bool apart = !blocks && random() % 4 == 0, transposes = !apart && random() % 3 == 0;
            const std::uint32_t size = format[1] == 4 ? 4 : blocks ? 1 : 2;
            for (std::uint32_t u : {0u, 1u}) {
                const std::uint32_t first = both.second() ? 64 + 48 * u : 52 + 40 * u;
                both.core(first, format[0] | 1u << 4 | 256u << 16);
                both.core(first + 1, 1u | 4u << 16);
                both.core(first + 8, format[1] | (transposes && u == 0 ? 1u << 8 : 0) | (apart ? 1u << 9 : 0) |
                                         (apart ? (1 + random() % 16) * 2 << 16 : 0));
                both.core(first + 9, 0xF);
                for (std::uint32_t context = 0; context < 4; ++context) both.core(first + 12 + context, random() % 512);
                both.core(first + 28 + random() % 4, random() % 64);
                if (u == 0) both.core(first + 20, 64u | 80u << 16);
                if (u == 0) both.core(first + 22, 256u | 256u << 16);
                both.core((both.second() ? 57u : 45u) + 2 * u, 256 * size);
                both.core((both.second() ? 56u : 44u) + 2 * u, both.second() ? 16 * size << 16 : 16 * size << 12);
            }
            both.core(both.second() ? 50 : 41, 1u << 8);
            both.thread(both.second() ? 5 : 3, 4);
            both.thread(both.second() ? 41 : 39, random() % 2 == 0 ? 0 : 0x0101);
            for (int i = 0; i < 12; ++i) {
                const std::uint32_t u = random() % 2, column = static_cast<std::uint32_t>(both.fast.column());
                both.run(word_of(
                    Op::setadczw,
                    {3, 0, static_cast<std::uint32_t>(random() % 2), 0, static_cast<std::uint32_t>(random() % 4), 15},
                    static_cast<int>(column)));
                both.run(word_of(Op::setadcxx, {3, 16 * (1 + static_cast<std::uint32_t>(random() % 16)) - 1, 0},
                                 static_cast<int>(column)));
                const std::uint32_t word = word_of(
                    Op::unpacr,
                    {u, static_cast<std::uint32_t>(random() & 0x33), 0, 0, 0, 1, 1, 0, random() % 8 == 0, 0, 0, 0, 1},
                    static_cast<int>(column));
                both.run(word);
                const std::string what = text(word, both.fast.column());
                ASSERT_EQ(both.fast.bank[u].datum, both.slow.bank[u].datum) << what << " format " << format[0];
                ASSERT_NO_FATAL_FAILURE(expect_equal_counters(both, what));
            }
        }
}

TEST(Unpacker, RefusesWhatItDependsOnAndIsNotModelled) {
    for (const arch::Arch* arch : arch::all()) {
        OneUnpackThread t{.arch = *arch};
        const int column = t.column();
        const std::uint32_t unpacr = word_of(Op::unpacr, {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1}, column);
        const auto fault_of = [&](std::uint32_t word) {
            try {
                t.resolve(word);
            } catch (const fault::Fault& fault) {
                return std::string(fault.what());
            }
            return std::string();
        };
        EXPECT_NE(fault_of(unpacr).find("TileDescriptor in_data_format of unpacker 0, which nobody has written"),
                  std::string::npos)
            << fault_of(unpacr);
        const std::uint32_t first = column == 1 ? 64 : 52;
        t.core.write(column, first, ~0u, 5);
        t.core.write(column, first + 8, ~0u, 5 | 1u << 12);
        EXPECT_NE(fault_of(unpacr).find("Upsample_rate set, which is not modelled"), std::string::npos)
            << fault_of(unpacr);
        EXPECT_NE(fault_of(word_of(Op::unpacr, {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1}, column)).find("searches rows"),
                  std::string::npos);
    }
}

// A bank may be cleared and handed over; it takes the form that the unpacker is configured for.
TEST(Unpacker, ClearsAndHandsOver) {
    for (const arch::Arch* arch : arch::all()) {
        OneUnpackThread t{.arch = *arch};
        t.core.write(t.column(), t.column() == 1 ? 72 : 60, 0xF, 1);
        const bool second = t.column() == 1;
        const UnpackStep lowest = t.resolve(second ? word_of(Op::unpacr_nop, {0, 0, 0, 1, 0, 0, 0, 1, 1}, 1)
                                                   : word_of(Op::unpacr_nop, {0, 5}, 0));
        EXPECT_EQ(lowest.kind, UnpackStep::Kind::clear);
        EXPECT_EQ(lowest.clear_value, 0x7FFFFu);
        EXPECT_EQ(lowest.sets_valid, second);
        EXPECT_TRUE(lowest.waits_for_math);
        EXPECT_EQ(lowest.form, SrcForm::fp16);
        if (!second) {
            EXPECT_TRUE(t.resolve(word_of(Op::unpacr_nop, {1, 7}, 0)).sets_valid);
            EXPECT_EQ(t.resolve(word_of(Op::unpacr_nop, {1, 5}, 0)).clear_value, 0u) << "of SrcA alone on Wormhole";
        }
    }
}

TEST(UnpackPipeline, BothUnitsShareTheSetupAndTheDatums) {
    UnpackPipeline pipeline;
    const auto read = [&](std::size_t u, Cycle ready) { return pipeline.read(u, ready, 2, 8).end; };
    EXPECT_EQ(read(0, 0), 10u);
    EXPECT_EQ(read(1, 1), 18u) << "its datums come after those of the first";
    EXPECT_EQ(read(0, 2), 26u) << "the setup is over when the datums can come";
    EXPECT_EQ(pipeline.act(0, 3).end, 27u) << "what reads nothing takes a cycle, in its turn";
    EXPECT_EQ(pipeline.idle_at(), 27u);
    UnpackPipeline alone;
    Cycle end = 0;
    for (int face = 0; face < 4; ++face) end = alone.read(0, end, 2, 8).end;
    EXPECT_EQ(end, 40u) << "a tile of bf16 on Wormhole (timing.md 2.3)";
}

}  // namespace
}  // namespace tessera::tensix
