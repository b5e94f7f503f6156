#pragma once
#include "tt_metal.hpp"
