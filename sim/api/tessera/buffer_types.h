// Kinds of buffers, whose numbers hosts give kernels as arguments.
#pragma once

#include "sim/abi/buffer_types.hpp"
