// From what a kernel recorded to SFPU instructions, by the rules of the vendor's compiler (spec/tensix-core.md 5).
//
// Conditions use the classic lowering of 5.3 on both architectures (SFPGT and SFPLE are not formed), which is that of
// the compilers the profiles name. A block of 5.2 ends where the recorded pc goes backwards (a loop closed), at a
// flush, and at every instruction that writes lane flags.
#pragma once

#include <functional>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/lowering.hpp"
#include "sim/sfpu/program.hpp"
#include "sim/sfpu/record.hpp"

namespace tessera::sfpu {

// A Fault of lowering, with the recorded operations it is about: of too much pressure, those that define the values
// live at the worst place, and that place last.
class LoweringFault : public fault::Fault {
  public:
    LoweringFault(fault::Id id, std::string detail, std::vector<std::uint32_t> pcs)
        : Fault(id, std::move(detail)), pcs_(std::move(pcs)) {}
    const std::vector<std::uint32_t>& pcs() const { return pcs_; }

  private:
    std::vector<std::uint32_t> pcs_;
};

// The profile of single recorded operations, by index: that of an addition decides whether it takes in a product.
using LoweringOf = std::function<Lowering(std::uint32_t op)>;

Program lower(const Recording& recording, const arch::Sfpu& arch, Lowering lowering);
Program lower(const Recording& recording, const arch::Sfpu& arch, const LoweringOf& lowering_of);

// Gives a program the run-time scalars and indices of another recording with the same hash: they are part of neither
// the hash nor of what lowering decides, so one program serves every tile.
void bind(Program& program, const Recording& recording);

}  // namespace tessera::sfpu
