// What the executor's level builds share: which modifiers run, what VD 12 to 15 means, and how a fault is reported (out
// of line, so that no level holds code that throws).
#pragma once

#include "sim/arch/arch.hpp"
#include "sim/sfpu/instr.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct ModelledModifiers {
    Modifiers of[2][256];  // by arch::Sfpu::isa_column and opcode; 0 for an opcode that is none
    bool enters_template[256];
};
extern const ModelledModifiers modelled;

[[noreturn]] void refuse_modifier(const arch::Sfpu& arch, const Instr& instr);  // reserved, or not modelled
[[noreturn]] void refuse_contract(const Instr& instr, const char* why);         // sfpu_mode
[[noreturn]] void refuse_unsupported(const Instr& instr, const char* why);      // tensix_unsupported
[[noreturn]] void refuse_stack(const Instr& instr, int depth);                  // flag_stack
[[noreturn]] void refuse_address(const Instr& instr, unsigned address);         // dst_index

}  // namespace tessera::sfpu
