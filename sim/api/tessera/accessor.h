// TensorAccessor over interleaved buffers (kernel-api.md 2.4). The host writes one configuration word per tensor into
// the compile-time arguments; sharded tensors are refused at compile time.
#pragma once

#include "sim/abi/accessor.hpp"
#include "tessera/address.h"
#include "tessera/args.h"

template <uint32_t CTA, uint32_t CRTA = 0>
struct TensorAccessorArgs {
    static constexpr uint32_t config = tessera::compile_arg<CTA>();
    static constexpr bool is_sharded = (config & tessera::abi::accessor_sharded) != 0;
    static constexpr bool is_dram = (config & tessera::abi::accessor_in_dram) != 0;
    static_assert(!is_sharded, "sharded tensors are not supported: use an interleaved buffer");

    static constexpr uint32_t num_compile_time_args() { return 1; }
    static constexpr uint32_t num_common_runtime_args() { return 0; }
    static constexpr uint32_t next_compile_time_args_offset() { return CTA + num_compile_time_args(); }
    static constexpr uint32_t next_common_runtime_args_offset() { return CRTA + num_common_runtime_args(); }
};

template <bool DRAM>
class InterleavedAccessor {
  public:
    constexpr ALWI InterleavedAccessor(uint32_t bank_base, uint32_t page)
        : page_size(page), base_(bank_base), step_(tessera::aligned<DRAM>(page)) {}

    ALWI uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t = noc_index) const {
        return tessera::interleaved<DRAM>(id, base_, step_, offset);
    }
    ALWI uint32_t transfer_bytes() const { return page_size; }
    ALWI uint32_t get_aligned_page_size() const { return step_; }

    const uint32_t page_size;

  private:
    const uint32_t base_;
    const uint32_t step_;  // from row to row of a bank
};

template <class Args>
class TensorAccessor : public InterleavedAccessor<Args::is_dram> {
  public:
    constexpr ALWI TensorAccessor(const Args&, uint32_t bank_base, uint32_t page = 0)
        : InterleavedAccessor<Args::is_dram>(bank_base, page) {}
};
template <uint32_t CTA, uint32_t CRTA, class... Rest>
TensorAccessor(const TensorAccessorArgs<CTA, CRTA>&, Rest...) -> TensorAccessor<TensorAccessorArgs<CTA, CRTA>>;
