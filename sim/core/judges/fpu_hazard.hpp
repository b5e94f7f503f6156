// Whether T1's vector code reads rows of Dst that the matrix unit has only just written: nothing waits for it
// (spec/tensix-core.md 6).
#pragma once

#include <fmt/format.h>

#include "sim/core/judges/fpu_writes.hpp"
#include "sim/core/judges/judges.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::core {

class FpuHazard final : public Judge, public VectorJudge {
  public:
    explicit FpuHazard(const FpuWrites& writes) : writes_(writes) {}

    void accesses(const Issue& in, const VectorAccess& access) override {
        if (in.thread != 1 || access.store) return;
        const int row = access.row & ~3;
        const auto since = writes_.too_early(row);
        if (!since) return;
        in.raise(fault::Fault(fault::Id::dst_hazard,
                              fmt::format("{} reads Dst rows {} to {}, which the FPU wrote {} instruction(s) before; "
                                          "nothing waits for it",
                                          sfpu::text(access.instr), row, row + 3, *since)));
    }

  private:
    const FpuWrites& writes_;
};

}  // namespace tessera::core
