#pragma once
#include "../../tensor_types.hpp"
