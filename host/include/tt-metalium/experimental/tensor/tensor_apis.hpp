#pragma once
#include "../../tensor/tensor_apis.hpp"
