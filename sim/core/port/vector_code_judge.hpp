// What T1's vector code gets wrong, named by the lines that are involved.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/core/port/risc_context.hpp"
#include "sim/core/port/vector_inits.hpp"
#include "sim/sfpu/lower.hpp"
#include "sim/sfpu/record.hpp"

namespace tessera::core {

class VectorCodeJudge {
  public:
    explicit VectorCodeJudge(const RiscContext& context);

    // T1 has pushed a word there that is none of vector code.
    void pushed(std::uint32_t pc) { pushed_pc_ = pc; }
    // Where the kernel called the vector code at `pc`: the words that T1 pushed last before code that was not inlined
    // are its caller's.
    std::uint32_t called_from(std::uint32_t pc) const;

    // A segment about to be sent to the vector unit.
    void check(const sfpu::Program& program, const sfpu::Recording& recording);
    void name_live_values(sfpu::LoweringFault& fault) const;

  private:
    void refuse_hazard(const sfpu::Program& program, const sfpu::Recording& recording) const;
    void tolerate_scrambled(const sfpu::Scrambled& vector) const;
    void follow_inits(const sfpu::Program& program, const sfpu::Recording& recording);

    const RiscContext& context_;
    std::uint32_t pushed_pc_ = 0;
    std::optional<VectorInits> inits_;  // none where T1 runs alone, whose hazards and inits are passed over
};

}  // namespace tessera::core
