#pragma once
#include "mesh_device.hpp"
