// SFPU functions on whole tiles (kernel-api.md 3.5).
#pragma once

#include "tessera/sfpu_tiles_binary.h"
#include "tessera/sfpu_tiles_exp.h"
#include "tessera/sfpu_tiles_int.h"
#include "tessera/sfpu_tiles_late.h"
#include "tessera/sfpu_tiles_rows.h"
#include "tessera/sfpu_tiles_scalar.h"
#include "tessera/sfpu_tiles_sort.h"
#include "tessera/sfpu_tiles_special.h"
#include "tessera/sfpu_tiles_unary.h"
