// Arguments of a kernel (kernel-api.md 1.4). Runtime arguments are words in L1 and cost real loads; compile-time
// arguments are constants.
#pragma once

#include "tessera/call.h"

namespace tessera {

// One more than needed, so that a kernel without arguments has an array too.
inline constexpr uint32_t compile_args[] = {KERNEL_COMPILE_TIME_ARGS 0};
inline constexpr uint32_t compile_arg_count = sizeof(compile_args) / sizeof(compile_args[0]) - 1;

template <uint32_t index>
constexpr uint32_t compile_arg() {
    static_assert(index < compile_arg_count, "compile-time argument that the host did not set");
    return compile_args[index];
}

struct NamedArg {
    const char* name;
    uint32_t value;
};
inline constexpr NamedArg named_args[] = {TESSERA_NAMED_COMPILE_TIME_ARGS{nullptr, 0}};

// Not constexpr on purpose: reaching it makes the constant expression, or the link, fail with this name.
uint32_t named_compile_time_argument_that_the_host_did_not_set();

constexpr uint32_t named_arg(const char* name) {
    for (const NamedArg& arg : named_args) {
        if (arg.name == nullptr) break;
        const char* a = arg.name;
        const char* b = name;
        while (*a != 0 && *a == *b) ++a, ++b;
        if (*a == *b) return arg.value;
    }
    return named_compile_time_argument_that_the_host_did_not_set();
}

}  // namespace tessera

#define get_compile_time_arg_val(index) (::tessera::compile_arg<(index)>())
#define get_ct_arg ::tessera::compile_arg
#define get_named_compile_time_arg_val(name) (::tessera::named_arg(name))

FORCE_INLINE uint32_t get_arg_addr(int index) { return TESSERA_ARGS_BASE + 4u * static_cast<uint32_t>(index); }
FORCE_INLINE uint32_t get_common_arg_addr(int index) {
    return TESSERA_ARGS_BASE + tessera::abi::common_args_offset + 4u * static_cast<uint32_t>(index);
}

namespace tessera {
template <class T>
ALWI T argument_at(uint32_t address) {
    static_assert(sizeof(T) == 4, "a runtime argument is one 32-bit word");
    const uint32_t bits = *reinterpret_cast<volatile uint32_t*>(address);
    T value;
    __builtin_memcpy(&value, &bits, 4);
    return value;
}
}  // namespace tessera

template <class T>
FORCE_INLINE T get_arg_val(int index) {
    return tessera::argument_at<T>(get_arg_addr(index));
}
template <class T>
FORCE_INLINE T get_common_arg_val(int index) {
    return tessera::argument_at<T>(get_common_arg_addr(index));
}

FORCE_INLINE uint8_t get_absolute_logical_x() { return tessera::call<tessera::Call::my_logical>() & 0xFF; }
FORCE_INLINE uint8_t get_absolute_logical_y() { return tessera::call<tessera::Call::my_logical>() >> 8 & 0xFF; }
FORCE_INLINE uint8_t get_relative_logical_x() { return tessera::call<tessera::Call::my_logical>() >> 16 & 0xFF; }
FORCE_INLINE uint8_t get_relative_logical_y() { return tessera::call<tessera::Call::my_logical>() >> 24; }
