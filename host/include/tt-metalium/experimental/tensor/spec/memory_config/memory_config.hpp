#pragma once
#include "../../../../tensor/spec/memory_config/memory_config.hpp"
