#pragma once
#include "../../tt-metalium/base_types.hpp"
