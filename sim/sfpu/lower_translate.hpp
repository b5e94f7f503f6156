// Recorded operations become nodes: the operation table and the conditions of spec/tensix-core.md 5.1 and 5.3.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sim/sfpu/lower_ir.hpp"
#include "sim/sfpu/ops/mad.hpp"

namespace tessera::sfpu::lowering {

class Translator {
  public:
    Translator(const Recording& recording, const arch::Sfpu& arch, const LoweringOf& lowering_of);
    Code run();

  private:
    // A condition is kept as a tree until it is applied, so that it narrows the lanes in force then.
    struct Condition {
        VectorOp op = VectorOp::condition_not;
        std::uint32_t a = no_value, b = no_value;  // recorded conditions, or values of code_ for a comparison
    };
    struct Push {
        std::uint32_t region;       // the lanes to come back to
        bool issued;                // the outermost is not
        bool complemented = false;  // SFPCOMPC relied on this entry
        std::int64_t node = -1;     // its SFPPUSHC, when it is in this segment
    };

    void operation(const Recorded& entry);
    Node& emit(Node node);
    Value compute(Node node);
    Value operand(std::uint32_t recorded);
    Value fixed(int reg) { return code_.add_fixed(reg); }
    std::optional<std::uint32_t> known(Value v) const;
    bool is_zero(Value v) const;
    std::optional<std::int32_t> immediate(Value v, bool negated) const;
    void require_extensions(std::string_view what) const;

    Value constant(std::uint32_t word, bool literal, Value old = no_value);
    Value subtract(Value a, Value b);
    Value int_add(Value a, Value b);
    Value int_sub(Value a, Value b);
    Value assign(Value old, Value value);
    void instruction(const Recorded& entry);
    void load_store(const Recorded& entry, VectorOp first, Op op);
    void lut(const Recorded& entry);
    void transpose(const Recorded& entry);
    void swap(const Recorded& entry);
    void write_lreg(Value v, std::uint32_t reg);
    void dst_increment(std::uint32_t steps, bool literal);
    void raw(std::uint32_t word);

    // lower_conditions.cpp
    void push();
    void pop();
    void complement();
    void narrow(std::uint32_t condition, bool negate);
    void narrow_both(const Condition& condition, bool negate);
    void narrow_either(const Condition& condition, bool negate);
    void compare(const Condition& comparison);
    void compare_float(VectorOp op, Value a, Value b);
    void compare_int(VectorOp op, Value a, Value b);
    void set_flags(int mod, Value v);
    Value condition_value(std::uint32_t condition);
    template <class F>
    void in_temporary(F narrow_lanes);
    bool at_head() const { return region_ == (stack_.empty() ? 0 : stack_.back().region); }
    void new_region() { region_ = ++regions_; }

    const Recording& recording_;
    const arch::Sfpu& arch_;
    const LoweringOf& lowering_of_;
    Code code_;
    std::vector<Value> value_of_;           // of recorded values
    std::vector<Condition> conditions_;     // of recorded values that are conditions
    std::vector<Value> pending_, results_;  // operands before, results after an operation with several
    std::vector<Push> stack_;
    std::uint32_t region_ = 0, regions_ = 0, block_ = 0, pc_ = 0, source_ = 0;
    std::int64_t last_pop_ = -1, last_pop_push_ = -1;  // an SFPPOPC that an outer one may make superfluous
    std::optional<std::uint32_t> dst_format_;          // of the next load or store
    Value lreg_[8];                                    // what l_reg[] reads
    bool lreg_written_[8] = {};
};

}  // namespace tessera::sfpu::lowering
