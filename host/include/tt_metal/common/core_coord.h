#pragma once
#include "../../tt-metalium/core_coord.hpp"
