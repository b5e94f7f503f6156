#pragma once
#include "../tt_metal_profiler.hpp"
