#pragma once
#include "../../../tt-metalium/kernel_types.hpp"
