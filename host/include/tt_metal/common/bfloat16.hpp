#pragma once
#include "../../tt-metalium/bfloat16.hpp"
