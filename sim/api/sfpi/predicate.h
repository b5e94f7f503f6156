// v_if and its family (spec/kernel-api.md 4.3): v_if opens exactly one brace, which v_endif closes; v_elseif and v_else
// are plain statements between the user's braces.
#pragma once

#include "sim/api/sfpi/vector.h"

namespace sfpi {

class vPredicate {
  public:
    vPredicate() = default;
    vPredicate(const vPredicate&) = delete;
    [[gnu::always_inline]] ~vPredicate() { tessera::abi::emit_scalar_void<VectorOp::pop>(0, pushes_); }
    [[gnu::always_inline]] void push() {
        tessera::abi::emit_void<VectorOp::push>(0, 0);
        ++pushes_;
    }
    void complement() { tessera::abi::emit_void<VectorOp::complement>(0, 0); }
    void narrow(const vCond& condition) { tessera::abi::emit_void<VectorOp::apply>(condition.handle(), 0); }

  private:
    uint32_t pushes_ = 0;
};

}  // namespace sfpi

#define v_if(condition)                  \
    {                                    \
        ::sfpi::vPredicate v_predicate_; \
        v_predicate_.push();             \
        v_predicate_.narrow(condition);

#define v_elseif(condition)    \
    v_predicate_.complement(); \
    v_predicate_.push();       \
    v_predicate_.narrow(condition);

#define v_else v_predicate_.complement();

#define v_endif }

#define v_block                          \
    {                                    \
        ::sfpi::vPredicate v_predicate_; \
        v_predicate_.push();

#define v_and(condition) v_predicate_.narrow(condition);

#define v_endblock }
