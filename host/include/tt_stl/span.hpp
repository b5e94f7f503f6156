#pragma once
#include "../tt-metalium/span.hpp"
