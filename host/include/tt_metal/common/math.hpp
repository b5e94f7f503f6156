#pragma once
#include "../../tt-metalium/math.hpp"
