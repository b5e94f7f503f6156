// Arguments of a kernel (kernel-api.md 1.4). Runtime arguments are words in L1 and cost real loads; compile-time
// arguments are constants.
#pragma once

#include "tessera/call.h"

namespace tessera {

// One more than needed, so that a kernel without arguments has an array too.
struct CompileArgs {
    uint32_t words[sizeof((const uint32_t[]){KERNEL_COMPILE_TIME_ARGS 0}) / 4];
    constexpr size_t size() const { return sizeof(words) / 4 - 1; }
    constexpr uint32_t operator[](size_t index) const { return words[index]; }
    constexpr const uint32_t* data() const { return words; }
    constexpr const uint32_t* begin() const { return words; }
    constexpr const uint32_t* end() const { return words + size(); }
};

}  // namespace tessera

inline constexpr tessera::CompileArgs kernel_compile_time_args = {{KERNEL_COMPILE_TIME_ARGS 0}};

namespace tessera {

template <uint32_t index>
constexpr uint32_t compile_arg() {
    static_assert(index < kernel_compile_time_args.size(), "compile-time argument that the host did not set");
    return kernel_compile_time_args[index];
}
template <uint32_t index, bool wanted>
constexpr uint32_t compile_arg_or_0() {
    if constexpr (wanted)
        return compile_arg<index>();
    else
        return 0;
}

struct NamedArg {
    const char* name;
    uint32_t value;
};
inline constexpr NamedArg named_args[] = {TESSERA_NAMED_COMPILE_TIME_ARGS{nullptr, 0}};

// Not constexpr on purpose: reaching it makes the constant expression, or the link, fail with this name.
uint32_t named_compile_time_argument_that_the_host_did_not_set();

constexpr uint32_t named_arg(const char* name, size_t length) {
    for (const NamedArg& arg : named_args) {
        if (arg.name == nullptr) break;
        size_t same = 0;
        while (same < length && arg.name[same] == name[same] && arg.name[same] != 0) ++same;
        if (same == length && arg.name[same] == 0) return arg.value;
    }
    return named_compile_time_argument_that_the_host_did_not_set();
}

}  // namespace tessera

template <uint32_t Idx>
constexpr uint32_t get_ct_arg() {
    return tessera::compile_arg<Idx>();
}
#define get_compile_time_arg_val(index) (::tessera::compile_arg<(index)>())

// The name is a literal or a std::string_view.
template <size_t size>
constexpr uint32_t get_named_ct_arg(const char (&name)[size]) {
    return tessera::named_arg(name, size - 1);
}
template <class View>
constexpr auto get_named_ct_arg(const View& name) -> decltype(name.data(), name.size(), uint32_t()) {
    return tessera::named_arg(name.data(), name.size());
}
template <class Name>
constexpr uint32_t get_named_compile_time_arg_val(const Name& name) {
    return get_named_ct_arg(name);
}

FORCE_INLINE uint32_t get_arg_addr(int index) { return TESSERA_ARGS_BASE + 4u * static_cast<uint32_t>(index); }
FORCE_INLINE uint32_t get_common_arg_addr(int index) {
    return TESSERA_ARGS_BASE + tessera::abi::common_args_offset + 4u * static_cast<uint32_t>(index);
}

namespace tessera {
template <class T>
ALWI T argument_at(uint32_t address) {
    static_assert(sizeof(T) == 4, "a runtime argument is one 32-bit word");
    // Not volatile, as in the vendor's: what is read in vain, as an argument of another variant, is not read at all.
    const uint32_t bits = *reinterpret_cast<const uint32_t*>(address);
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
