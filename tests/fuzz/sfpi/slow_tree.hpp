// SFPI code as a graph of values, and what it must compute by the rules of spec/tensix-core.md 5.1 to 5.3: contraction
// by use counts, order of operands and flag-writing instructions between; then plain evaluation, one lane at a time.
// Written apart from the lowering, which is held against it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/num/rules.hpp"
#include "sim/sfpu/lowering.hpp"

namespace tessera::fuzz {

using Word = std::uint32_t;
using Bits = std::function<Word(Word, Word)>;

enum class Kind {
    input,     // word by lane, `word` is which
    literal,   // `word`
    negate,    // a
    mul,       // a * b; flip 1: of a
    add,       // b + c; flip 1: of b, 2: of c
    mad,       // a * b + c; flip 1: of a, 2: of c
    subtract,  // -1 * b + c as one instruction
    addi,      // literal `word` + b
    muli,      // literal `word` * b
    bits,      // whatever of a and b that contraction does not look into
    compare,   // a - b for a condition, or a where b is the literal zero
    merge,     // b where `mask` is on, else a
    store,     // a
};

struct Node {
    Kind kind;
    int a = -1, b = -1, c = -1;
    Word word = 0;
    int flip = 0;
    int epoch = 0;  // flag-writing instructions before it
    int mask = 0;
    Bits bits = {};
    bool dead = false;
};

enum class Test { lt, ge, eq, ne, gt, le, both, either, inverse };
struct Condition {
    Test test;
    int a, b;  // of a comparison a is its node; else conditions
};

// Mask 0 is every lane; others are `parent` and a condition, or `parent` without another mask.
struct Mask {
    int parent;
    int condition = -1, without = -1;
};

class Graph {
  public:
    Graph(bool blackhole, sfpu::Lowering lowering) : bh_(blackhole), lowering_(lowering) {}

    int push(Node node);
    int condition(Test test, int a, int b);
    int mask(Mask mask);
    void flags_change() { ++epoch_; }
    bool is_literal(int node) const { return nodes_[static_cast<std::size_t>(node)].kind == Kind::literal; }

    // Values by how SFPI writes them.
    int difference(int a, int b);  // a - b
    int in_place(int a, int b);    // a -= b
    int comparison(Test test, int a, int b);

    void contract();
    // The values of the stores, in order, for one lane.
    std::vector<Word> evaluate(const std::vector<Word>& inputs) const;

  private:
    Node& node(int i) { return nodes_[static_cast<std::size_t>(i)]; }
    std::vector<int> readers(int value) const;
    bool single(int value) const { return readers(value).size() == 1; }
    bool near(int from, int at) const;
    void drop_unused();
    void form_immediates();
    bool immediate(int at, int constant, int other);
    void fold_flips();
    void fold_operand(int at, int Node::*slot, int flip);
    void form_mads();
    bool fuse(int at, int product, int addend, int flip_product, int flip_addend);
    void negate_by_mad();

    bool bh_;
    sfpu::Lowering lowering_;
    int epoch_ = 0;
    std::vector<Node> nodes_;
    std::vector<Condition> conditions_;
    std::vector<Mask> masks_{{-1}};
};

}  // namespace tessera::fuzz
