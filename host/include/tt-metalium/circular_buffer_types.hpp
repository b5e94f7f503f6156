#pragma once
#include "circular_buffer_config.hpp"
