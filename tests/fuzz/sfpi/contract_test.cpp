// Random SFPI code, recorded, lowered with each profile for each architecture and run, against the slow graph. With the
// profile `none` the graph is evaluated as it was written. TESSERA_FUZZ=n runs n times as many.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <memory>
#include <random>

#include "sim/api/sfpi.h"
#include "tests/fuzz/sfpi/slow_tree.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::fuzz {
namespace {

using namespace sfpi;
using sfpu::Lowering;

constexpr int variables = 3;

// Code in two forms at once: SFPI objects that record, and nodes.
struct Value {
    vFloat vector;
    int node;
};

class Writer {
  public:
    Writer(Graph& graph, unsigned seed) : graph_(graph), random_(seed) {
        for (int i = 0; i < variables; ++i)
            v_.push_back({vFloat(dst_reg[i]), graph.push({.kind = Kind::input, .word = static_cast<Word>(i)})});
    }
    void write(int statements) {
        body(statements, 0, 0);
        for (int i = 0; i < variables; ++i) {
            dst_reg[i] = reinterpret<vUInt>(v_[static_cast<std::size_t>(i)].vector);
            graph_.push({.kind = Kind::store, .a = v_[static_cast<std::size_t>(i)].node});
        }
    }

  private:
    int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    Value& variable() { return v_[static_cast<std::size_t>(pick(variables))]; }

    // Literals must be known when this is compiled.
    Value literal() {
        const auto made = [this](vFloat vector, float f) {
            return Value{std::move(vector), graph_.push({.kind = Kind::literal, .word = std::bit_cast<Word>(f)})};
        };
        switch (pick(8)) {
            case 0: return made(vFloat(0.5f), 0.5f);
            case 1: return made(vFloat(-2.25f), -2.25f);
            case 2: return made(vFloat(3.14159265f), 3.14159265f);
            case 3: return made(vFloat(1.0f), 1.0f);
            case 4: return made(vFloat(0.0f), 0.0f);
            case 5: return made(vFloat(-1.0f), -1.0f);
            case 6: return made(vFloat(12102203.0f), 12102203.0f);
            default: return made(vFloat(1065353216.0f), 1065353216.0f);
        }
    }

    Value negated(const Value& x) { return {-x.vector, graph_.push({.kind = Kind::negate, .a = x.node})}; }

    // Operations that contraction does not look into: integers and fields of the bits.
    Value of_bits(const Value& x) {
        const auto made = [&](vFloat vector, Bits bits) {
            return Value{std::move(vector), graph_.push({.kind = Kind::bits, .a = x.node, .bits = std::move(bits)})};
        };
        const auto as_float = [](vInt v) { return vFloat(reinterpret<vFloat>(v)); };
        vInt n = reinterpret<vInt>(x.vector);
        switch (pick(9)) {
            case 0: return made(abs(x.vector), [](Word a, Word) { return a > 0xff800000 ? a : a & 0x7fffffff; });
            case 1: return made(setsgn(x.vector, 1), [](Word a, Word) { return a | 0x80000000; });
            case 2: return made(setexp(x.vector, 130), [](Word a, Word) { return (a & 0x807fffff) | 130u << 23; });
            case 3: return made(as_float(n + 77), [](Word a, Word) { return a + 77; });
            case 4: return made(as_float(~n), [](Word a, Word) { return ~a; });
            case 5: return made(as_float(n << 3), [](Word a, Word) { return a << 3; });
            case 6: return made(as_float(exexp(x.vector)), [](Word a, Word) { return (a >> 23 & 255) - 127; });
            case 7: return made(as_float(exman9(x.vector)), [](Word a, Word) { return a & 0x7fffff; });
            default:
                return made(as_float(lz(x.vector)),
                            [](Word a, Word) { return static_cast<Word>(std::countl_zero(a)); });
        }
    }

