// Something besides agents that makes things happen at cycles of its own, before any agent of that cycle: the NoC.
#pragma once

#include "sim/time/cycle.hpp"

namespace tessera::schedule {

class Source {
  public:
    virtual ~Source() = default;
    virtual Cycle next() const = 0;  // `never` when it is quiet
    virtual void step() = 0;         // lets the earliest happen
};

}  // namespace tessera::schedule
