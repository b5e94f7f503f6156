#pragma once
#include "../tt-metalium/tt_metal.hpp"
