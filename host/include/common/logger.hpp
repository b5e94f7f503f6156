#pragma once
#include "../tt-metalium/logger.hpp"
