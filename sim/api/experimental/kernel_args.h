// Arguments by name (kernel-api.md 1.4): the host writes a constant into namespace args for each, and the kernel reads
// it with get_arg, whichever kind it is.
#pragma once

#include "tessera/args.h"

namespace experimental {

// Of each core, of all cores, and known when the kernel is compiled. Offsets count from the kernel's first argument.
template <class T>
struct RtaArg {
    uint32_t byte_offset;
};
template <class T>
struct CrtaArg {
    uint32_t byte_offset;
};
template <class T>
struct CtaVal {
    T value;
};

template <class T>
FORCE_INLINE T get_arg(RtaArg<T> arg) {
    return get_arg_val<T>(static_cast<int>(arg.byte_offset / 4));
}
template <class T>
FORCE_INLINE T get_arg(CrtaArg<T> arg) {
    return get_common_arg_val<T>(static_cast<int>(arg.byte_offset / 4));
}
template <class T>
FORCE_INLINE constexpr T get_arg(CtaVal<T> arg) {
    return arg.value;
}

}  // namespace experimental
