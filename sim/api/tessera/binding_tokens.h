// What a kernel's bindings are by name (kernel-api.md 1.4): constants in the namespaces dfb, tensor and scratch, which
// the host writes and from which the kernel makes a DataflowBuffer, a TensorAccessor, a Scratchpad.
#pragma once

#include "tessera/accessor_args.h"

// Also the number of the circular buffer, where a function takes one.
class DFBBindingToken {
  public:
    explicit constexpr DFBBindingToken(uint16_t id) : id_(id) {}
    constexpr operator uint32_t() const { return id_; }

  private:
    uint16_t id_;
};
using DFBAccessor = DFBBindingToken;  // until May 2026

// The word among the common arguments that holds the address, and the bytes behind it.
class ScratchpadBindingToken {
  public:
    constexpr ScratchpadBindingToken(uint32_t crta_offset, uint32_t size_in_bytes)
        : crta_offset_(crta_offset), size_in_bytes_(size_in_bytes) {}

  private:
    template <class T>
    friend class Scratchpad;
    uint32_t crta_offset_, size_in_bytes_;
};

namespace tensor_accessor {

// Where the accessor's words begin among the compile-time arguments, and the byte of the common arguments at which the
// address stands; words that are runtime arguments follow it.
template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
struct TensorBindingToken {
    using args_t = TensorAccessorArgs<CTA_OFFSET, ADDR_CRTA_OFFSET / 4 + 1>;
    static constexpr args_t args{};
    static constexpr uint32_t addr_crta_offset = ADDR_CRTA_OFFSET;
    static uint32_t address() { return get_common_arg_val<uint32_t>(ADDR_CRTA_OFFSET / 4); }
};

}  // namespace tensor_accessor
