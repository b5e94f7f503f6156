#pragma once
#include "../../tt-metalium/command_queue.hpp"