    Value of_two(const Value& x, const Value& y) {
        const auto made = [&](vFloat vector, Kind kind) {
            Node node{.kind = kind};
            (kind == Kind::mul ? node.a : node.b) = x.node;
            (kind == Kind::mul ? node.b : node.c) = y.node;
            return Value{std::move(vector), graph_.push(std::move(node))};
        };
        const auto bits = [&](vInt v, Bits f) {
            return Value{reinterpret<vFloat>(v),
                         graph_.push({.kind = Kind::bits, .a = x.node, .b = y.node, .bits = std::move(f)})};
        };
        switch (pick(10)) {
            case 0:
            case 1:
            case 2: return made(x.vector * y.vector, Kind::mul);
            case 3:
            case 4:
            case 5: return made(x.vector + y.vector, Kind::add);
            case 6:
            case 7: {
                vFloat vector = x.vector - y.vector;
                return {std::move(vector), graph_.difference(x.node, y.node)};
            }
            case 8:
                return bits(reinterpret<vInt>(x.vector) ^ reinterpret<vInt>(y.vector),
                            [](Word a, Word b) { return a ^ b; });
            default:
                return bits(reinterpret<vInt>(x.vector) - reinterpret<vInt>(y.vector),
                            [](Word a, Word b) { return a - b; });
        }
    }

    Value tree(int depth) {
        if (depth == 0 || pick(6) == 0) {
            if (pick(3) == 0) return literal();
            const Value& v = variable();
            return {v.vector, v.node};
        }
        if (pick(5) == 0) {
            const Value x = tree(depth - 1);
            return graph_.is_literal(x.node) ? Value{x.vector, x.node} : pick(2) ? negated(x) : of_bits(x);
        }
        const Value x = tree(depth - 1), y = tree(depth - 1);
        if (graph_.is_literal(x.node) && graph_.is_literal(y.node)) return of_two(x, variable());
        return of_two(x, y);
    }

    // What is assigned under a condition merges with the variable's old value.
    void settle(Value& target, int node, int mask) {
        target.node = mask == 0 ? node : graph_.push({.kind = Kind::merge, .a = target.node, .b = node, .mask = mask});
    }

    void statement(int mask) {
        Value& target = variable();
        const int which = pick(6);
        const Value x = tree(2);
        if (which < 3) {
            target.vector = x.vector;
            settle(target, x.node, mask);
        } else if (which == 3) {
            target.vector += x.vector;
            settle(target, graph_.push({.kind = Kind::add, .b = target.node, .c = x.node}), mask);
        } else if (which == 4) {
            target.vector *= x.vector;
            settle(target, graph_.push({.kind = Kind::mul, .a = target.node, .b = x.node}), mask);
        } else {
            target.vector -= x.vector;
            settle(target, graph_.in_place(target.node, x.node), mask);
        }
    }

    // A condition is worked out where it is applied, so comparisons are listed and numbered then.
    struct Pending {
        Test test;
        int a, b;
    };
    vCond comparison(Pending& pending) {
        const Value& x = variable();
        const Value& other = variable();
        const Value y = pick(2) ? literal() : Value{other.vector, other.node};
        pending = {static_cast<Test>(pick(6)), x.node, y.node};
        switch (pending.test) {
            case Test::lt: return x.vector < y.vector;
            case Test::ge: return x.vector >= y.vector;
            case Test::eq: return x.vector == y.vector;
            case Test::ne: return x.vector != y.vector;
            case Test::gt: return x.vector > y.vector;
            default: return x.vector <= y.vector;
        }
    }
    int placed(const Pending& p) { return graph_.comparison(p.test, p.a, p.b); }

    void branch(int statements, int depth, int outer) {
        vPredicate predicate;
        predicate.push();
        Pending first{}, second{};
        const vCond x = comparison(first);
        int condition;
        switch (pick(4)) {
            case 0: {
                const vCond y = comparison(second);
                predicate.narrow(x && y);
                const int a = placed(first);
                condition = graph_.condition(Test::both, a, placed(second));
                break;
            }
            case 1: {
                const vCond y = comparison(second);
                predicate.narrow(x || y);
                const int a = placed(first);
                condition = graph_.condition(Test::either, a, placed(second));
                break;
            }
            case 2:
                predicate.narrow(!x);
                condition = graph_.condition(Test::inverse, placed(first), -1);
                break;
            default:
                predicate.narrow(x);
                condition = placed(first);
                break;
        }
        graph_.flags_change();
        const int inner = graph_.mask({.parent = outer, .condition = condition});
        body(statements, depth + 1, inner);
        if (pick(2)) {
            predicate.complement();
            graph_.flags_change();
            body(statements, depth + 1, graph_.mask({.parent = outer, .without = inner}));
        }
        graph_.flags_change();
    }

