// Address modes: how an instruction that names one of eight leaves the counters (tensix-core.md 2.3, 4.2). A thread's
// modes are configuration registers that SETC16 writes. T1 only.
#pragma once

#include "tessera/push_instruction.h"

#if defined(TRISC_MATH) && !defined(TESSERA_VENDOR_LIBRARY)

namespace ckernel {

inline constexpr uint8_t ADDR_MOD_0 = 0, ADDR_MOD_1 = 1, ADDR_MOD_2 = 2, ADDR_MOD_3 = 3, ADDR_MOD_4 = 4, ADDR_MOD_5 = 5,
                         ADDR_MOD_6 = 6, ADDR_MOD_7 = 7;

// Of a mode the vector unit takes the part for Dst alone, the matrix unit all of them.
struct addr_mod_t {
    struct addr_mod_src_t {
        uint8_t incr = 0, clr = 0, cr = 0;
        constexpr uint32_t val() const { return (incr & 0x3Fu) | (cr & 1u) << 6 | (clr & 1u) << 7; }
    };
    struct addr_mod_dest_t {
        int16_t incr = 0;
        uint8_t clr = 0, cr = 0, c_to_cr = 0;
        constexpr uint32_t val() const {
            return (static_cast<uint32_t>(incr) & 0x3FFu) | (cr & 1u) << 10 | (clr & 1u) << 11 | (c_to_cr & 1u) << 12;
        }
    };
    struct addr_mod_fidelity_t {
        uint8_t incr = 0, clr = 0;
        constexpr uint32_t val() const { return (incr & 3u) | (clr & 1u) << 2; }
    };
    struct addr_mod_bias_t {
        uint8_t incr = 0, clr = 0;
        constexpr uint32_t val() const { return (incr & 0xFu) | (clr & 1u) << 4; }
    };

    addr_mod_src_t srca = {}, srcb = {};
    addr_mod_dest_t dest = {};
    addr_mod_fidelity_t fidelity = {};
    addr_mod_bias_t bias = {};

    ALWI void set(uint8_t mode) const {
        write(TESSERA_ADDR_MOD_SRC_REGISTER + TESSERA_ADDR_MOD_SRC_STEP * mode, srca.val() | srcb.val() << 8);
        write(TESSERA_ADDR_MOD_DST_REGISTER + mode, dest.val() | fidelity.val() << 13);
        write(TESSERA_ADDR_MOD_BIAS_REGISTER + mode, bias.val());
    }

  private:
    ALWI static void write(uint32_t config, uint32_t value) { tessera::push_instruction(TT_OP_SETC16(config, value)); }
};

}  // namespace ckernel

#endif
