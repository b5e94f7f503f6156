#pragma once
#include "../../../tt-metalium/device.hpp"
