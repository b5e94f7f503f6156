#pragma once
#include "../../tensor/host_tensor.hpp"
