// Raw Tensix instructions (kernel-api.md 1.6, fields of tensix-core.md 4.9). TT_OP_X yields the word, TTI_X puts it
// into the instruction stream rotated left by two, TT_X stores a word made at run time to the core's instruction FIFO.
// The build makes them from the rows of the instructions.
#pragma once

#include "sim/abi/mop.hpp"
#include "sim/abi/tensix_op.hpp"
#include "tessera/base.h"
#include "tessera/push_word.h"

#define TESSERA_TTI(op) asm volatile("tessera_push %0" : : "i"(((op) << 2) | ((op) >> 30)) : "memory")
// The assembler gives no line to data; a label with its mark does. A macro, so that the compiler counts one
// instruction.
asm(".macro tessera_push word\n"
    ".loc_mark_labels 1\n"
    "771: .word \\word\n"
    ".loc_mark_labels 0\n"
    ".endm");
#define TESSERA_TT(op) tessera::push_word(op)

#include "tessera/instructions.h"
#include TESSERA_ARCH_HEADER
