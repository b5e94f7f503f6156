// Random programs against an evaluator that is written the plain way, straight from the instruction formats.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "sim/riscv/hart.hpp"
#include "tests/sim/riscv/assemble.hpp"

namespace tessera::riscv {
namespace {

using namespace assemble;

constexpr W base_within_a_line = 0x8004, memory_bytes = 2048;
constexpr W memory_reg = 31, counter_reg = 30;

// RV32IM without any care for speed, faults or time. Stops at a custom-0 word.
struct Naive {
    std::vector<W> words;
    std::array<W, 32> x{};
    std::array<std::uint8_t, memory_bytes> memory{};
    W pc = base_within_a_line;
    std::uint64_t executed = 0;

    W field(W word, int low, int bits) const { return word >> low & ((1u << bits) - 1); }
    static std::int64_t sx(W value, int bits) {
        const std::int64_t v = value & ((std::int64_t{1} << bits) - 1);
        return v >> (bits - 1) ? v - (std::int64_t{1} << bits) : v;
    }
    W arithmetic(W f3, bool alternate, W a, W b) const {
        switch (f3) {
            case 0: return alternate ? a - b : a + b;
            case 1: return a << (b % 32);
            case 2: return sx(a, 32) < sx(b, 32) ? 1 : 0;
            case 3: return a < b ? 1 : 0;
            case 4: return a ^ b;
            case 5: return alternate ? static_cast<W>(sx(a, 32) >> (b % 32)) : a >> (b % 32);
            case 6: return a | b;
            default: return a & b;
        }
    }
    W multiply_divide(W f3, W a, W b) const {
        const __int128 sa = sx(a, 32), sb = sx(b, 32), ua = a, ub = b;
        switch (f3) {
            case 0: return static_cast<W>(ua * ub);
            case 1: return static_cast<W>(sa * sb >> 32);
            case 2: return static_cast<W>(sa * ub >> 32);
            case 3: return static_cast<W>(ua * ub >> 32);
            case 4: return b == 0 ? static_cast<W>(-1) : static_cast<W>(sa / sb);
            case 5: return b == 0 ? static_cast<W>(-1) : static_cast<W>(ua / ub);
            case 6: return b == 0 ? a : static_cast<W>(sa % sb);
            default: return b == 0 ? a : static_cast<W>(ua % ub);
        }
    }
    bool step() {
        const W w = words.at((pc - base_within_a_line) / 4), f3 = field(w, 12, 3), rd = field(w, 7, 5);
        const W a = x[field(w, 15, 5)], b = x[field(w, 20, 5)];
        W next = pc + 4, result = 0;
        bool writes = true;
        switch (field(w, 0, 7)) {
            case 0x37: result = w & 0xFFFFF000; break;
            case 0x17: result = pc + (w & 0xFFFFF000); break;
            case 0x13: {
                const W immediate = static_cast<W>(sx(w >> 20, 12));
                result = arithmetic(f3, f3 == 5 && field(w, 30, 1), a, immediate);
                break;
            }
            case 0x33:
                result = field(w, 25, 1) ? multiply_divide(f3, a, b) : arithmetic(f3, field(w, 30, 1), a, b);
                break;
            case 0x03: {
                const W at = a + static_cast<W>(sx(w >> 20, 12)) - local_base, size = 1u << (f3 % 4);
                for (W i = 0; i < size; ++i) result |= W{memory.at(at + i)} << (8 * i);
                if (f3 < 4) result = static_cast<W>(sx(result, static_cast<int>(8 * size)));
                break;
            }
            case 0x23: {
                const W at = a + static_cast<W>(sx(field(w, 25, 7) << 5 | rd, 12)) - local_base;
                for (W i = 0; i < 1u << f3; ++i) memory.at(at + i) = static_cast<std::uint8_t>(b >> (8 * i));
                writes = false;
                break;
            }
            case 0x63: {
                const W distance =
                    field(w, 31, 1) << 12 | field(w, 7, 1) << 11 | field(w, 25, 6) << 5 | field(w, 8, 4) << 1;
                const bool less = f3 & 2 ? a < b : sx(a, 32) < sx(b, 32);
                const bool yes = (f3 < 2 ? a == b : less) != ((f3 & 1) != 0);
                if (yes) next = pc + static_cast<W>(sx(distance, 13));
                writes = false;
                break;
            }
            case 0x6F: {
                const W distance =
                    field(w, 31, 1) << 20 | field(w, 12, 8) << 12 | field(w, 20, 1) << 11 | field(w, 21, 10) << 1;
                result = pc + 4;
                next = pc + static_cast<W>(sx(distance, 21));
                break;
            }
            default: return false;
        }
        if (writes && rd != 0) x[rd] = result;
        pc = next;
        ++executed;
        return true;
    }
};

class Generator {
  public:
    explicit Generator(unsigned seed) : random_(seed) {}

