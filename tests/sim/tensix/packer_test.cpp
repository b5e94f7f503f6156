// Single instructions of the packers (spec/pack-instructions.md 2): random registers and sequences against an evaluator
// written from the documents alone, what is refused, and the time of the packers.
#include "sim/tensix/packer.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/pack_accumulate.hpp"
#include "sim/tensix/pack_pipeline.hpp"
#include "tests/sim/tensix/same_registers.hpp"
#include "tests/sim/tensix/slow_pack.hpp"

namespace tessera::tensix {
namespace {

std::uint32_t packing_word(std::initializer_list<std::uint32_t> values, int column) {
    return encode(Op::pacr, std::vector(values), column);
}

// T2's packers by themselves, word by word.
struct OnePackThread {
    const arch::Arch& arch;
    CounterSet counters = {};
    ThreadConfig thread = {};
    ConfigWords<ConfigSpace::core> core = {};
    PackerStates state = {};
    Dst dst = {};
    std::vector<std::uint8_t> l1 = {};

    int column() const { return arch.sfpu.isa_column; }
    PackStep resolve(std::uint32_t bits) const {
        return resolve_pack(
            Word(bits, column()),
            {.counters = counters, .thread = thread, .core = core, .state = state, .rules = arch.tensix.pack});
    }
    void run(std::uint32_t bits) {
        const PackStep step = resolve(bits);
        for (const PackStep::Output& out : step.output) {
            if (!out.works) continue;
            PackedDatums packed;
            pack(step, out, dst, packed);
            store(out, out.datums, packed.datums.data());
            store(out, out.exponents, packed.exponents.data());
        }
        move_counters(step, thread, counters);
        move_packers(step, state);
    }
    void store(const PackStep::Output& out, const PackStep::Range& range, std::uint8_t* bytes) {
        const std::span from(bytes, range.bytes + range.padding);
        const std::span to = std::span(l1).subspan(range.begin, from.size());
        if (out.accumulates && !from.empty()) pack_accumulate(out.conversion.out, to, from);
        std::ranges::copy(from, to.begin());
    }
};

struct BothPackers : SameRegisters<OnePackThread, SlowPack> {
    using SameRegisters::SameRegisters;
    void counter(std::size_t channel, AddressCounters::Dimension which, std::uint32_t value) {
        fast.counters[2].channel[channel][which] = {value, value};
        SlowPack::Channel& c = slow.counters[channel];
        if (which == AddressCounters::x) c.x = value;
        if (which == AddressCounters::y) c.y = c.y_cr = value;
        if (which == AddressCounters::z) c.z = c.z_cr = value;
        if (which == AddressCounters::w) c.w = value;
    }
};

struct Formats {
    std::uint32_t between, out;
    bool wide;
};
constexpr Formats pack_formats[] = {{5, 5, false},  {5, 0, false}, {6, 6, false}, {6, 7, false}, {6, 15, false},
                                    {1, 1, false},  {1, 0, false}, {2, 6, false}, {9, 9, false}, {0, 0, true},
                                    {5, 5, true},   {0, 1, true},  {0, 6, true},  {0, 7, true},  {8, 8, true},
                                    {14, 14, true}, {0, 15, true}, {6, 6, true}};

// Registers as some kernel might have them: strides, offsets, masks, addresses.
void set_up(BothPackers& both, const Formats& formats, std::mt19937& random) {
    const bool second = both.second();
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    const std::uint32_t size = (formats.between & 3) == 0 ? 4 : (formats.between & 3) == 1 ? 2 : 1;
    const bool adds = (formats.out == 0 || formats.out == 5) && below(3) == 0;
    const bool is_float = formats.between != 8 && formats.between != 9 && formats.between != 14;
    both.core(1, formats.between << 25);
    both.core(2, is_float ? below(4) << 2 | below(0x4000) << 6 : 0);
    const std::uint32_t control = second ? 12 : 8;
    both.core(control, second ? 16 * size << 16 : size | 16 * size << 12);
    both.core(control + 1, second ? 256 * size | 1024 * size << 16 : 256 * size | 1024 * size << 12);
    both.core(control + 2, second ? 32u << 16 : 16u << 12);
    both.core(control + 3, second ? 64u : 32u);
    both.core(second ? 18 : 14, (formats.wide ? 1u : 0u) | (formats.out == 14 ? below(2) << 1 : 0u));
    for (std::uint32_t i = 0; i < 4; ++i) {
        both.core((second ? 180 : 152) + i, 16 * below(4));
        both.core((second ? 20 : 16) + i, below(2) == 0 ? 0 : static_cast<std::uint32_t>(random()));
        both.core((second ? 24 : 20) + i, (below(2) == 0 ? 0xFFFF : below(0x10000)) | (i == 0 ? below(256) << 17 : 0));
        both.core((second ? 28 : 24) + i, (1 + below(16)) << 8);
        both.thread((second ? 37 : 31) + i, below(0x10000));
    }
    for (std::uint32_t packer = 0; packer < (second ? 1u : 4u); ++packer) {
        const std::uint32_t section = second ? 68 : std::array{56u, 84u, 96u, 124u}[packer];
        both.core(section, (packer == 0 ? 4 : below(20)) << 16);
        both.core(section + 1, packer == 0 ? 256 + below(64) + (below(2) << 31) : 1024 * packer + below(64));
        both.core(section + 2, 1 | formats.out << 4 | formats.between << 8 | below(2) << 15);
        both.core(section + 3, (adds ? second ? 1u << 19 : 1u << 21 : 0) | (below(4) == 0 ? 1u << 20 | 120u << 24 : 0));
    }
}

TEST(Packer, RandomSequencesEqualTheDocuments) {
    std::mt19937 random(7);
    for (const arch::Arch* arch : arch::all())
        for (int sequence = 0; sequence < 40; ++sequence) {
            BothPackers both(*arch);
            const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
            both.fast.l1.resize(128 * 1024);
            for (std::uint8_t& byte : both.fast.l1) byte = static_cast<std::uint8_t>(random());
            both.slow.l1 = both.fast.l1;
            const Formats& formats = pack_formats[below(std::size(pack_formats))];
            set_up(both, formats, random);
            for (int row = 0; row < Dst::rows; ++row) {
                for (int column = 0; column < Dst::columns; ++column)
                    both.fast.dst.write16(row, column, static_cast<std::uint32_t>(random()) & 0xFFFF);
                if (below(16) == 0) both.fast.dst.clear_rows(row, 1);
            }
            both.slow.dst = both.fast.dst;
            const bool blocks = is_bfp(static_cast<DataFormat>(formats.out));
            for (int i = 0; i < 12; ++i) {
                for (const std::size_t channel : {0, 1})
                    for (const auto which : {AddressCounters::y, AddressCounters::z, AddressCounters::w})
                        if (below(3) == 0)
                            both.counter(channel, which,
                                         channel == 1                  ? below(2)
                                         : which == AddressCounters::y ? 4 * below(4)
                                                                       : below(4));
                const std::uint32_t first = blocks ? 0 : below(4);
                both.counter(0, AddressCounters::x, first);
                const std::uint32_t rows = both.second() ? 1 : 1 + below(16);
                both.counter(1, AddressCounters::x, blocks || below(2) == 0 ? 16 * rows - 1 : first + below(8));
                const bool last = i == 11 || below(4) == 0, flush = below(6) == 0;
                std::uint32_t word = 0;
                if (both.second()) {
                    static constexpr std::uint32_t chosen[] = {0, 15, 1, 3, 7, 5, 10};
                    // A row that four neighbours begin with, unless they are sixteen apart.
                    const bool strided = below(3) == 0;
                    const std::uint32_t y = 4 * below(4);
                    both.counter(0, AddressCounters::y, y);
                    word = packing_word({0, 0, strided ? 1u : 0u, below(4), 0, below(8) == 0 ? 1u : 0u,
                                         chosen[below(7)], 0, below(2), 0, flush ? 1u : 0u, last ? 1u : 0u},
                                        1);
                } else {
                    static constexpr std::uint32_t chosen[] = {0, 1, 2, 4, 8, 3, 12, 15};
                    word = packing_word({below(4), below(8) == 0 ? 1u : 0u, i == 11 ? 15 : chosen[below(8)], 0,
                                         below(2), flush ? 1u : 0u, last ? 1u : 0u},
                                        0);
                }
                both.fast.run(word);
                both.slow.run(word);
                const std::string what = text(word, both.fast.column());
                for (std::size_t channel = 0; channel < 2; ++channel) {
                    const auto& c = both.fast.counters[2].channel[channel];
                    const SlowPack::Channel as{c[0].value, c[1].value, c[1].cr, c[2].value, c[2].cr, c[3].value};
                    ASSERT_EQ(as, both.slow.counters[channel]) << what << " channel " << channel;
                }
            }
            ASSERT_EQ(both.fast.l1, both.slow.l1)
                << arch->name << " sequence " << sequence << ": " << formats.between << " to " << formats.out;
        }
}

TEST(Packer, RefusesWhatItDependsOnAndIsNotModelled) {
    for (const arch::Arch* arch : arch::all()) {
        OnePackThread t{.arch = *arch};
        const bool second = t.column() == 1;
        const std::uint32_t pacr =
            second ? packing_word({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 1) : packing_word({0, 0, 1, 0, 0, 0, 1}, 0);
        const auto fault_of = [&](std::uint32_t word) {
            try {
                t.resolve(word);
            } catch (const fault::Fault& fault) {
                return std::string(fault.what());
            }
            return std::string();
        };
        const std::string unwritten = fault_of(pacr);
        EXPECT_NE(unwritten.find("REG1_Disable_zero_compress of packer 0, which nobody has written"), std::string::npos)
            << unwritten;
        const std::uint32_t section = second ? 68 : 56;
        t.core.write(t.column(), section + 2, ~0u, 1 | 5 << 4 | 5 << 8);
        t.core.write(t.column(), 1, ~0u, 6u << 25);
        EXPECT_NE(fault_of(pacr).find("what Dst becomes is bfp8 by ALU_FORMAT_SPEC_REG2_Dstacc"), std::string::npos)
            << fault_of(pacr);
        t.core.write(t.column(), section + 3, ~0u, 3);
        EXPECT_NE(fault_of(pacr).find("Downsample_mask set, which is not modelled"), std::string::npos);
        EXPECT_EQ(fault_of(second ? pacr | 2 : pacr | 2), "") << "a flush depends on no register";
        if (!second) {
            EXPECT_NE(fault_of(packing_word({0, 0, 5, 0, 0, 0, 1}, 0)).find("do not work together"), std::string::npos);
        }
    }
}

TEST(PackPipeline, TakesTheNextWhenTheDatumsAreOut) {
    PackPipeline pipeline;
    PackStep all, second;
    for (PackStep::Output& out : all.output) out.works = true;
    second.output[1].works = true;
    pipeline.take(all, 0, 32, 20);
    EXPECT_EQ(pipeline.free_at(second), 32u);
    EXPECT_EQ(pipeline.idle_at(), 52u);
    pipeline.take(second, 32, 8, 20);
    EXPECT_EQ(pipeline.free_at(all), 40u) << "the slowest of those named";
    EXPECT_EQ(pipeline.idle_at(), 60u);
}

}  // namespace
}  // namespace tessera::tensix
