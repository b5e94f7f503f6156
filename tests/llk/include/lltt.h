#include "tessera/lltt.h"
