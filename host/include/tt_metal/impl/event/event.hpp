#pragma once
#include "../../../tt-metalium/event.hpp"
