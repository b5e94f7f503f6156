#pragma once
#include "../../../tensor/spec/tensor_spec.hpp"
