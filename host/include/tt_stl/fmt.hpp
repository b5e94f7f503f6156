// fmt, and how it writes ranges and values with types of their own.
#pragma once

#include "../tt-metalium/ambient.hpp"
#include "strong_type.hpp"
