#pragma once
#include "../../tensor/tensor_types.hpp"
