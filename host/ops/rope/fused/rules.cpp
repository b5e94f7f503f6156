#include "host/ops/rope/fused/rules.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;

constexpr std::uint32_t most_normed = 256;  // elements of a head: two for each thread of four groups of 32

void at_least_one(const char* field, std::uint32_t value) {
    if (value == 0) throw InputError(fmt::format("{} 0: 1 or more is expected; nearest: 1", field));
}

void even(const char* field, std::uint32_t value) {
    if (value == 0 || value % 2 != 0)
        throw InputError(fmt::format("{} {}: an even number is expected, since its elements turn in pairs; nearest: {}",
                                     field, value, value == UINT32_MAX ? value - 1 : value + value % 2 + 2 * !value));
}

void above_zero(const char* field, float value, const char* nearest) {
    if (!(value > 0 && std::isfinite(value)))
        throw InputError(
            fmt::format("{} {:g}: a finite number above 0 is expected; nearest: {}", field, value, nearest));
}

// Positions [pos, pos + tokens) of a cache.
void check_room(const char* field, std::uint32_t pos, std::uint32_t tokens, std::uint32_t max_seq_len) {
    const std::uint64_t end = std::uint64_t{pos} + tokens;
    if (end <= max_seq_len) return;
    const bool fits = tokens <= max_seq_len;
    throw InputError(fmt::format(
        "{} {}: {} position(s) from there end at {}, and the cache ends at max_seq_len {}; "
        "nearest: {} {}",
        field, pos, tokens, end, max_seq_len, fits ? field : "max_seq_len", fits ? max_seq_len - tokens : end));
}

// Q is turned where it lies while K and V are read.
void check_behind_q(const char* field, std::uint32_t offset, const Params& p) {
    const std::uint64_t q_end = product(p.n_heads, p.head_dim);
    if (offset < q_end)
        throw InputError(fmt::format("{} {} lies within Q, which ends at n_heads*head_dim = {}; nearest: {}", field,
                                     offset, q_end, q_end));
}

void check_in_place(const Params& p) {
    at_least_one("seq_len", p.seq_len);
    at_least_one("n_heads", p.n_heads);
    even("head_dim", p.head_dim);
    above_zero("theta", p.theta, "10000");
    if (const std::uint64_t row = product(p.n_heads, p.head_dim); p.row_stride != 0 && p.row_stride < row)
        throw InputError(
            fmt::format("row_stride {} is shorter than a row of n_heads*head_dim = {}; nearest: {}, or 0 "
                        "for the same",
                        p.row_stride, row, row));
}

void check_writes(const KernelRow& kernel, const Params& p) {
    at_least_one("n_heads", p.n_heads);
    at_least_one("n_kv_heads", p.n_kv_heads);
    if (p.n_kv_heads > p.n_heads)
        throw InputError(
            fmt::format("n_kv_heads {} exceeds n_heads {}, and head h writes K and V of head h alone; "
                        "nearest: {}",
                        p.n_kv_heads, p.n_heads, p.n_heads));
    even("head_dim", p.head_dim);
    if (kernel.normed && p.head_dim > most_normed)
        throw InputError(fmt::format("head_dim {}: {} sums the squares of at most {}; nearest: {}", p.head_dim,
                                     kernel.name, most_normed, most_normed));
    above_zero("theta", p.theta, "10000");
    if (!kernel.normed && !std::isfinite(p.freq_scale))
        throw InputError(fmt::format("freq_scale {}: a finite number is expected; nearest: 1", p.freq_scale));
    if (kernel.family == Family::batch)
        at_least_one("k_elem_offset, the number of tokens,", p.k_elem_offset);
    else
        check_behind_q("k_elem_offset", p.k_elem_offset, p), check_behind_q("v_elem_offset", p.v_elem_offset, p);
    check_room("pos", p.pos, tokens_of(kernel, p), p.max_seq_len);
}

void check_cache_write(const Params& p) {
    at_least_one("n_kv_heads", p.n_kv_heads);
    at_least_one("head_dim", p.head_dim);
    at_least_one("seq_len", p.seq_len);
    check_room("pos", p.pos, p.seq_len, p.max_seq_len);
}

void check_cache_shift(const Params& p) {
    at_least_one("n_kv_heads", p.n_kv_heads);
    at_least_one("head_dim", p.head_dim);
    at_least_one("new_len", p.new_len);
    check_room("shift", p.shift, p.new_len, p.max_seq_len);
}

void check_head_norm(const Params& p) {
    even("head_dim", p.head_dim);
    at_least_one("n_heads", p.n_heads);
    at_least_one("seq_len", p.seq_len);
    above_zero("eps", p.eps, "1e-06");
}

}  // namespace

void check_params(const KernelRow& kernel, const Params& params) {
    switch (kernel.family) {
        case Family::in_place: return check_in_place(params);
        case Family::qkv:
        case Family::batch: return check_writes(kernel, params);
        case Family::head_norm: return check_head_norm(params);
        case Family::cache_write: return check_cache_write(params);
        case Family::cache_shift: return check_cache_shift(params);
    }
}

std::uint32_t tokens_of(const KernelRow& kernel, const Params& params) {
    return kernel.family == Family::batch ? params.k_elem_offset : 1;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    std::uint64_t out = 0;
    return __builtin_mul_overflow(a, b, &out) ? UINT64_MAX : out;
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    std::uint64_t out = 0;
    return __builtin_add_overflow(a, b, &out) ? UINT64_MAX : out;
}

}  // namespace tessera::host::fused
