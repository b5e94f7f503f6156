#pragma once
#include "tessera/debug.h"
