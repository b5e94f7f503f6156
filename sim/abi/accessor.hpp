// The first word of a TensorAccessorArgs, which the host writes and a kernel's accessor reads: where the buffer lies,
// and which of its arguments are common runtime arguments (spec/kernel-api.md 2.4).
#pragma once

#include <stdint.h>

namespace tessera::abi {

// An interleaved buffer has at most IsDram.
enum class ArgConfig : uint8_t {
    None = 0,
    Sharded = 1,
    IsDram = 2,
    RuntimeRank = 4,
    RuntimeNumBanks = 8,
    RuntimeTensorShape = 16,
    RuntimeShardShape = 32,
    RuntimeBankCoords = 64,
    Runtime = RuntimeRank | RuntimeNumBanks | RuntimeTensorShape | RuntimeShardShape | RuntimeBankCoords,
};

// Above the configuration the word holds the buffer's page in bytes, 0 where that does not fit or there is no buffer.
// The vendor's has it aligned, in a word of its own since 2026.
inline constexpr uint32_t accessor_page_shift = 8;
constexpr uint32_t accessor_word(uint8_t config, uint64_t page_bytes) {
    return config |
           (page_bytes >> (32 - accessor_page_shift) == 0 ? static_cast<uint32_t>(page_bytes) << accessor_page_shift
                                                          : 0);
}

}  // namespace tessera::abi
