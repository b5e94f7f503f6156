#pragma once
#include "tessera/kernel.h"
