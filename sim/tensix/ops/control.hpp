// Counters and banks of the matrix unit, synchronisation, configuration, and what the expanders make
// (spec/tensix-core.md 7, 7.1).
#pragma once

#include "sim/tensix/ops/common.hpp"

namespace tessera::tensix::ops {

struct Setrwc {
    static constexpr Field clear{"clear_ab_vld", abi::rwc_clear};
    static constexpr Field fields[] = {clear,
                                       {"rwc_cr", abi::rwc_cr},
                                       {"rwc_d", abi::rwc_d},
                                       {"rwc_b", abi::rwc_b},
                                       {"rwc_a", abi::rwc_a},
                                       {"BitMask", abi::rwc_sets}};
    static constexpr Row row{.op = Op::setrwc,
                             .name = "SETRWC",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "sets the counters of SrcA, SrcB, Dst and fidelity, gives banks back"};
    static void resolve(const Word& word, const Addressing&, Step& step) {
        const std::uint32_t which = word[clear];
        step.gives_back = {(which & 1) != 0, (which & 2) != 0};
    }
};

struct Incrwc {
    static constexpr Field fields[] = {
        {"rwc_cr", abi::rwc_cr}, {"rwc_d", abi::rwc_d}, {"rwc_b", abi::rwc_b}, {"rwc_a", abi::rwc_a}};
    static constexpr Row row{.op = Op::incrwc,
                             .name = "INCRWC",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "adds to the counters of SrcA, SrcB and Dst"};
    static void resolve(const Word&, const Addressing&, Step&) {}
};

struct Cleardvalid {
    static constexpr Field clear{"cleardvalid", {22, 2}}, reset{"reset", {0, 22}};
    static constexpr Field fields[] = {clear, reset};
    static constexpr std::uint32_t resets_all = 1, keeps_bank = 2;
    static constexpr Row row{.op = Op::cleardvalid,
                             .name = "CLEARDVALID",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "gives the banks of SrcA and SrcB back, whatever the registers say"};
    static void resolve(const Word& word, const Addressing&, Step& step) {
        refuse((word[reset] & resets_all) != 0, "CLEARDVALID that resets the banks");
        refuse((word[reset] & keeps_bank) != 0, "CLEARDVALID that stays at its bank");
        const std::uint32_t which = word[clear];
        step.gives_back = {(which & 1) != 0, (which & 2) != 0};
        step.always_invalidates = true;
    }
};

struct Gatesrcrst {
    static constexpr Field fields[] = {{"reset_srcb_gate_control", {1, 1}}, {"reset_srca_gate_control", {0, 1}}};
    static constexpr Row row{.op = Op::gatesrcrst,
                             .name = "GATESRCRST",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "forgets the operand kept from SrcB, which changes no bits"};
    static void resolve(const Word&, const Addressing&, Step&) {}
};

struct Clrexphist {
    static constexpr Row row{.op = Op::clrexphist,
                             .name = "CLREXPHIST",
                             .unit = Unit::matrix,
                             .fields = {},
                             .column = at_once,
                             .meaning = "forgets the packers' statistics of exponents, which tessera has none of"};
    static void resolve(const Word&, const Addressing&, Step&) {}
};

// Instructions of other units: the thread carries them out.
struct Setdvalid {
    static constexpr Field which{"setvalid", {0, 2}};
    static constexpr Field fields[] = {which};
    static constexpr Row row{.op = Op::setdvalid,
                             .name = "SETDVALID",
                             .unit = Unit::miscellaneous,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "hands the unpackers' banks of SrcA and SrcB to the matrix unit"};
};

struct Nop {
    static constexpr Row row{.op = Op::nop,
                             .name = "NOP",
                             .unit = Unit::miscellaneous,
                             .fields = {},
                             .column = at_once,
                             .meaning = "nothing, for a cycle"};
};

struct Stallwait {
    static constexpr Field block{"stall_res", abi::stall_block}, condition{"wait_res", abi::stall_condition};
    static constexpr Field fields[] = {block, condition};
    static constexpr Row row{.op = Op::stallwait,
                             .name = "STALLWAIT",
                             .unit = Unit::sync,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "holds instructions of the units named until the conditions hold"};
    // The condition that a bank of an operand is the matrix unit's.
    static constexpr std::uint32_t valid(std::size_t operand, int isa_column) {
        return (isa_column == 0 ? 0x400u : 0x80u) << operand;
    }
    // That one is the unpackers', and that an unpacker has nothing to do.
    static constexpr std::uint32_t free(std::size_t operand, int isa_column) {
        return (isa_column == 0 ? 0x100u : 0x20u) << operand;
    }
    static constexpr std::uint32_t unpacker(std::size_t operand) { return 2u << operand; }
    static constexpr std::uint32_t scalar = 1;  // that the scalar unit has nothing to do
    // That all packers have nothing to do; Wormhole has a bit for each.
    static constexpr std::uint32_t packers(int isa_column) { return isa_column == 0 ? 0x78 : 0x8; }
};

template <Op code>
struct Semaphores {
    static constexpr Field which{"sem_sel", abi::semaphores};
    static constexpr Field fields[] = {which};
    static constexpr Row row{
        .op = code,
        .name = code == Op::sempost ? "SEMPOST" : "SEMGET",
        .unit = Unit::sync,
        .fields = fields,
        .column = at_once,
        .meaning = code == Op::sempost ? "adds one to each semaphore named" : "takes one from each semaphore named"};
};
using Sempost = Semaphores<Op::sempost>;
using Semget = Semaphores<Op::semget>;

struct Seminit {
    static constexpr Field most{"max_value", abi::semaphore_max}, value{"init_value", abi::semaphore_value};
    static constexpr Field fields[] = {most, value, Sempost::which};
    static constexpr Row row{.op = Op::seminit,
                             .name = "SEMINIT",
                             .unit = Unit::sync,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "sets value and maximum of each semaphore named"};
};

struct Semwait {
    static constexpr Field block{"stall_res", abi::stall_block}, condition{"wait_sem_cond", abi::wait_condition};
    static constexpr Field fields[] = {block, Sempost::which, condition};
    static constexpr Row row{.op = Op::semwait,
                             .name = "SEMWAIT",
                             .unit = Unit::sync,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "holds instructions of the units named while a semaphore is zero, or full"};
};

// One thread at a time holds a mutex.
template <Op code>
struct Mutex {
    static constexpr bool takes_it = code == Op::atgetm;
    static constexpr Field index{"mutex_index", {0, 16}};
    static constexpr Field fields[] = {index};
    static constexpr std::uint32_t count = 8;
    static constexpr Row row{.op = code,
                             .name = takes_it ? "ATGETM" : "ATRELM",
                             .unit = Unit::sync,
                             .fields = fields,
                             .column = at_once,
                             .meaning = takes_it ? "takes a mutex, once no other thread has it" : "lets a mutex go"};
};
using Atgetm = Mutex<Op::atgetm>;
using Atrelm = Mutex<Op::atrelm>;

struct Setc16 {
    static constexpr Field reg{"setc16_reg", abi::config_register}, value{"setc16_value", abi::config_value};
    static constexpr Field fields[] = {reg, value};
    static constexpr Row row{.op = Op::setc16,
                             .name = "SETC16",
                             .unit = Unit::configuration,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "writes a configuration register of the thread"};
};

// One byte of a register of the core, which RMWCIB0 to RMWCIB3 count from the lowest.
template <int byte>
struct Rmwcib {
    static constexpr Field mask{"Mask", {16, 8}}, data{"Data", {8, 8}}, reg{"CfgRegAddr", {0, 8}};
    static constexpr Field fields[] = {mask, data, reg};
    static constexpr std::array<std::string_view, 4> names{"RMWCIB0", "RMWCIB1", "RMWCIB2", "RMWCIB3"};
    static constexpr Row row{.op = static_cast<Op>(static_cast<int>(Op::rmwcib0) + byte),
                             .name = names[byte],
                             .unit = Unit::configuration,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "writes masked bits of a byte of a configuration register"};
};

struct Mop {
    static constexpr Field fields[] = {
        {"mop_type", abi::mop_template}, {"loop_count", abi::mop_count}, {"zmask_lo16", abi::mop_mask_low}};
    static constexpr Row row{.op = Op::mop,
                             .name = "MOP",
                             .unit = Unit::expander,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "becomes the instructions of the loop that the RISC has written"};
};
struct MopCfg {
    static constexpr Field fields[] = {{"zmask_hi16", abi::mop_mask_high}};
    static constexpr Row row{.op = Op::mop_cfg,
                             .name = "MOP_CFG",
                             .unit = Unit::expander,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "the upper half of the mask of the MOPs that follow"};
};
struct Replay {
    static constexpr Field fields[] = {{"start_idx", abi::replay_start},
                                       {"len", abi::replay_length},
                                       {"execute_while_loading", abi::replay_executes},
                                       {"load_mode", abi::replay_loads}};
    static constexpr Row row{.op = Op::replay,
                             .name = "REPLAY",
                             .unit = Unit::expander,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "records the instructions that follow, or becomes recorded ones"};
};

}  // namespace tessera::tensix::ops
