// Kinds of datums in Dst (spec/tensix-core.md 4.2): every mode of SFPLOAD on whatever units and SFPSTORE leave there.
#include "sim/core/judges/dst_use.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "sim/sfpu/dst_fit.hpp"

namespace tessera::core {
namespace {

using tensix::DatumKind;
using tensix::DstContents;
using enum tensix::DatumKind;

constexpr DatumKind kinds[] = {bf16, fp16, int8, raw16, fp32, int32, any32, bits32};

// The page's table of modes, by hand: what each load takes, as letters: b bf16, h fp16, c 8-bit integers, r opaque 16
// bits, f fp32, i int32, a 32 bits that SFPSTORE moved, o opaque 32 bits.
constexpr const char* letters = "bhcrfiao";
std::string taken(bool wormhole, int mode) {
    switch (mode) {
        case 1: return "h";
        case 2: return "b";
        case 3:
        case 4:
        case 10: return "fia";
        case 5:
        case 13: return "c";
        case 6: return "bhr";
        case 12: return wormhole ? "ia" : "fia";
        case 11: return letters;
        default: return "r";
    }
}
DatumKind left(bool wormhole, int mode) {
    switch (mode) {
        case 1: return fp16;
        case 2: return bf16;
        case 3:
        case 4:
        case 10: return any32;
        case 5:
        case 13: return int8;
        case 7:
        case 9: return bits32;
        case 11: return unknown;
        case 12: return wormhole ? int32 : any32;
        default: return raw16;
    }
}

struct Thread {
    explicit Thread(const arch::Arch& of) : arch(of.sfpu), wormhole(of.sfpu.int32_is_converted) {}
    std::optional<DstUse::Misfit> load(int mode, int reg = 0, int row = 0, int column = 0) {
        return access(
            {.op = sfpu::Op::load, .vd = static_cast<std::uint8_t>(reg), .mod = static_cast<std::uint8_t>(mode)}, mode,
            row, column);
    }
    std::optional<DstUse::Misfit> store(int mode, int reg = 0, int row = 0, int column = 0) {
        return access(
            {.op = sfpu::Op::store, .vd = static_cast<std::uint8_t>(reg), .mod = static_cast<std::uint8_t>(mode)}, mode,
            row, column);
    }
    std::optional<DstUse::Misfit> access(const sfpu::Instr& in, int mode, int row, int column) {
        return use.follow(arch, state, in, {.pc = 4, .place = {row, column}, .mode = mode}, *contents);
    }
    std::optional<DstUse::Misfit> step(const sfpu::Instr& in) { return use.follow(arch, state, in, {}, *contents); }

