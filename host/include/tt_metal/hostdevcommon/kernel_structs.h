#pragma once
#include "../../hostdevcommon/kernel_structs.h"
