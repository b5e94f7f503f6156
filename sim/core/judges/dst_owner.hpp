// Whether T1, T2 and the vector unit keep to the half of Dst that is theirs, and hand it on in turn
// (spec/kernel-api.md 3.1).
#pragma once

#include "sim/core/judges/judges.hpp"

namespace tessera::core {

class DstOwner final : public Judge, public MathJudge, public PackJudge, public VectorJudge, public DstJudge {
  public:
    void computes(const Issue& in, const tensix::Step& step, const char* name) override;
    void packs(const Issue& in, const tensix::PackStep& step) override;
    void accesses(const Issue& in, const VectorAccess& access) override;
    void hands_over(const Issue& in, Handover what) override;
    void clears(const Issue& in, const tensix::Step& cleared) override;
};

}  // namespace tessera::core
