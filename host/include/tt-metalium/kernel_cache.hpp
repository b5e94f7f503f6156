#pragma once
#include "experimental/kernel_cache.hpp"
