// What the host has set for this kernel alone: read behind the rest of the API, which is the same for all kernels of a
// core (kernel-api.md 1.1).
#pragma once

#include "tessera/args.h"
#include "tessera/cb.h"

namespace tessera {

constexpr uint8_t cb_formats[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_FORMATS};
#if defined(COMPILE_FOR_TRISC)
constexpr uint8_t cb_unpacked_formats[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_UNPACKED_FORMATS};
constexpr uint8_t cb_pack_sources[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_PACK_SOURCES};
#endif
constexpr uint64_t cbs_of_other_cores = TESSERA_REMOTE_CBS;

constexpr uint32_t compile_arg_words[] = {KERNEL_COMPILE_TIME_ARGS 0};
constexpr NamedArg named_args[] = {TESSERA_NAMED_COMPILE_TIME_ARGS{nullptr, 0}};

}  // namespace tessera

constexpr DataFormat get_dataformat(uint32_t cb) { return static_cast<DataFormat>(tessera::cb_formats[cb]); }

#if defined(COMPILE_FOR_TRISC) && !defined(TESSERA_VENDOR_LIBRARY)
namespace tessera::llk {

// A compiler that reads the rest of the API ahead would forget that the register is taken, were this said there.
#if defined(TRISC_UNPACK) || defined(TRISC_PACK)
register uint32_t kept asm("s11");
ALWI uint32_t kept_word() { return kept; }
ALWI void keep_word(uint32_t word) { kept = word; }
#endif

constexpr bool some_go_to_dst = [] {
    for (uint32_t cb = 0; cb < TESSERA_CIRCULAR_BUFFERS; ++cb) {
        const DataFormat from = get_dataformat(cb), to = static_cast<DataFormat>(cb_unpacked_formats[cb]);
        if (from != DataFormat::Invalid && is_32_bit(from) && is_32_bit(to)) return true;
    }
    return false;
}();

}  // namespace tessera::llk
#endif

constexpr tessera::CompileArgs kernel_compile_time_args{tessera::compile_arg_words,
                                                        sizeof(tessera::compile_arg_words) / 4 - 1};
