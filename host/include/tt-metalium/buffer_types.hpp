#pragma once
#include "buffer.hpp"
