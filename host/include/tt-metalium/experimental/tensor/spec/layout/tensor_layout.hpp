#pragma once
#include "../../../../tensor/spec/layout/tensor_layout.hpp"
