#pragma once
#include "../../../tt-metalium/circular_buffer.hpp"
