#pragma once
#include "../../../../tensor/spec/layout/page_config.hpp"
