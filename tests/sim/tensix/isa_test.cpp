// Single instructions of the matrix unit and what surrounds them (spec/tensix-core.md 7.1): their words, golden rows
// through them, and random sequences against an evaluator written from the documents alone.
#include "sim/tensix/isa.hpp"

#include <gtest/gtest.h>

#include <random>

#include "golden.hpp"
#include "sim/tensix/pipeline.hpp"
#include "tests/sim/tensix/one_math_thread.hpp"
#include "tests/sim/tensix/slow_math.hpp"
#include "tests/sim/tensix/values.hpp"

namespace tessera::tensix {
namespace {

TEST(TensixIsa, EveryFieldOfRandomWordsSurvivesBothColumns) {
    std::mt19937 random(1);
    for (const Row& row : rows)
        for (int column = 0; column < 2; ++column)
            for (int i = 0; i < 50; ++i) {
                const std::uint32_t bits = opcode(row.op) | (random() & 0xFFFFFF);
                std::vector<std::uint32_t> values;
                std::uint32_t meant = opcode(row.op);
                for (const Field& field : row.fields_at(column)) {
                    values.push_back(Word(bits, column)[field]);
                    meant |= bits & field.at(column).put(~0u);
                }
                EXPECT_EQ(encode(row.op, values, column), meant) << row.name;
                EXPECT_EQ(row_of(bits), &row);
            }
}

TEST(TensixIsa, WordsAreThoseOfTheVendorsHeaders) {
    const auto word = [](Op op, std::initializer_list<std::uint32_t> values, int column) {
        return encode(op, std::vector(values), column);
    };
    EXPECT_EQ(word(Op::mvmul, {3, 0, 2, 8}, 0), 0x26000000u | 3u << 22 | 2u << 15 | 8);
    EXPECT_EQ(word(Op::mvmul, {3, 0, 2, 8}, 1), 0x26000000u | 3u << 22 | 2u << 14 | 8);
    EXPECT_EQ(word(Op::movb2d, {1, 16, 1, 4, 12}, 0), 0x13000000u | 1u << 23 | 16u << 17 | 1u << 15 | 4u << 12 | 12);
    EXPECT_EQ(word(Op::movb2d, {1, 16, 1, 4, 12}, 1), 0x13000000u | 1u << 23 | 16u << 17 | 1u << 14 | 4u << 11 | 12);
    EXPECT_EQ(word(Op::zeroacc, {1, 1, 9}, 0), 0x10000000u | 1u << 19 | 1u << 15 | 9);
    EXPECT_EQ(word(Op::zeroacc, {1, 1, 0, 1, 9}, 1), 0x10000000u | 1u << 19 | 1u << 18 | 1u << 14 | 9);
    EXPECT_EQ(word(Op::gapool, {3, 1, 3, 0, 4}, 1), 0x34000000u | 3u << 22 | 1u << 19 | 3u << 15 | 4);
    EXPECT_EQ(text(word(Op::setrwc, {3, 0, 8, 0, 0, 4}, 0), 0), "SETRWC clear_ab_vld=3 rwc_d=8 BitMask=4");
}

TEST(TensixIsa, InstructionsEqualTheGoldenSample) {
    int ran = 0;
    for (const char* file : {"fpu_elw.txt", "fpu_mvmul.txt"})
        for (const arch::Arch* arch : arch::all())
            for (golden::Row& row : golden::rows_of(golden::sample(file), *arch)) {
                const auto form = [](const std::string& name) {
                    return name == "tf32" ? SrcForm::tf32 : name == "fp16" ? SrcForm::fp16 : SrcForm::bf16;
                };
                const std::string &dst = row.option["dst"], &a = row.option["srca"];
                if (a == "int8" || dst == "int32") continue;
                OneMathThread t{.arch = *arch};
                t.src[of_a][0].form = form(a);
                t.src[of_b][0].form = form(row.option["srcb"]);
                const bool product = row.name == "MVMUL";
                std::ranges::copy(row.words[product ? "A" : "a"], t.src[of_a][0].datum.begin());
                std::ranges::copy(row.words[product ? "B" : "b"], t.src[of_b][0].datum.begin());
                if (dst == "fp32") t.config.write(ConfigSpace::core, t.column(), 1, 1u << 29, 1u << 29);
                const DstFormat view = dst == "fp32"   ? DstFormat::fp32
                                       : dst == "fp16" ? DstFormat::fp16
                                                       : DstFormat::bf16;
                const auto& before = row.words[product ? "D" : "d"];
                for (std::size_t r = 0; r < before.size() / 16; ++r)
                    t.dst.write_row(static_cast<int>(r), view,
                                    std::span<const std::uint32_t, 16>(before.data() + 16 * r, 16));
                t.rwc.phase = static_cast<std::uint32_t>(row.option["phase"][0] - '0');
                if (product)
                    t.run(Op::mvmul, 0, 0, 0, 0);
                else
                    t.run(row.name == "ELWADD"   ? Op::elwadd
                          : row.name == "ELWSUB" ? Op::elwsub
                                                 : Op::elwmul,
                          0, row.option["accum"] == "1" ? 1 : 0, 0, 0, 0);
                const auto& expected = row.words["="];
                for (std::size_t r = 0; r < expected.size() / 16; ++r) {
                    const DstRow got = t.dst.read_row(static_cast<int>(r), view);
                    for (std::size_t c = 0; c < 16; ++c)
                        ASSERT_EQ(got[c], expected[16 * r + c]) << row.text.substr(0, 80) << " " << arch->name;
                }
                ++ran;
            }
    EXPECT_GT(ran, 200);
}

// A finite bf16 datum as a source holds it, now and then a zero.
std::uint32_t datum(std::mt19937& random) {
    if (random() % 8 == 0) return random() % 2 == 0 ? 0 : 0x40008;
    return (random() & 1) << 18 | (120 + random() % 14) << 10 | (random() & 0x7F) << 3;
}

void fill(std::mt19937& random, OneMathThread& t, SlowMath& slow, std::size_t operand, std::size_t bank) {
    SrcBank& to = t.src[operand][bank];
    for (std::uint32_t& x : to.datum) x = datum(random);
    // GMPOOL is for a scale of one.
    if (operand == of_b && bank == 1)
        for (std::uint32_t& x : to.datum) x = src_one;
    to.valid = true;
    (operand == of_a ? slow.src_a : slow.src_b)[bank] = to;
}

std::uint32_t random_word(std::mt19937& random, const OneMathThread& t) {
    static constexpr Op ops[] = {Op::elwadd,  Op::elwsub, Op::elwmul, Op::mvmul,      Op::gapool, Op::gmpool,
                                 Op::mova2d,  Op::movb2d, Op::movd2a, Op::movd2b,     Op::movb2a, Op::trnspsrcb,
                                 Op::zeroacc, Op::setrwc, Op::incrwc, Op::cleardvalid};
    const Op op = ops[random() % std::size(ops)];
    std::vector<std::uint32_t> values;
    for (const Field& field : row_of(opcode(op))->fields_at(t.column())) {
        std::uint32_t value = random() & field.at(t.column()).ones();
        // What is refused, and what would leave the rows there are.
        if (field.argument == "dest_32b_lo" || field.argument == "max_pool_index_en" || field.argument == "reset" ||
            field.argument == "clear_zero_flags" || (op == Op::mvmul && field.argument == "instr_mod19"))
            value = 0;
        if (op == Op::zeroacc && field.argument == "clear_mode") value &= t.column() == 0 ? 5 : 1;
        if (field.argument == "dst" || field.argument == "where") value &= 0x3FF;
        values.push_back(value);
    }
    return encode(op, values, t.column());
}

TEST(TensixIsa, RandomSequencesEqualTheDocuments) {
    std::mt19937 random(7);
    for (const arch::Arch* arch : arch::all())
        for (int sequence = 0; sequence < 120; ++sequence) {
            OneMathThread t{.arch = *arch};
            SlowMath slow(*arch);
            const bool second = t.column() == 1;
            const auto both = [&](std::uint32_t word) {
                t.run(word);
                slow.run(word);
            };
            for (std::size_t operand : {of_a, of_b})
                for (std::size_t bank : {0, 1}) fill(random, t, slow, operand, bank);
            for (std::uint32_t mode = 0; mode < 8; ++mode) {
                const auto set = [&](std::uint32_t reg, std::uint32_t value) {
                    both(encode(Op::setc16, std::array{reg, value}, t.column()));
                };
                set(second ? 12 + mode : 7 + 2 * mode, random() & 0xFFFF);
                set((second ? 28 : 23) + mode, random() & 0xFFFF);
                set((second ? 47 : 48) + mode, random() & 0x1F);
            }
            both(encode(Op::setc16, std::array{1u, static_cast<std::uint32_t>(random() % 2 * 512)}, t.column()));
            if (!second) both(encode(Op::setc16, std::array{2u, static_cast<std::uint32_t>(random() & 1)}, t.column()));
            both(encode(Op::setc16, std::array{second ? 11u : 6u, static_cast<std::uint32_t>(random() & 3)},
                        t.column()));
            both(
                encode(Op::setc16, std::array{second ? 7u : 5u, static_cast<std::uint32_t>(random() & 3)}, t.column()));
            for (int i = 0; i < 40; ++i) {
                const std::uint32_t word = random_word(random, t);
                const Op op = static_cast<Op>(word >> 24);
                // SrcA has no rows beyond its last for a product, and a scale is one.
                if ((op == Op::mvmul || op == Op::gapool) && (t.rwc.a & 0x38) > 48) continue;
                if (op == Op::gmpool && t.src[of_b][t.math_bank[of_b]].datum[(t.rwc.b & 0x38) * 16] != src_one)
                    continue;
                if (op == Op::gmpool && t.math_bank[of_b] != 1) continue;
                both(word);
                const std::string what = text(word, t.column());
                ASSERT_EQ(t.rwc, (Rwc{slow.dst_counter, slow.dst_cr, slow.a, slow.a_cr, slow.b, slow.b_cr, slow.phase,
                                      slow.extra_bit}))
                    << what;
                ASSERT_TRUE(t.dst == slow.dst) << what << " in sequence " << sequence;
                ASSERT_EQ(t.math_bank,
                          (std::array{static_cast<std::size_t>(slow.a_bank), static_cast<std::size_t>(slow.b_bank)}));
                for (std::size_t bank : {0, 1}) {
                    ASSERT_EQ(t.src[of_a][bank].datum, slow.src_a[bank].datum) << what;
                    ASSERT_EQ(t.src[of_b][bank].datum, slow.src_b[bank].datum) << what;
                    ASSERT_EQ(t.src[of_a][bank].valid, slow.src_a[bank].valid) << what;
                    ASSERT_EQ(t.src[of_b][bank].valid, slow.src_b[bank].valid) << what;
                }
            }
        }
}

TEST(MatrixPipeline, HoldsUpWhatTheDocumentsSay) {
    MatrixPipeline pipeline;
    const auto issue = [&](Op op, Cycle ready, std::uint32_t dst = 0) {
        Step step{.op = op, .dst_row = static_cast<int>(dst), .rows = 8};
        step.reads_dst = op == Op::elwmul || op == Op::movd2b;
        step.writes_dst = op == Op::elwmul || op == Op::elwadd || op == Op::mova2d;
        return pipeline.issue(step, *row_of(opcode(op)), ready);
    };
    EXPECT_EQ(issue(Op::elwmul, 10), 10u);
    EXPECT_EQ(issue(Op::elwmul, 11, 8), 11u) << "one a cycle";
    EXPECT_EQ(issue(Op::elwmul, 12), 15u) << "the block it adds to is five cycles on its way";
    EXPECT_EQ(pipeline.idle_at(), 20u);
    EXPECT_EQ(issue(Op::movd2b, 30), 30u);
    EXPECT_EQ(issue(Op::movd2b, 31), 31u) << "moves to SrcB follow each other";
    EXPECT_EQ(issue(Op::elwadd, 32, 64), 35u) << "anything else waits three cycles";
    EXPECT_EQ(issue(Op::mova2d, 50), 50u);
    EXPECT_EQ(issue(Op::elwadd, 51, 64), 51u) << "who does not read Dst need not wait";
    EXPECT_EQ(issue(Op::elwmul, 52, 128), 54u) << "who reads Dst waits, wherever it reads";
}

}  // namespace
}  // namespace tessera::tensix
