#pragma once
#include "buffer_types.hpp"
