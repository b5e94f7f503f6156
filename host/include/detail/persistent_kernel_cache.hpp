#pragma once
#include "../tt-metalium/persistent_kernel_cache.hpp"