    const arch::Sfpu& arch;
    const bool wormhole;
    sfpu::State state = sfpu::initial_state();
    DstUse use{1};
    std::unique_ptr<DstContents> contents = std::make_unique<DstContents>();
};

// A misfit that only carries bits shows when something looks at the register.
bool misfits(Thread& thread, int mode) {
    if (thread.load(mode)) return true;
    return thread.step({.op = sfpu::Op::mov, .vd = 1, .vc = 0}).has_value();
}

TEST(DstUse, EveryLoadOnWhatEachUnitLeaves) {
    for (const arch::Arch* arch : arch::all())
        for (int mode = 1; mode < 16; ++mode)
            for (std::size_t k = 0; k < std::size(kinds); ++k) {
                Thread thread(*arch);
                thread.contents->wrote(0, 64, {kinds[k], 1, 8});
                const bool fits = taken(thread.wormhole, mode).find(letters[k]) != std::string::npos;
                EXPECT_EQ(misfits(thread, mode), !fits) << arch->name << " mode " << mode << " on " << name(kinds[k]);
            }
}

TEST(DstUse, EveryLoadBehindEveryStore) {
    for (const arch::Arch* arch : arch::all())
        for (int stored = 1; stored < 16; ++stored)
            for (int mode = 1; mode < 16; ++mode) {
                Thread thread(*arch);
                ASSERT_FALSE(thread.store(stored));
                const DatumKind kind = left(thread.wormhole, stored);
                bool fits = kind == unknown;
                for (std::size_t k = 0; k < std::size(kinds); ++k)
                    fits |= kinds[k] == kind && taken(thread.wormhole, mode).find(letters[k]) != std::string::npos;
                EXPECT_EQ(misfits(thread, mode), !fits) << arch->name << " mode " << mode << " behind " << stored;
            }
}

TEST(DstUse, RowsAndColumnsApart) {
    Thread thread(arch::wormhole_b0());
    thread.contents->wrote(0, 64, {bf16, 1, 8});
    EXPECT_FALSE(thread.store(6, 0, 4, 1));
    EXPECT_FALSE(thread.load(2, 0, 4, 0));
    EXPECT_FALSE(thread.load(2, 0, 0, 1));
    const auto wrong = thread.load(2, 0, 4, 1);
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->row, 4);
    EXPECT_EQ(wrong->held.kind, raw16);
    thread.contents->forget(4, 4);
    EXPECT_FALSE(thread.load(2, 0, 4, 1));
    // Row 8 of 32 bits is physical rows 16 and 24.
    EXPECT_FALSE(thread.store(4, 0, 8, 0));
    EXPECT_TRUE(thread.load(2, 0, 16, 0));
    EXPECT_TRUE(thread.load(2, 0, 24, 0));
    EXPECT_FALSE(thread.load(2, 0, 8, 0));
}

TEST(DstUse, BitsThatAreOnlyCarriedKeepTheirKind) {
    for (const int mode : {6, 4}) {
        const bool fits = mode == 6;  // opaque bits of any 16-bit datums, where mode 4 wants 32
        Thread thread(arch::wormhole_b0());
        thread.contents->wrote(0, 16, {bf16, 1, 8});
        EXPECT_FALSE(thread.load(mode, 3));
        EXPECT_FALSE(thread.step({.op = sfpu::Op::mul, .vd = 1, .va = 2, .vb = 2, .vc = 9}));
        EXPECT_FALSE(thread.store(mode, 3, 64));
        EXPECT_FALSE(thread.load(2, 0, fits ? 64 : 128));
        EXPECT_EQ(thread.step({.op = sfpu::Op::setcc, .vc = 3, .mod = 6}).has_value(), !fits);
        EXPECT_FALSE(thread.load(mode, 3));
        EXPECT_EQ(thread.store(2, 3, 256).has_value(), !fits);
        EXPECT_FALSE(thread.load(mode, 3));
        EXPECT_FALSE(thread.step({.op = sfpu::Op::loadi, .vd = 3}));
        EXPECT_FALSE(thread.step({.op = sfpu::Op::mov, .vd = 1, .vc = 3}));
    }
}

TEST(DstUse, BitsThatWereLookedAtAreOpaque) {
    Thread thread(arch::wormhole_b0());
    thread.contents->wrote(0, 4, {bf16, 1, 8});
    EXPECT_FALSE(thread.load(6, 3));
    EXPECT_FALSE(thread.step({.op = sfpu::Op::mov, .vd = 1, .vc = 3}));
    EXPECT_FALSE(thread.store(6, 3, 64));
    const auto wrong = thread.load(2, 0, 64);
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->held.kind, raw16);
}

TEST(DstUse, NoKindWhereAConditionMayLeaveLanesOut) {
    Thread thread(arch::wormhole_b0());
    thread.contents->wrote(0, 4, {bf16, 1, 8});
    thread.use.begin(thread.state);
    EXPECT_FALSE(thread.step({.op = sfpu::Op::setcc, .vc = 1, .mod = 6}));
    EXPECT_FALSE(thread.store(2));
    EXPECT_TRUE(thread.load(1));  // the same kind stays
    EXPECT_FALSE(thread.store(6));
    EXPECT_FALSE(thread.load(1));
    EXPECT_FALSE(thread.load(2));
    EXPECT_FALSE(thread.step({.op = sfpu::Op::encc, .mod = 0}));
    EXPECT_FALSE(thread.store(6));
    EXPECT_TRUE(thread.load(2));
}

TEST(DstUse, MacrosLoadLikeOthersAndStoreWhatIsNotFollowed) {
    Thread thread(arch::wormhole_b0());
    thread.contents->wrote(0, 8, {raw16, 1, 8});
    EXPECT_TRUE(thread.access({.op = sfpu::Op::loadmacro, .vd = 1, .mod = 2}, 2, 0, 0));
    for (std::uint32_t& column : thread.state.macro[4]) column = 3u << 24;
    EXPECT_FALSE(thread.access({.op = sfpu::Op::loadmacro, .vd = 1, .mod = 6}, 6, 0, 0));
    EXPECT_FALSE(thread.load(2));
    EXPECT_TRUE(thread.load(2, 0, 4));
}

}  // namespace
}  // namespace tessera::core
