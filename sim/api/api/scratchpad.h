// Room in this core's memory that belongs to one kernel for as long as its program runs (kernel-api.md 1.4). What it
// holds at first is undefined.
#pragma once

#include "tessera/binding_tokens.h"
#include "tessera/object/local_mem.h"

template <class T>
class Scratchpad {
  public:
    explicit Scratchpad(const ScratchpadBindingToken& token)
        : memory_(get_common_arg_val<uint32_t>(static_cast<int>(token.crta_offset_))), bytes_(token.size_in_bytes_) {}

    uint32_t size() const { return bytes_ / sizeof(T); }  // in elements
    uint32_t size_in_bytes() const { return bytes_; }
    uint32_t get_base_address() const { return memory_.get_address(); }
    T* get_unsafe_ptr() const { return memory_.get_unsafe_ptr(); }
    T& operator[](uint32_t index) const { return memory_[index]; }
    operator tessera::object::CoreLocalMem<T>() const { return memory_; }

  private:
    tessera::object::CoreLocalMem<T> memory_;
    uint32_t bytes_;
};
