#pragma once
#include "../../../../tensor/spec/layout/layout.hpp"
