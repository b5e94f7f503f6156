#pragma once
#include "../../../shape.hpp"
