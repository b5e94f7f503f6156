#include "sim/core/announced_calls.hpp"

#include <fmt/format.h>

#include <utility>

namespace tessera::core {

// A start-up that names the formats which the units have is one to do before the loop. Inits of operations with formats
// of their own belong where they are used.
std::optional<AnnouncedCalls::Wrong> AnnouncedCalls::configures(abi::Announcement what, std::uint32_t formats,
                                                                std::uint32_t pc, int line) {
    bool same = true;
    for (std::uint32_t which = 0; which < configured_.size(); ++which) {
        const std::uint32_t cb = abi::Formats::cb(formats, which);
        if (cb == abi::Formats::unchanged) continue;
        const std::optional<std::uint32_t> named = cb == abi::Formats::unknown ? std::nullopt : std::optional(cb);
        same = same && named && configured_[which].cb == named;
        configured_[which] = {named, pc};
    }
    if (what == abi::Announcement::reconfigures) return std::nullopt;
    started_ = true;
    if (what == abi::Announcement::starts_with_op) return std::nullopt;
    const bool again = !lines_.insert(line).second;
    if (!std::exchange(used_, false) || !again || !same) return std::nullopt;
    return Wrong{
        .text =
            "a hardware start-up in the loop over tiles, again for the formats that the units have: it belongs "
            "before the loop, and once; it resets the units while they work",
        .tolerable = true};
}

void AnnouncedCalls::sets_up(std::uint32_t key, std::uint32_t pc) {
    key_ = key;
    set_up_at_ = pc;
}

bool AnnouncedCalls::fits(std::uint32_t key) const {
    if (!key_) return false;
    if (*key_ == abi::unknown_key || *key_ == key) return true;
    return (key & abi::any_variant) == abi::any_variant && abi::family_of(key) == abi::family_of(*key_);
}

std::string AnnouncedCalls::unstarted(const std::string& call) {
    return call +
           " in a kernel that has not started the hardware: call compute_kernel_hw_startup, or init_sfpu for one "
           "input, binary_op_init_common for two, mm_init for a product, first";
}

std::optional<AnnouncedCalls::Wrong> AnnouncedCalls::runs(std::uint32_t key, std::uint32_t pc,
                                                          const FunctionAt& function_at) {
    running_ = 1u << abi::family_of(key);
    used_ = true;
    if (fits(key)) return std::nullopt;
    const std::string call = function_at(pc);
    if (set_up_at_ == 0) return Wrong{.text = call + " without its init: no init of an operation has run"};
    const bool same_family = abi::family_of(*key_) == abi::family_of(key);
    return Wrong{.text = fmt::format("{} without its init: the last one is {}{}", call, function_at(set_up_at_),
                                     same_family ? ", which sets up another variant" : ""),
                 .since = set_up_at_};
}

}  // namespace tessera::core
