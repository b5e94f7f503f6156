#include "sim/fault/fault.hpp"

#include <fmt/format.h>

#include <array>

namespace tessera::fault {
namespace {

using enum Category;

constexpr std::array table{
    Row{Id::deadlock, "deadlock", contract, "every RISC waits and nothing is in flight",
        "follow the wait-for graph: some kernel must push, pop, post or commit what another one waits for"},
    Row{Id::cycle_limit, "cycle-limit", contract, "the program did not end within --max-cycles",
        "look for a loop without an end at the line named, or raise --max-cycles"},
    Row{Id::cb_overflow, "cb-overflow", contract, "more pages pushed or packed than were reserved",
        "cb_reserve_back as many pages as are written, before writing them, and cb_push_back them before reserving "
        "more",
        GoesOn::always, Refuses::pedantic},
    Row{Id::cb_underflow, "cb-underflow", contract, "pages popped or read that were not there",
        "cb_wait_front for the pages before reading or popping them", GoesOn::always, Refuses::pedantic},
    Row{Id::cb_unconfigured, "cb-unconfigured", contract, "circular buffer not configured on this core",
        "CreateCircularBuffer for this index on every core that runs the kernel"},
    Row{Id::cb_bad_count, "cb-bad-count", contract, "a page count that the circular buffer can never satisfy",
        "use counts that divide the number of pages of the buffer", GoesOn::sometimes},
    Row{Id::out_of_bounds, "out-of-bounds", contract, "access outside every memory of the core",
        "check the pointer and the index it was made from", GoesOn::sometimes},
    Row{Id::misaligned, "misaligned", contract, "load or store not aligned to its size",
        "align the address to the size of the access"},
    Row{Id::uninitialised, "uninitialised", undetermined, "bytes read that nothing has written",
        "write the memory before reading it", GoesOn::sometimes},
    Row{Id::stack_overflow, "stack-overflow", contract, "the stack has grown into the data of the local memory",
        "move large arrays to L1; the local memory holds data and stack together"},
    Row{Id::noc_misaligned, "noc-misaligned", contract, "NoC transfer whose addresses do not agree in alignment",
        "source and destination must be equal modulo the alignment named"},
    Row{Id::noc_out_of_bounds, "noc-out-of-bounds", contract, "NoC transfer outside any buffer or memory",
        "check page number, offset and size against the buffer", GoesOn::sometimes, Refuses::pedantic},
    Row{Id::push_before_barrier, "push-before-barrier", contract,
        "pages pushed while a NoC read into them is under way", "call noc_async_read_barrier before cb_push_back",
        GoesOn::always},
    Row{Id::dst_index, "dst-index", contract, "Dst tile or row outside the acquired half",
        "half sync holds 8 tiles of 16 bit or 4 of fp32; use a smaller index or full sync", GoesOn::sometimes},
    Row{Id::dst_ownership, "dst-ownership", contract, "Dst used outside acquire and commit",
        "tile_regs_acquire before, tile_regs_commit after the use", GoesOn::always, Refuses::pedantic},
    Row{Id::missing_argument, "missing-argument", contract, "runtime argument that the host did not set",
        "SetRuntimeArgs with enough words for this core", GoesOn::always},
    Row{Id::lreg_pressure, "lreg-pressure", contract, "more than 8 vectors live at once",
        "store some to Dst or shorten their lives; the vendor's compiler refuses this code"},
    Row{Id::illegal_instruction, "illegal-instruction", contract, "not an RV32IM or tessera instruction",
        "a wild jump or a binary for another machine"},
    Row{Id::tensix_unsupported, "tensix-unsupported", unsupported, "Tensix instruction or API call not modelled",
        "see `tessera list` for what is covered"},
    Row{Id::flag_stack, "flag-stack", contract, "condition stack pushed beyond 8 entries or popped when empty",
        "balance and flatten v_if blocks"},
    Row{Id::sfpu_mode, "sfpu-mode", contract,
        "SFPU instruction with a modifier that is reserved or not on this architecture",
        "use a documented modifier of this architecture"},
    Row{Id::unbalanced_predicate, "unbalanced-predicate", contract, "a kernel ended inside a predicated region",
        "close every v_if with v_endif", GoesOn::always},
    Row{Id::uninitialised_vector, "uninitialised-vector", undetermined, "a vector register used before any write",
        "give the vector a value in every lane that is used"},
    Row{Id::code_write, "code-write", contract, "store into the kernel's own text", "check the pointer"},
    Row{Id::pack_order, "pack-order", contract, "pack before the Dst half was committed and waited for",
        "tile_regs_commit on the math side, tile_regs_wait before pack_tile", GoesOn::always},
    Row{Id::format_mismatch, "format-mismatch", contract, "tile read in another format than configured",
        "re-initialise for this circular buffer before using it", GoesOn::sometimes},
    Row{Id::semaphore_misuse, "semaphore-misuse", non_contractual,
        "semaphore posted beyond its maximum or taken at zero", "balance posts and gets", GoesOn::always},
    Row{Id::unfinished_transfers, "unfinished-transfers", contract, "kernel ended with NoC transfers not awaited",
        "end the kernel with the barrier that belongs to its transfers", GoesOn::always, Refuses::pedantic},
    Row{Id::two_users_of_cb, "two-users-of-cb", contract, "two RISCs push to or pop from one circular buffer",
        "one producer and one consumer per buffer", GoesOn::always},
    Row{Id::kernel_assert, "kernel-assert", contract, "ASSERT in the kernel failed",
        "see the condition at the line named", GoesOn::always},
    Row{Id::kernel_too_large, "kernel-too-large", contract, "kernel text or data does not fit its memory",
        "make the kernel smaller"},
    Row{Id::l1_overflow, "l1-overflow", contract, "circular buffers and L1 buffers do not fit into L1",
        "use smaller or fewer pages"},
    Row{Id::internal_error, "internal-error", internal, "tessera contradicts itself", "please report this"},
    Row{Id::wrong_init, "wrong-init", contract, "a tile function run while its units are set up for another",
        "call the function's own init after the init of any other tile function", GoesOn::sometimes},
    Row{Id::sfpu_hazard, "sfpu-hazard", contract,
        "an SFPU result used before it is there, by an instruction that the hardware does not hold back",
        "put TTI_SFPNOP or an independent instruction between the two; the compiler does so for SFPI code",
        GoesOn::sometimes},
    Row{Id::dst_hazard, "dst-hazard", contract, "SFPLOAD of Dst rows that the FPU has not finished writing",
        "TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH) before the first SFPLOAD", GoesOn::always},
    Row{Id::released_dst, "released-dst", non_contractual,
        "SFPLOAD of Dst rows that nothing has written since they were released (pedantic runs only)",
        "store what is needed again after tile_regs_acquire, or read it from L1", GoesOn::always, Refuses::pedantic},
    Row{Id::scrambled_vector, "scrambled-vector", non_contractual,
        "a vector in L4 to L7 read after SFPTRANSP, which transposes those registers as well",
        "transpose first, or store the vector to Dst before and load it again; keep no more than 4 vectors then",
        GoesOn::always},
    Row{Id::broken_link, "broken-link", contract,
        "NoC request that a linked multicast, which holds its way for the next one, keeps out for ever",
        "send the next multicast to the same rectangle on the same NoC, or leave `linked` false"},
    Row{Id::print_format, "print-format", contract, "DPRINT with a format that does not fit its arguments",
        "use a format specification of fmt that suits the type of each argument", GoesOn::always},
    Row{Id::race, "race", contract, "two accesses to the same bytes, one of them a write, that nothing orders",
        "order them as the note says; spec/memory-order.md 6 lists what orders what", GoesOn::always},
    Row{Id::never_written, "never-written", contract, "pages of a result that no kernel wrote",
        "check which pages each core writes, and that their shares cover the work", GoesOn::always},
    Row{Id::stale_cache, "stale-cache", contract,
        "a load from the L1 data cache of a word that another agent has written since (Blackhole)",
        "invalidate_l1_cache() before the load, or leave the cache off", GoesOn::always},
    Row{Id::unread_pages, "unread-pages", contract,
        "a program that ends with pages pushed and never waited for, waited for and not popped, or reserved and not "
        "pushed",
        "check cb_push_back and cb_pop_front, without which the next wait sees the same pages, and how many pages each "
        "side counts",
        GoesOn::always},
    Row{Id::src_bank, "src-bank", contract, "SrcA or SrcB used by an instruction while the unpackers have it",
        "TTI_STALLWAIT(p_stall::STALL_MATH, p_stall::SRCA_VLD) or SRCB_VLD before it", GoesOn::sometimes},
    Row{Id::counter_left_over, "counter-left-over", contract,
        "an API call that begins with an address counter as another call or the kernel's own instruction left it",
        "set the counter to zero before the call: TTI_SETADCXY and TTI_SETADCZW of unpackers and packers, TTI_SETRWC "
        "of the matrix unit",
        GoesOn::always},
    Row{Id::mixed_exponents, "mixed-exponents", non_contractual,
        "circular buffers of 5-bit and of 8-bit exponents in one compute kernel, which the vendor's host refuses",
        "use formats of one family: bf16, bfp8, bfp4, bfp2 and tf32, or fp16, bfp8a, bfp4a, bfp2a, fp8 and int8; fp32 "
        "and the other integers go with either",
        GoesOn::always},
    Row{Id::fp16_beyond_ieee, "fp16-beyond-ieee", non_contractual,
        "fp16 of exponent 31 in a result: numbers of 65536 to 131008 here, infinity or NaN for whoever reads IEEE",
        "keep results below 65504, saturate them in the kernel, or give the result the format bf16 or fp32",
        GoesOn::always},
    Row{Id::zero_division, "zero-division", contract,
        "an integer divided by zero, which C++ leaves open and RISC-V answers with -1, or with the dividend as "
        "remainder",
        "check the divisor before, or the argument that it comes from", GoesOn::always},
};

}  // namespace

std::span<const Row> rows() { return table; }

const Row& row(Id id) {
    for (const Row& r : table)
        if (r.id == id) return r;
    return table[static_cast<std::size_t>(Id::internal_error) - 1];
}

std::string code(Id id) { return fmt::format("TS{:03}", static_cast<int>(id)); }

std::string_view name(Category category) {
    switch (category) {
        case contract: return "contract broken by the kernel";
        case non_contractual: return "works today, must not be relied on";
        case undetermined: return "value not determined";
        case unsupported: return "not supported by tessera";
        case unimplemented: return "not built yet";
        case internal: return "error of tessera";
    }
    return "?";
}

std::string_view name(GoesOn goes_on) {
    switch (goes_on) {
        case GoesOn::never: return "no";
        case GoesOn::sometimes: return "some";
        case GoesOn::always: return "yes";
    }
    return "?";
}

std::string Fault::headline(Severity severity) const {
    std::string out;
    if (!where_.file.empty()) out += where_.file + (where_.line == 0 ? ": " : fmt::format(":{}: ", where_.line));
    out += severity == Severity::error ? "error: " : "warning: ";
    if (where_.core_x >= 0) out += fmt::format("core ({},{}) ", where_.core_x, where_.core_y);
    if (!where_.risc.empty()) out += where_.risc + ": ";
    out += detail_;
    if (where_.core_x >= 0) out += fmt::format(" (cycle {})", where_.cycle);
    return out + fmt::format(" [{}]", code(id_));
}

std::string Fault::text(Severity severity) const {
    std::string out = headline(severity) + "\n";
    if (!notes.empty()) out += notes;
    out += fmt::format("  = {}: {}\n", name(row(id_).category), remedy());
    if (severity == Severity::warning)
        out += fmt::format("  = silicon tolerates this here; {} makes it an error\n",
                           row(id_).warnings_in == Refuses::strict ? "--strict" : "--pedantic");
    return out;
}

}  // namespace tessera::fault
