#pragma once
#include "../../../tensor/topology/tensor_topology.hpp"
