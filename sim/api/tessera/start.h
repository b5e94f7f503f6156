// Where a kernel begins. The host has set sp; the linker script has chosen the entry among the two forms a kernel may
// have.
#pragma once

#include "tessera/call.h"

extern "C" {

void tessera_kernel_entry();
extern void (*__init_array_start[])();
extern void (*__init_array_end[])();

[[noreturn, gnu::used, gnu::section(".text.start")]] void _start() {
#if defined(COMPILE_FOR_TRISC) && !defined(TESSERA_VENDOR_LIBRARY)
    tessera::llk::begin_kernel();
#endif
    for (void (**constructor)() = __init_array_start; constructor != __init_array_end; ++constructor) (*constructor)();
    tessera_kernel_entry();
    tessera::call<tessera::Call::exit>();
    __builtin_unreachable();
}

}  // extern "C"
