#include "host/study/fit/literals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace tessera::accuracy {
namespace {

using abi::VectorOp;
using sfpu::no_value;

std::uint32_t group(VectorOp op) { return static_cast<std::uint32_t>(op) >> 4; }
// The shapes of sim/abi/vector_op.hpp.
bool reads_a(const sfpu::Recorded& entry) { return !entry.raw && group(entry.op) != 0 && group(entry.op) != 6; }
bool reads_b(const sfpu::Recorded& entry) {
    return !entry.raw && (group(entry.op) == 3 || group(entry.op) == 4 || group(entry.op) == 7);
}

bool is_sum_or_product(VectorOp op) {
    constexpr std::array all{VectorOp::add, VectorOp::sub,     VectorOp::sub_assign,
                             VectorOp::mul, VectorOp::int_add, VectorOp::int_sub};
    return std::ranges::find(all, op) != all.end();
}
bool is_of_integers(VectorOp op) { return op == VectorOp::int_add || op == VectorOp::int_sub; }

// Takes an argument's exponent or fraction, or rounds it: what follows works on the reduced argument.
bool splits(VectorOp op) {
    constexpr std::array all{VectorOp::exponent, VectorOp::exponent_raw, VectorOp::mantissa_hidden,
                             VectorOp::mantissa, VectorOp::to_int16,     VectorOp::to_uint16};
    return std::ranges::find(all, op) != all.end();
}

// Which values of a segment depend on a split.
std::vector<bool> behind_split(const sfpu::Recording& recording, bool& any) {
    std::vector<bool> behind(recording.values, false);
    bool last = false;
    for (const sfpu::Recorded& entry : recording.ops) {
        bool is = !entry.raw && splits(entry.op);
        any |= is;
        if (entry.op == VectorOp::result) is = last;
        for (const std::uint32_t value : {reads_a(entry) ? entry.a : no_value, reads_b(entry) ? entry.b : no_value})
            is |= value != no_value && behind[value];
        if (entry.value != no_value) behind[entry.value] = is;
        if (entry.op != VectorOp::result) last = is;
    }
    return behind;
}

struct Uses {
    bool sums_only = true, any = false, of_integers = false, beside_split = false;
};

// Of a value, under whatever name variables give it.
void add_uses(const sfpu::Recording& recording, std::uint32_t value, const std::vector<bool>& behind, Uses& uses) {
    for (const sfpu::Recorded& entry : recording.ops) {
        const bool in_a = reads_a(entry) && entry.a == value, in_b = reads_b(entry) && entry.b == value;
        if (!in_a && !in_b) continue;
        if (entry.op == VectorOp::assign) {
            if (entry.value != value) add_uses(recording, entry.value, behind, uses);
            continue;
        }
        uses.any = true;
        uses.sums_only &= is_sum_or_product(entry.op);
        uses.of_integers |= is_of_integers(entry.op);
        const std::uint32_t other = in_a ? entry.b : entry.a;
        uses.beside_split |= is_sum_or_product(entry.op) && other != no_value && behind[other];
    }
}

double largest_change(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        const double was = value_of(a[i]), is = value_of(b[i]);
        const double change = std::abs(is - was) / std::abs(was);
        most = std::max(most, std::isnan(change) ? 1.0 : change);
    }
    return most;
}

std::int64_t rank(std::uint32_t word) {
    const auto size = static_cast<std::int64_t>(word & 0x7fffffff);
    return (word >> 31) != 0 ? -size : size;
}

}  // namespace

std::string_view name(Literal::Role role) {
    constexpr std::array<std::string_view, 5> names{"coefficient", "reduction", "structure", "idle", "immediate"};
    return names[static_cast<std::size_t>(role)];
}

std::uint32_t stepped(std::uint32_t word, bool is_integer, std::int64_t steps) {
    if (is_integer) return word + static_cast<std::uint32_t>(steps);
    constexpr std::int64_t largest = 0x7f7fffff;
    const std::int64_t to = std::clamp(rank(word) + steps, -largest, largest);
    return to < 0 ? 0x80000000u | static_cast<std::uint32_t>(-to) : static_cast<std::uint32_t>(to);
}

std::int64_t steps_between(std::uint32_t from, std::uint32_t to, bool is_integer) {
    return is_integer ? static_cast<std::int32_t>(to - from) : rank(to) - rank(from);
}

std::uint32_t Literal::moved(std::uint32_t from, std::int64_t steps) const {
    return stepped(from, is_integer, is_integer ? steps : steps * step);
}

