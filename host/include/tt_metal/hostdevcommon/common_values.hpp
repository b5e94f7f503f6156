#pragma once
#include "../../hostdevcommon/common_values.hpp"
