// The name of 2024 for the whole host API.
#pragma once
#include "../tt-metalium/host_api.hpp"
#include "../tt-metalium/tt_metal.hpp"
#include "../tt-metalium/work_split.hpp"
