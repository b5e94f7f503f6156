#pragma once
#include "tessera/binding_tokens.h"
