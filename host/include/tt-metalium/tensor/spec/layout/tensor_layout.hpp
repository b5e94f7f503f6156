#pragma once
#include "../tensor_spec.hpp"
