// The part of a tensor in L1 that lies on this core, element by element in the order of memory. Every RISC may use it.
#pragma once

#include "tessera/binding_tokens.h"
#include "tessera/object/local_mem.h"

template <class T>
class LocalTensorAccessor {
  public:
    template <uint32_t CTA, uint32_t CRTA>
    explicit LocalTensorAccessor(tensor_accessor::TensorBindingToken<CTA, CRTA> token)
        : LocalTensorAccessor(token.address()) {
        static_assert(!token.args.is_dram, "the tensor is in DRAM: a core has no part of it; use a TensorAccessor");
    }
    explicit LocalTensorAccessor(uint32_t address) : memory_(address) {}

    T& operator[](uint32_t index) const { return memory_[index]; }
    T* get_unsafe_ptr() const { return memory_.get_unsafe_ptr(); }
    uint32_t get_bank_base_address() const { return memory_.get_address(); }

  private:
    tessera::object::CoreLocalMem<T> memory_;
};
