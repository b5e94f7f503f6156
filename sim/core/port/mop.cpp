#include "sim/core/port/mop.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::core {
namespace {

bool is_nop(std::uint32_t word) { return word >> 24 == abi::op_nop; }

}  // namespace

void MopExpander::set_mask(std::uint32_t mop_cfg_word) { mask_high_ = abi::mop_mask_high.of(mop_cfg_word); }

std::vector<std::uint32_t> MopExpander::expand(std::uint32_t mop_word) const {
    // Template 0 has no use for the first word.
    const std::uint32_t first = abi::mop_template.of(mop_word) != 0 ? 0 : 1;
    for (std::uint32_t i = first; i < config_.size(); ++i)
        if ((written_ >> i & 1) == 0)
            throw fault::Fault(fault::Id::uninitialised,
                               fmt::format("MOP runs a loop whose configuration word {} nobody has written", i));
    if (abi::mop_template.of(mop_word) != 0) return loops();
    return masked(mask_high_ << 16 | abi::mop_mask_low.of(mop_word), abi::mop_count.of(mop_word) + 1);
}

// Template 0: for each bit of the mask one of two groups.
std::vector<std::uint32_t> MopExpander::masked(std::uint32_t mask, std::uint32_t count) const {
    const auto& [unused, flags, b, a0, a1, a2, a3, skip_a, skip_b] = config_;
    const bool has_b = flags & 1, has_more = flags & 2;
    std::vector<std::uint32_t> words;
    for (std::uint32_t i = 0; i < count; ++i, mask >>= 1) {
        const bool skips = mask & 1;
        words.push_back(skips ? skip_a : a0);
        if (!skips && has_more) words.insert(words.end(), {a1, a2, a3});
        if (has_b) words.push_back(skips ? skip_b : b);
    }
    return words;
}

// Template 1: an outer loop of a start, an inner loop of one or two operations in turn, and up to two ends. The last
// operation of the inner loop is another one, and another again in the last round.
std::vector<std::uint32_t> MopExpander::loops() const {
    const auto& [outer_word, inner_word, start, end0, end1, first, second, last_of_all, last] = config_;
    std::uint32_t outer = outer_word & 127, inner = inner_word & 127;
    if (!is_nop(second)) inner *= 2;
    // The hardware runs such a loop 128 times more.
    if (outer == 1 && inner == 0 && is_nop(start) && !is_nop(end0)) outer += 128;
    std::vector<std::uint32_t> words;
    std::uint32_t turn = 0;  // goes on from round to round
    for (std::uint32_t j = 0; j < outer; ++j) {
        if (!is_nop(start)) words.push_back(start);
        for (std::uint32_t i = 0; i < inner; ++i, ++turn) {
            const bool ends = i + 1 == inner;
            const std::uint32_t alternating = is_nop(second) || turn % 2 == 0 ? first : second;
            words.push_back(!ends ? alternating : j + 1 == outer ? last_of_all : last);
        }
        if (is_nop(end0)) continue;
        words.push_back(end0);
        if (!is_nop(end1)) words.push_back(end1);
    }
    return words;
}

}  // namespace tessera::core
