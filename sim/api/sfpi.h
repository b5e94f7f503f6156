// SFPI: the vector language of the SFPU as kernels write it (spec/kernel-api.md 4). Every operator records one
// operation of sim/abi/vector_op.hpp; the simulator lowers what was recorded to instructions (spec/tensix-core.md 5).
#pragma once

#include "sim/api/sfpi/builtins.h"
#include "sim/api/sfpi/constants.h"
#include "sim/api/sfpi/convert.h"
#include "sim/api/sfpi/crosslane.h"
#include "sim/api/sfpi/formats.h"
#include "sim/api/sfpi/functions.h"
#include "sim/api/sfpi/operators.h"
#include "sim/api/sfpi/places.h"
#include "sim/api/sfpi/predicate.h"
#include "sim/api/sfpi/vector.h"
