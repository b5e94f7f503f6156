#include "host/ops/rope/ggml/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

static_assert(std::endian::native == std::endian::little);  // as the words of the block are

std::int32_t number(GgmlMode mode) { return static_cast<std::int32_t>(mode); }

bool is_known(GgmlMode mode) { return std::ranges::find(ggml_modes, mode) != ggml_modes.end(); }

void check_mode(GgmlMode mode) {
    if (is_known(mode)) return;
    const auto distance = [&](GgmlMode known) {
        return std::abs(static_cast<std::int64_t>(number(mode)) - number(known));
    };
    const GgmlMode near = *std::ranges::min_element(ggml_modes, {}, distance);
    const char* const why = number(mode) % 2 != 0 ? "its bit 0 is no longer supported" : "it is no mode";
    throw InputError(
        fmt::format("mode {}: {}; 0 normal, 2 neox, 8 mrope, 24 vision or 40 imrope is expected; "
                    "nearest: {}",
                    number(mode), why, number(near)));
}

// Rounds down to an even number and into the range, whose ends are even.
std::int64_t nearest_even(std::int64_t value, std::int64_t least, std::int64_t most) {
    return std::clamp(value - (value & 1), least, most);
}

void check_even(const char* what, std::int64_t value, std::int64_t least, std::int64_t most, const std::string& end) {
    const std::int64_t near = nearest_even(value, least, most);
    if (near != value)
        throw InputError(fmt::format("{} {}: an even number from {} to {} ({}) is expected; nearest: {}", what, value,
                                     least, most, end, near));
}

void check_vision(const GgmlParameters& p, std::int64_t ne0) {
    if (ne0 % 4 != 0 || ne0 < 4)
        throw InputError(
            fmt::format("mode vision: ne0 {} is not a multiple of 4, which n_dims = ne0/2 asks for; "
                        "nearest: {}",
                        ne0, std::max<std::int64_t>(ne0 / 4 * 4, 4)));
    if (p.n_dims != ne0 / 2)
        throw InputError(
            fmt::format("mode vision: n_dims {} is not ne0/2 of ne0 {}; nearest: {}", p.n_dims, ne0, ne0 / 2));
    if (p.n_offs != 0) throw InputError(fmt::format("mode vision takes no n_offs, and it is {}; nearest: 0", p.n_offs));
}

void check_span(const GgmlParameters& p, std::int64_t ne0) {
    if (p.mode == GgmlMode::vision) return check_vision(p, ne0);
    const std::int64_t room = ne0 / 2 * 2;
    if (room == 0) throw InputError(fmt::format("ne0 {} holds no pair; nearest: 2", ne0));
    check_even("n_dims", p.n_dims, 2, room, fmt::format("ne0 {}", ne0));
    check_even("n_offs", p.n_offs, 0, (ne0 - p.n_dims) / 2 * 2, fmt::format("ne0 {} less n_dims {}", ne0, p.n_dims));
}

void check_sections(const GgmlParameters& p, std::int64_t ne0) {
    if (!has_sections(p.mode)) return;
    std::array<std::int64_t, 4> near;
    std::ranges::copy(p.sections, near.begin());
    const auto refuse = [&](const std::string& why) {
        throw InputError(
            fmt::format("sections {}: {}; nearest: {}", fmt::join(p.sections, ","), why, fmt::join(near, ",")));
    };
    if (std::ranges::any_of(p.sections, [](std::int32_t n) { return n < 0; })) {
        for (std::int64_t& n : near) n = std::max<std::int64_t>(n, 0);
        refuse("none may be below 0");
    }
    if (near[0] == 0 && near[1] == 0 && near[2] == 0) {
        near[0] = 1;
        refuse("one of the first three must be above 0");
    }
    const std::int64_t sum = std::accumulate(near.begin(), near.end(), std::int64_t{0});
    if (sum <= ne0) return;
    std::int64_t excess = sum - ne0;
    for (std::size_t i = near.size(); i-- > 0;) {
        const std::int64_t less = std::min(near[i], excess);
        near[i] -= less;
        excess -= less;
    }
    refuse(fmt::format("they sum to {}, above ne0 {}", sum, ne0));
}

void check_number(const char* what, float value, bool legal, const char* expected, const char* usual) {
    if (!legal || !std::isfinite(value))
        throw InputError(fmt::format("{} {}: {} is expected; usual: {}", what, value, expected, usual));
}