    void body(int statements, int depth, int mask) {
        for (int i = 0; i < statements; ++i) {
            if (depth < 2 && pick(4) == 0)
                branch(1 + pick(2), depth, mask);
            else
                statement(mask);
        }
    }

    Graph& graph_;
    std::mt19937 random_;
    std::vector<Value> v_;
};

Word pattern(std::mt19937& random) {
    const auto bits = static_cast<Word>(random());
    switch (random() % 5) {
        case 0: return bits;
        case 1: return (bits & 0x80000000) | (bits & 2 ? 0x7f800000 : 0) | (bits >> 2 & 3);
        default: return (bits & 0x80ffffff) | 0x3f000000;
    }
}

// Whether the program could be lowered: a random one may need more registers than there are.
bool check(const arch::Arch& arch, Lowering lowering, unsigned seed, int statements) {
    Graph graph(arch.sfpu.sign_flips, lowering);
    sfpu::Program program;
    try {
        program = sfpu::lowered(arch, lowering, [&] { Writer(graph, seed).write(statements); });
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::lreg_pressure) << fault.detail();
        return false;
    }
    graph.contract();
    std::mt19937 random(seed);
    std::array<lane::Lanes, variables> inputs;
    sfpu::State state = sfpu::initial_state();
    const auto dst = std::make_unique<tensix::Dst>();
    sfpu::DstPort port{.dst = *dst, .fp32 = true};
    const auto row = [](int i, int l) { return 4 * (i / 2) + l / 8; };
    for (int i = 0; i < variables; ++i)
        for (int l = 0; l < lane::count; ++l) {
            inputs[static_cast<std::size_t>(i)][l] = pattern(random);
            dst->write32(row(i, l), 2 * (l % 8) + i % 2, num::dst_from_32(inputs[static_cast<std::size_t>(i)][l]));
        }
    sfpu::execute(arch.sfpu, state, port, program.code);
    for (int l = 0; l < lane::count; ++l) {
        const auto expected = graph.evaluate({inputs[0][l], inputs[1][l], inputs[2][l]});
        for (int i = 0; i < variables; ++i) {
            const Word got = num::dst_to_32(dst->read32(row(i, l), 2 * (l % 8) + i % 2));
            if (got == expected[static_cast<std::size_t>(i)]) continue;
            ADD_FAILURE() << std::hex << "variable " << i << " lane " << l << ": expected "
                          << expected[static_cast<std::size_t>(i)] << ", got " << got << "\n"
                          << sfpu::print(program);
            return true;
        }
    }
    return true;
}

void fuzz(int statements, unsigned rounds) {
    const char* more = std::getenv("TESSERA_FUZZ");
    rounds *= static_cast<unsigned>(more ? std::max(1, std::atoi(more)) : 1);
    unsigned lowered = 0, tried = 0;
    for (const arch::Arch* arch : arch::all())
        for (const Lowering lowering : {Lowering::none, Lowering::sfpi_2023, Lowering::sfpi_2025})
            for (unsigned seed = 0; seed < rounds; ++seed) {
                SCOPED_TRACE(std::string(arch->name) + " " + std::string(name(lowering)) + " seed " +
                             std::to_string(seed) + " statements " + std::to_string(statements));
                lowered += check(*arch, lowering, seed + 100000u * static_cast<unsigned>(statements), statements);
                ++tried;
                if (testing::Test::HasFailure()) return;
            }
    EXPECT_GT(2 * lowered, tried) << "most programs must fit the registers";
}

TEST(SfpiFuzz, OneStatement) { fuzz(1, 150); }
TEST(SfpiFuzz, ShortFunctions) { fuzz(4, 80); }
TEST(SfpiFuzz, LongPredicatedFunctions) { fuzz(12, 30); }

}  // namespace
}  // namespace tessera::fuzz
