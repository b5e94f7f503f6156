// Whether a kernel has started the hardware before it packs (spec/kernel-api.md 3.2). T2 runs ahead of the others, so
// its unit tells when it gets there.
#pragma once

#include "sim/core/judges/judges.hpp"

namespace tessera::core {

class StartJudge final : public Judge, public PackJudge {
  public:
    void packs(const Issue& in, const tensix::PackStep&) override {
        if (in.kernel().announced.lacks_start())
            in.raise(fault::Fault(fault::Id::wrong_init, AnnouncedCalls::unstarted(in.actor("PACR"))));
    }
};

}  // namespace tessera::core