// Where the ramp counts, GGML takes logarithms of these.
void check_ramp(const GgmlParameters& p) {
    if (p.ext_factor == 0) return;
    check_number("freq_base", p.freq_base, p.freq_base != 1, "with ext_factor a number other than 1", "10000");
    check_number("freq_scale", p.freq_scale, p.freq_scale > 0 && std::isfinite(1 / p.freq_scale),
                 "with ext_factor a number above 0 that has a finite inverse", "1");
    check_number("beta_fast", p.beta_fast, p.beta_fast >= 0, "with ext_factor a finite number of 0 or more", "32");
    check_number("beta_slow", p.beta_slow, p.beta_slow >= 0, "with ext_factor a finite number of 0 or more", "1");
    if (p.n_ctx_orig < 0)
        throw InputError(fmt::format("n_ctx_orig {}: with ext_factor 0 or more is expected; nearest: 0", p.n_ctx_orig));
    if (p.n_ctx_orig == 0 && (p.beta_fast == 0 || p.beta_slow == 0))
        throw InputError(
            fmt::format("beta_fast {} and beta_slow {} with n_ctx_orig 0: the ramp of ext_factor {} is no number where "
                        "one of them is 0; usual: 32 and 1",
                        p.beta_fast, p.beta_slow, p.ext_factor));
}

void check_numbers(const GgmlParameters& p) {
    check_number("freq_base", p.freq_base, p.freq_base > 0, "a finite number above 0", "10000");
    check_number("freq_scale", p.freq_scale, p.freq_scale != 0, "a finite number other than 0", "1");
    check_number("ext_factor", p.ext_factor, true, "a finite number", "0 or 1");
    check_number("attn_factor", p.attn_factor, true, "a finite number", "1");
}

std::vector<GgmlField> all_fields() {
    using P = GgmlParameters;
    constexpr const char* group = "Rotation";
    std::vector<GgmlField> all{
        {"mode", &P::mode, "normal", group, "normal, neox, mrope, imrope or vision", "NAME"},
        {"n-dims", &P::n_dims, "", group, "elements that turn, even; without it all, of vision half of ne0"},
        {"n-offs", &P::n_offs, group, "the first element that turns, even"},
        {"sections", &P::sections, "", group,
         "pairs that turn by t,h,w,e; without it n-dims/3 but for e, of vision n-dims/2 for t and h", "N,N,N,N"},
        {"freq-base", &P::freq_base, group, "base of the frequencies"},
        {"freq-scale", &P::freq_scale, group, "multiplies the angles"},
        {"ext-factor", &P::ext_factor, group, "YaRN's mix; 0 for none"},
        {"attn-factor", &P::attn_factor, group, "multiplies sines and cosines"},
        {"beta-fast", &P::beta_fast, "32", group, "YaRN: pairs that turn so often in the trained context are exempt"},
        {"beta-slow", &P::beta_slow, "1", group, "YaRN: pairs that turn less often are scaled in full"},
        {"n-ctx-orig", &P::n_ctx_orig, group, "YaRN: positions of the trained context"},
    };
    for (const GgmlMode mode : ggml_modes) all.front().option.choices.push_back(name(mode));
    return all;
}

}  // namespace

std::span<const GgmlField> ggml_fields() {
    static const std::vector<GgmlField> all = all_fields();
    return all;
}

std::string name(GgmlMode mode) {
    switch (mode) {
        case GgmlMode::normal: return "normal";
        case GgmlMode::neox: return "neox";
        case GgmlMode::mrope: return "mrope";
        case GgmlMode::vision: return "vision";
        case GgmlMode::imrope: return "imrope";
    }
    return fmt::format("mode {}", number(mode));
}

bool has_sections(GgmlMode mode) {
    return mode == GgmlMode::mrope || mode == GgmlMode::imrope || mode == GgmlMode::vision;
}

RowPairs GgmlParameters::pairs() const {
    const auto n = static_cast<std::size_t>(n_dims), first = static_cast<std::size_t>(n_offs);
    if (mode == GgmlMode::vision) return {0, 1, n, n};
    if (mode == GgmlMode::normal) return {first, 2, 1, n / 2};
    return {first, 1, n / 2, n / 2};
}

Yarn GgmlParameters::yarn() const {
    return {.freq_scale = freq_scale,
            .ext_factor = ext_factor,
            .attn_factor = attn_factor,
            .beta_fast = beta_fast,
            .beta_slow = beta_slow,
            .ctx_orig = n_ctx_orig};
}

GgmlParameters decode(const GgmlBlock& block) { return std::bit_cast<GgmlParameters>(block); }
GgmlBlock encode(const GgmlParameters& parameters) { return std::bit_cast<GgmlBlock>(parameters); }

void check(const GgmlParameters& parameters, std::int64_t ne0) {
    check_mode(parameters.mode);
    check_span(parameters, ne0);
    check_sections(parameters, ne0);
    check_numbers(parameters);
    check_ramp(parameters);
}

}  // namespace tessera::host