    W value() {
        constexpr std::array<W, 8> corners{0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 31, 0xFFFF8000};
        return pick(3) == 0 ? corners[pick(8)] : random_();
    }
    // A program of blocks, each a loop of a few turns with forward branches inside, or straight-line code.
    std::vector<W> program(bool branching) {
        std::vector<W> words;
        for (int block = 0; block < 8; ++block) {
            words.push_back(addi(counter_reg, 0, static_cast<int>(1 + pick(4))));
            const std::size_t begin = words.size();
            for (W i = 0, length = 4 + pick(24); i < length; ++i) words.push_back(instruction(branching));
            for (int i = 0; i < 6; ++i) words.push_back(instruction(false));  // where the last branches may land
            words.push_back(addi(counter_reg, counter_reg, -1));
            if (branching) words.push_back(bne(counter_reg, 0, -4 * static_cast<int>(words.size() - begin)));
        }
        words.push_back(call(0));
        return words;
    }

  private:
    W pick(W n) { return static_cast<W>(random_() % n); }
    W destination() {
        const W rd = pick(30);  // not the memory's base, not the loop's counter
        return rd == 2 ? 3 : rd;
    }
    W source() { return pick(30); }
    W instruction(bool branching) {
        switch (pick(branching ? 12 : 9)) {
            case 0: return u_type(pick(2) ? 0x37 : 0x17, destination(), random_());
            case 1:
            case 2: {
                const W f3 = pick(8);
                int immediate = static_cast<int>(pick(4096)) - 2048;
                if (f3 == 1) immediate &= 31;
                if (f3 == 5) immediate &= 0x41F;
                return i_type(0x13, f3, destination(), source(), immediate);
            }
            case 3:
            case 4: {
                const W f3 = pick(8);
                const W f7 = (f3 == 0 || f3 == 5) && pick(2) ? 0x20 : 0;
                return r_type(0x33, f3, f7, destination(), source(), source());
            }
            case 5:
            case 6: return r_type(0x33, pick(8), 1, destination(), source(), source());
            case 7: {
                constexpr std::array<W, 5> kinds{0, 1, 2, 4, 5};
                const W f3 = kinds[pick(5)];
                return i_type(0x03, f3, destination(), memory_reg, offset(f3 % 4));
            }
            case 8: {
                const W f3 = pick(3);
                return s_type(f3, memory_reg, source(), offset(f3));
            }
            case 9: return jal(destination(), static_cast<int>(4 * (1 + pick(6))));
            default: {
                constexpr std::array<W, 6> kinds{0, 1, 4, 5, 6, 7};
                return b_type(kinds[pick(6)], source(), source(), static_cast<int>(4 * (1 + pick(6))));
            }
        }
    }
    int offset(W size_log2) { return (static_cast<int>(pick(memory_bytes)) - 1024) & -(1 << size_log2); }

    std::mt19937 random_;
};

void compare(unsigned seed, bool branching) {
    Generator generator(seed);
    Naive naive;
    naive.words = generator.program(branching);
    Hart hart(arch::wormhole_b0().riscv, abi::Risc::t1, make_program(base_within_a_line, naive.words));
    for (unsigned r = 1; r < 32; ++r) naive.x[r] = generator.value();
    naive.x[memory_reg] = local_base + 1024;
    for (unsigned r = 1; r < 32; ++r) hart.set_reg(r, naive.x[r]);
    for (std::uint8_t& byte : naive.memory) byte = static_cast<std::uint8_t>(generator.value());
    hart.local_memory().write(local_base, naive.memory);

    while (naive.step()) {
    }
    // Runs cut short by a limit must not change anything.
    Pause pause;
    for (Cycle limit = 50; (pause = hart.run(limit)).touch == Touch::limit; limit = hart.clock() + 50) {
    }
    ASSERT_EQ(pause.touch, Touch::call) << "seed " << seed;
    ASSERT_EQ(hart.pc(), naive.pc) << "seed " << seed;
    ASSERT_EQ(hart.counters().instructions, naive.executed) << "seed " << seed;
    for (unsigned r = 0; r < 32; ++r) ASSERT_EQ(hart.reg(r), naive.x[r]) << "seed " << seed << " x" << r;
    std::array<std::uint8_t, memory_bytes> memory{};
    hart.local_memory().read(local_base, memory);
    ASSERT_EQ(memory, naive.memory) << "seed " << seed;
    ASSERT_EQ(hart.clock(), hart.counters().total_cycles()) << "every cycle has its reason; seed " << seed;
}

TEST(RandomPrograms, StraightLineAgreesWithTheNaiveEvaluator) {
    for (unsigned seed = 0; seed < 400; ++seed) compare(seed, false);
}

TEST(RandomPrograms, BranchingAgreesWithTheNaiveEvaluator) {
    for (unsigned seed = 1000; seed < 1600; ++seed) compare(seed, true);
}

}  // namespace
}  // namespace tessera::riscv
