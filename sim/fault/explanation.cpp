#include "sim/fault/explanation.hpp"

#include <array>

namespace tessera::fault {
namespace {

constexpr std::array explanations{
    Explanation{
        Id::deadlock, "hangs until the host gives up", {Id::cycle_limit, Id::unread_pages, Id::semaphore_misuse}},
    Explanation{Id::cycle_limit, "hangs", {Id::deadlock}},
    Explanation{Id::cb_overflow,
                "overwrites pages that are still read",
                {Id::cb_underflow, Id::unread_pages, Id::two_users_of_cb}},
    Explanation{Id::cb_underflow, "reads what was there before", {Id::cb_overflow, Id::push_before_barrier}},
    Explanation{Id::cb_unconfigured, "works on whatever lies at address 0", {Id::cb_bad_count}},
    Explanation{Id::cb_bad_count, "hangs, or leaves the buffer", {Id::cb_unconfigured, Id::deadlock}},
    Explanation{Id::out_of_bounds, "hangs, or the firmware is overwritten", {Id::noc_out_of_bounds, Id::misaligned}},
    Explanation{Id::misaligned, "reads or writes elsewhere", {Id::noc_misaligned, Id::out_of_bounds}},
    Explanation{Id::uninitialised, "reads what earlier programs left", {Id::uninitialised_vector, Id::never_written}},
    Explanation{Id::stack_overflow, "overwrites the kernel's data", {Id::out_of_bounds, Id::code_write}},
    Explanation{Id::noc_misaligned, "moves other bytes", {Id::noc_out_of_bounds, Id::misaligned}},
    Explanation{Id::noc_out_of_bounds, "corrupts or hangs", {Id::noc_misaligned, Id::out_of_bounds}},
    Explanation{Id::push_before_barrier, "the consumer reads the old page", {Id::unfinished_transfers, Id::race}},
    Explanation{Id::dst_index, "works on the other half", {Id::dst_ownership}},
    Explanation{Id::dst_ownership, "races with the packer", {Id::pack_order, Id::dst_index}},
    Explanation{Id::missing_argument, "reads what lies there", {Id::cb_unconfigured}},
    Explanation{Id::lreg_pressure, "the compiler refuses", {Id::uninitialised_vector}},
    Explanation{Id::illegal_instruction, "hangs", {Id::code_write, Id::stack_overflow}},
    Explanation{Id::tensix_unsupported, "runs; tessera does not model it", {}},
    Explanation{Id::flag_stack, "other lanes are written", {Id::unbalanced_predicate}},
    Explanation{Id::sfpu_mode, "not documented", {Id::illegal_instruction}},
    Explanation{Id::unbalanced_predicate, "the next kernel writes some lanes only", {Id::flag_stack}},
    Explanation{Id::uninitialised_vector, "any bits", {Id::uninitialised, Id::lreg_pressure}},
    Explanation{Id::code_write, "runs other code, or hangs", {Id::out_of_bounds, Id::stack_overflow}},
    Explanation{Id::pack_order, "packs what math is still writing", {Id::dst_ownership}},
    Explanation{Id::format_mismatch, "wrong numbers", {Id::wrong_init, Id::mixed_exponents}},
    Explanation{Id::semaphore_misuse, "the count is lost", {Id::deadlock}},
    Explanation{Id::unfinished_transfers,
                "the next program's barriers return early or hang",
                {Id::push_before_barrier, Id::race}},
    Explanation{Id::two_users_of_cb, "pages are lost", {Id::race, Id::unread_pages}},
    Explanation{Id::kernel_assert, "the watcher stops the core", {}},
    Explanation{Id::kernel_too_large, "the host refuses", {Id::l1_overflow}},
    Explanation{Id::l1_overflow, "the host refuses", {Id::kernel_too_large, Id::cb_bad_count}},
    Explanation{Id::internal_error, "-", {}},
    Explanation{Id::wrong_init, "wrong numbers, or a hang", {Id::format_mismatch, Id::counter_left_over}},
    Explanation{Id::sfpu_hazard, "reads the old value", {Id::dst_hazard}},
    Explanation{Id::dst_hazard, "reads old rows", {Id::sfpu_hazard}},
    Explanation{Id::released_dst, "keeps the bits; pedantic runs only", {Id::dst_ownership}},
    Explanation{Id::scrambled_vector, "other lanes; a warning", {Id::uninitialised_vector}},
    Explanation{Id::broken_link, "hangs", {Id::deadlock, Id::noc_out_of_bounds}},
    Explanation{Id::print_format, "prints something else", {}},
    Explanation{Id::race, "wrong now and then", {Id::push_before_barrier, Id::unfinished_transfers, Id::stale_cache}},
    Explanation{Id::never_written, "the host reads what lay there", {Id::uninitialised, Id::noc_out_of_bounds}},
    Explanation{Id::stale_cache, "the load sees the old value", {Id::race}},
    Explanation{Id::unread_pages, "the rest is lost; a warning", {Id::deadlock, Id::cb_underflow}},
    Explanation{Id::src_bank, "reads or overwrites what the unpackers are filling", {Id::dst_hazard}},
    Explanation{Id::counter_left_over, "the call reads or writes elsewhere", {Id::wrong_init}},
    Explanation{Id::mixed_exponents, "the host refuses", {Id::format_mismatch, Id::fp16_beyond_ieee}},
    Explanation{Id::fp16_beyond_ieee, "the host reads infinity or NaN", {Id::mixed_exponents}},
    Explanation{Id::zero_division, "the quotient is -1, the remainder the dividend; a warning", {}},
};
static_assert([] {
    for (std::size_t i = 0; i < explanations.size(); ++i)
        if (static_cast<std::size_t>(explanations[i].id) != i + 1) return false;
    return true;
}());

}  // namespace

const Explanation& explanation(Id id) { return explanations[static_cast<std::size_t>(id) - 1]; }

}  // namespace tessera::fault
