#pragma once
#include "../../tensor/mesh_tensor.hpp"
