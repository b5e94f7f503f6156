#pragma once
#include "../../tt-metalium/constants.hpp"
