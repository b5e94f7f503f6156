// SFPU functions on whole tiles (kernel-api.md 3.5). Those that tessera knows by name only are in unsupported.h.
#pragma once

#include "tessera/sfpu_tiles_binary.h"
#include "tessera/sfpu_tiles_exp.h"
#include "tessera/sfpu_tiles_scalar.h"
#include "tessera/sfpu_tiles_unary.h"
