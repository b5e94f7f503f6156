#pragma once
#include "kernel_types.hpp"
