#include "host/ops/rope/fused/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/ops/rope/fused/rows.hpp"
#include "host/ops/rope/fused/rules.hpp"
#include "host/ops/rope/fused/shift.hpp"
#include "host/ops/rope/plan.hpp"
#include "host/tensor/numbers.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;

constexpr std::int64_t last_position = INT32_MAX;

RowPairs pairs_of(const KernelRow& kernel, std::size_t head_dim) {
    const std::size_t half = head_dim / 2;
    if (kernel.neox) return {.first = 0, .step = 1, .distance = half, .count = half};
    return {.first = 0, .step = 2, .distance = 1, .count = half};
}

// scale / theta^(2d/head_dim), or scale / freqs[d].
std::vector<PairAngle> angles_of(const Arrays& arrays, float theta, std::size_t head_dim, long double scale) {
    std::vector<PairAngle> angles(head_dim / 2);
    const auto table = arrays.find("freqs");
    for (std::size_t d = 0; d < angles.size(); ++d) {
        const long double exponent = 2 * static_cast<long double>(d) / static_cast<long double>(head_dim);
        angles[d].frequency = scale / (table != arrays.end() ? static_cast<long double>(table->second.as<float>()[d])
                                                             : std::pow(static_cast<long double>(theta), exponent));
    }
    return angles;
}

std::vector<std::int32_t> consecutive(const char* field, std::uint32_t first, std::uint32_t count) {
    if (std::int64_t{first} + count - 1 > last_position)
        throw InputError(fmt::format("{} {}: {} position(s) from there go beyond {}; nearest: {}", field, first, count,
                                     last_position, std::max<std::int64_t>(0, last_position - count + 1)));
    std::vector<std::int32_t> out(count);
    for (std::uint32_t i = 0; i < count; ++i) out[i] = static_cast<std::int32_t>(first + i);
    return out;
}

std::vector<std::int32_t> given_positions(const NpyArray& array) {
    std::vector<std::int32_t> out;
    for (const std::int64_t position : integers(array)) {
        if (position < 0 || position > last_position)
            throw InputError(fmt::format("position_ids[{}] is {}; 0 to {} is expected; nearest: {}", out.size(),
                                         position, last_position, position < 0 ? 0 : last_position));
        out.push_back(static_cast<std::int32_t>(position));
    }
    return out;
}

// Arrays of f16 as tensors; they are added in the order of the kernel's buffers.
class Tensors {
  public:
    Tensors(const KernelRow& kernel, Arrays& arrays, Rotation& rotation)
        : kernel_(kernel), arrays_(arrays), rotation_(rotation) {}

    std::uint32_t add(std::string_view name) {
        NpyArray& array = arrays_.find(name)->second;
        std::vector<std::size_t> shape = array.shape;
        rotation_.tensors.push_back({.name = std::string(name),
                                     .format = tensix::DataFormat::fp16,
                                     .shape = std::move(shape),
                                     .contents = contents_of(std::move(array)),
                                     .result = std::ranges::find(kernel_.results, name) != kernel_.results.end()});
        return static_cast<std::uint32_t>(rotation_.tensors.size() - 1);
    }

  private:
    const KernelRow& kernel_;
    Arrays& arrays_;
    Rotation& rotation_;
};

RowNorm norm_of(const Arrays& arrays, float eps, std::span<const std::string_view> weights) {
    RowNorm norm{.eps = static_cast<double>(eps), .weights = {}};
    for (const std::string_view name : weights) norm.weights.push_back(floats(arrays.find(name)->second));
    return norm;
}

void turn_in_place(const Params& p, Call& call, Rotation& out) {
    const auto ids = call.arrays.find("position_ids");
    const std::vector<std::int32_t> positions =
        ids != call.arrays.end() ? given_positions(ids->second) : consecutive("pos_offset", p.pos_offset, p.seq_len);
    out.width = p.head_dim;
    out.angles = angles_of(call.arrays, p.theta, p.head_dim, 1);
    const std::uint32_t x = Tensors(*call.kernel, call.arrays, out).add("x");
    const std::uint64_t row = std::uint64_t{p.n_heads} * p.head_dim;
    add_in_place(out.rows, {x, 0, p.row_stride == 0 ? row : p.row_stride, p.n_heads, p.head_dim}, positions);
}

