#pragma once
#include "../tt-metalium/work_split.hpp"
