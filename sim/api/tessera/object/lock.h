// What runs at the end of a scope (the vendor's lock.h).
#pragma once

#include "tessera/base.h"

namespace tessera::object {

template <class ReleaseFunc>
class Lock {
  public:
    ALWI explicit Lock(ReleaseFunc release) : release_(release) {}
    ALWI ~Lock() { release_(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    ReleaseFunc release_;
};

// Nobody watches who holds a lock: it only marks the scope.
ALWI auto no_lock() {
    return Lock([] {});
}

}  // namespace tessera::object
