#pragma once
#include "tt_backend_api_types.hpp"
