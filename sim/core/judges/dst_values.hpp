// Whether anybody has put into Dst what is read from it. It looks at what is there, so that a run without values has no
// such judge.
#pragma once

#include "sim/core/judges/judges.hpp"

namespace tessera::core {

class DstValues final : public Judge, public MathJudge, public PackJudge, public VectorJudge {
  public:
    explicit DstValues(bool pedantic) : pedantic_(pedantic) {}

    void computes(const Issue& in, const tensix::Step& step, const char* name) override;
    void packs(const Issue& in, const tensix::PackStep& step) override;
    void accesses(const Issue& in, const VectorAccess& access) override;

  private:
    const bool pedantic_;
};

}  // namespace tessera::core
