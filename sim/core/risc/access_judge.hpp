// Whether a RISC may touch the bytes of L1 that it loads or stores: the arguments that it was given, its buffers and
// semaphores, and what units have made of (design.md 6).
#pragma once

#include <cstdint>

#include "sim/core/owners.hpp"
#include "sim/core/port/risc_context.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/hart.hpp"

namespace tessera::core {

// A read of a runtime argument beyond those that the host set.
struct MissingArgument : fault::Fault {
    MissingArgument(bool of_all_cores, std::uint32_t argument, std::uint32_t host_set);
    bool common;
    std::uint32_t index, set;
};

class AccessJudge {
  public:
    explicit AccessJudge(const RiscContext& context) : context_(context) {}

    // Whether a load is of an argument that the host has not set; what lies there counts, where the run goes on.
    bool lacks_argument(const riscv::Pause& pause) const;
    void check(const riscv::Pause& pause, bool writes);

  private:
    bool may_write_low(const riscv::Pause& pause) const;

    const RiscContext& context_;
    const Owner* held_ = nullptr;  // of the last load or store
};

// What the units made of bytes that were never written.
void check_determined(const RiscContext& context, const riscv::Pause& pause);
// Kernels do not store into their text.
void check_text(const RiscContext& context, const riscv::Pause& pause);
// An address that is no memory's; `what` as "load".
fault::Fault nowhere(const RiscContext& context, const riscv::Pause& pause, const char* what);

}  // namespace tessera::core