std::string source_text(std::uint32_t word, bool is_integer) {
    const std::uint32_t exponent = word >> 23 & 0xff;
    return is_integer || exponent == 0 || exponent == 255 ? fmt::format("{:#x}", word)
                                                          : fmt::format("{:a}f", std::bit_cast<float>(word));
}

std::string number_text(std::uint32_t word, bool is_integer) {
    const std::uint32_t exponent = word >> 23 & 0xff;
    return is_integer || exponent == 0 || exponent == 255 ? fmt::format("{}", static_cast<std::int32_t>(word))
                                                          : fmt::format("{:.9g}", std::bit_cast<float>(word));
}

Literals::Literals(const Built& built, std::span<const std::uint32_t> probe) : built_(built) {
    find();
    judge(probe);
}

void Literals::find() {
    bool any_split = false;
    for (const host::SegmentRun& run : built_.trace.segments) behind_split(run.recording, any_split);
    for (std::size_t s = 0; s < built_.trace.segments.size(); ++s) {
        const host::SegmentRun& run = built_.trace.segments[s];
        bool any = false;
        const std::vector<bool> behind = behind_split(run.recording, any);
        for (std::size_t i = 0; i < run.recording.ops.size(); ++i) {
            const sfpu::Recorded& entry = run.recording.ops[i];
            if (entry.raw || entry.op != VectorOp::constant || !entry.literal) continue;
            Uses uses;
            add_uses(run.recording, entry.value, behind, uses);
            Literal constant{
                .segment = s, .op = i, .word = entry.b, .is_integer = uses.of_integers, .line = run.line[i]};
            if (uses.any && uses.sums_only && (uses.beside_split || !any_split))
                constant.role = Literal::Role::coefficient;
            all_.push_back(std::move(constant));
        }
    }
}

// Coefficients are what is left when what has no influence, too much, or its price is out.
void Literals::judge(std::span<const std::uint32_t> probe) {
    const Recorded published = with({});
    std::vector<std::uint32_t> was(probe.size()), is(probe.size());
    published.run(probe, was);
    const auto is_longer = [&](std::span<const std::uint32_t> words) {
        return with(words).program().code.size() > published.program().code.size();
    };
    for (std::size_t i = 0; i < all_.size(); ++i) {
        Literal& c = all_[i];
        if (c.role != Literal::Role::coefficient) continue;
        fitted_ = {i};
        const auto change = [&](std::int64_t steps) {
            const std::array word{stepped(c.word, c.is_integer, steps)};
            with(word).run(probe, is);
            return largest_change(was, is);
        };
        constexpr double smooth = 0x1p-8;
        constexpr std::int64_t far = 1 << 14;
        const std::array next{stepped(c.word, c.is_integer, 1)}, before{stepped(c.word, c.is_integer, -1)};
        if (change(1) > smooth)
            c.role = Literal::Role::structure;
        else if (change(far) == 0 && change(-far) == 0)
            c.role = Literal::Role::idle;
        else if (is_longer(next) && is_longer(before))
            c.role = Literal::Role::immediate;
    }
    fitted_.clear();
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (all_[i].role == Literal::Role::coefficient) fitted_.push_back(i);
}

void Literals::choose(std::span<const std::size_t> numbers) { fitted_.assign(numbers.begin(), numbers.end()); }

void Literals::choose_lines(std::span<const std::size_t> lines, std::int64_t step) {
    fitted_.clear();
    for (const std::size_t line : lines)
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].line.ends_with(fmt::format(":{}", line))) {
                all_[i].step = step;
                all_[i].role = Literal::Role::coefficient;
                fitted_.push_back(i);
            }
    if (fitted_.size() != lines.size())
        throw std::logic_error(fmt::format("{} constants on {} lines", fitted_.size(), lines.size()));
}

std::vector<std::uint32_t> Literals::published() const {
    std::vector<std::uint32_t> words;
    for (const std::size_t i : fitted_) words.push_back(all_[i].word);
    return words;
}

Recorded Literals::with(std::span<const std::uint32_t> words) const {
    const Setting& setting = built_.recorded.setting();
    std::vector<sfpu::Program> programs;
    for (std::size_t s = 0; s < built_.trace.segments.size(); ++s) {
        sfpu::Recording recording = built_.trace.segments[s].recording;
        for (std::size_t k = 0; k < words.size(); ++k)
            if (const Literal& c = all_[fitted_[k]]; c.segment == s) recording.ops[c.op].b = words[k];
        programs.push_back(sfpu::lower(recording, setting.arch.sfpu, setting.lowering));
    }
    return built_.recorded.with(programs);
}

}  // namespace tessera::accuracy
