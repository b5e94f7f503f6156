#pragma once
#include "../../../tt-metalium/hal_types.hpp"
#include "xy_pair.hpp"
