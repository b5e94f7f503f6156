// Raw Tensix instructions where the user's tree supplies the macros: what these end in, an assembler directive and the
// array over the instruction FIFO (ops.h has the same two ways in).
#pragma once

#include "sim/abi/tensix_op.hpp"
#include "tessera/base.h"

// As in ops.h; the tree's macros pass the word as it is, which goes into the stream rotated left by two.
asm(".macro tessera_push word\n"
    ".loc_mark_labels 1\n"
    "771: .word \\word\n"
    ".loc_mark_labels 0\n"
    ".endm\n"
    ".macro .ttinsn word\n"
    "tessera_push ((((\\word)&0xFFFFFFFF)<<2)|(((\\word)&0xFFFFFFFF)>>30))&0xFFFFFFFF\n"
    ".endm");

#include "ckernel_ops.h"