void turn_and_write(const Params& p, Call& call, Rotation& out) {
    const std::uint32_t tokens = tokens_of(*call.kernel, p);
    const std::vector<std::int32_t> positions = consecutive("pos", p.pos, tokens);
    const bool batch = call.kernel->family == Family::batch, normed = call.kernel->normed;
    out.width = p.head_dim;
    out.angles = angles_of(call.arrays, p.theta, p.head_dim, normed ? 1 : static_cast<long double>(p.freq_scale));
    if (normed) {
        constexpr std::array<std::string_view, 2> weights{"q_norm_weight", "k_norm_weight"};
        out.norm = norm_of(call.arrays, call.norm_eps, weights);
    }
    Tensors tensors(*call.kernel, call.arrays, out);
    const std::uint64_t kv = std::uint64_t{p.n_kv_heads} * p.head_dim, q_row = std::uint64_t{p.n_heads} * p.head_dim;
    const std::uint32_t q = tensors.add(batch ? "q" : "qkv");
    const std::uint32_t k = batch ? tensors.add("k") : q, v = batch ? tensors.add("v") : q;
    const std::uint32_t k_cache = tensors.add("k_cache"), v_cache = tensors.add("v_cache");
    add_in_place(out.rows, {q, 0, q_row, p.n_heads, p.head_dim}, positions);
    add_moved(out.rows, {k, batch ? 0 : p.k_elem_offset, kv, p.n_kv_heads, p.head_dim},
              {k_cache, p.max_seq_len, p.head_dim}, p.pos, tokens, positions, normed ? 1 : 0);
    add_moved(out.rows, {v, batch ? 0 : p.v_elem_offset, kv, p.n_kv_heads, p.head_dim},
              {v_cache, p.max_seq_len, p.head_dim}, p.pos, tokens);
}

void norm_heads(const Params& p, Call& call, Rotation& out) {
    out.width = p.head_dim;
    out.angles.assign(p.head_dim / 2, PairAngle{});
    constexpr std::array<std::string_view, 1> weight{"weight"};
    out.norm = norm_of(call.arrays, p.eps, weight);
    const std::uint32_t x = Tensors(*call.kernel, call.arrays, out).add("x");
    const std::vector<std::int32_t> positions(p.seq_len, 0);
    add_in_place(out.rows, {x, 0, std::uint64_t{p.n_heads} * p.head_dim, p.n_heads, p.head_dim}, positions);
}

void write_cache(const Params& p, Call& call, Rotation& out) {
    out.width = p.head_dim;
    Tensors tensors(*call.kernel, call.arrays, out);
    const std::uint32_t src = tensors.add("src"), cache = tensors.add("cache");
    const std::uint64_t row = std::uint64_t{p.n_kv_heads} * p.head_dim;
    add_moved(out.rows, {src, 0, p.src_stride == 0 ? row : p.src_stride, p.n_kv_heads, p.head_dim},
              {cache, p.max_seq_len, p.head_dim}, p.pos, p.seq_len);
}

void shift_cache(const Params& p, Call& call, Rotation& out) {
    out.width = p.head_dim;
    const std::uint32_t cache = Tensors(*call.kernel, call.arrays, out).add("cache");
    add_shift(out, {cache, p.max_seq_len, p.head_dim}, {p.n_kv_heads, p.shift, p.new_len});
}

}  // namespace

Rotation rotation_of(Call call) {
    const KernelRow& kernel = *call.kernel;
    check_arrays(kernel, buffers_of(kernel, call.params), call.arrays);
    if (kernel.family == Family::qkv && kernel.normed && !(call.norm_eps > 0 && std::isfinite(call.norm_eps)))
        throw InputError(
            fmt::format("norm_eps {:g}: a finite number above 0 is expected; nearest: 1e-06", call.norm_eps));
    Rotation out;
    out.name = kernel.name;
    switch (kernel.family) {
        case Family::in_place: turn_in_place(call.params, call, out); break;
        case Family::qkv:
        case Family::batch: turn_and_write(call.params, call, out); break;
        case Family::head_norm: norm_heads(call.params, call, out); break;
        case Family::cache_write: write_cache(call.params, call, out); break;
        case Family::cache_shift: shift_cache(call.params, call, out); break;
    }
    if (!out.angles.empty()) out.pairs = pairs_of(kernel, out.width);
    return out;
}

}  // namespace tessera::host::fused
