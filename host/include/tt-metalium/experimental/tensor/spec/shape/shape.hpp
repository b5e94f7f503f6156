#pragma once
#include "../../../../tensor/spec/shape/shape.hpp"
