#pragma once
#include "tessera/types.h"
