// Whether what is read from Dst is read as what was put there (spec/tensix-core.md 4.2). It sees kinds of datums, no
// values.
#pragma once

#include <array>

#include "sim/core/judges/dst_use.hpp"
#include "sim/core/judges/judges.hpp"

namespace tessera::core {

class DstFormats final : public Judge, public PackJudge, public VectorJudge, public VectorFollower {
  public:
    void packs(const Issue& in, const tensix::PackStep& step) override;
    void begins(const Issue& in) override;
    void runs(const Issue& in, const sfpu::Instr& instr) override;
    void accesses(const Issue& in, const VectorAccess& access) override;

  private:
    void follow(const Issue& in, const sfpu::Instr& instr, const DstUse::Access& access);

    std::array<DstUse, 3> use_{DstUse(0), DstUse(1), DstUse(2)};  // by thread
};

}  // namespace tessera::core
