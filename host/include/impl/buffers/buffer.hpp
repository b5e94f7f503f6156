#pragma once
#include "../../tt-metalium/buffer.hpp"
