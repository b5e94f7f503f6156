#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "frequencies.hpp"

namespace decoder {
namespace {

using Values = std::vector<double>;

Values row_of(const Weights& weights, std::size_t row) {
    Values out(weights.columns);
    dequantise(weights.type, weights.row(row), out);
    return out;
}

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

Values product(const Weights& matrix, std::span<const double> x, const std::optional<Weights>& bias = std::nullopt) {
    Values out = bias ? row_of(*bias, 0) : Values(matrix.rows), row(matrix.columns);
    for (std::size_t r = 0; r < matrix.rows; ++r) {
        dequantise(matrix.type, matrix.row(r), row);
        out[r] += dot(row, x);
    }
    return out;
}

void rms_norm(std::span<double> x, std::span<const double> weights, double eps) {
    const double scale = 1 / std::sqrt(dot(x, x) / static_cast<double>(x.size()) + eps);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= scale * weights[i];
}

Values normed(Values x, const Weights& weights, double eps) {
    rms_norm(x, row_of(weights, 0), eps);
    return x;
}

void add(Values& x, const Values& y) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
}

void softmax(Values& x) {
    const double largest = *std::ranges::max_element(x);
    double sum = 0;
    for (double& v : x) sum += v = std::exp(v - largest);
    for (double& v : x) v /= sum;
}

}  // namespace

Reference::Reference(const Model& model, Stored stored)
    : model_(model), stored_(std::move(stored)), caches_(model.layers.size()), magnitude_(magnitude(model)) {
    for (const long double radians : frequencies(model)) frequencies_.push_back(static_cast<double>(radians));
}

std::span<const double> Reference::logits(std::uint32_t token, std::size_t position) {
    if (token >= model_.vocabulary)
        throw std::out_of_range(joined("token ", token, ", expected less than ", model_.vocabulary));
    if (position > positions_ || position >= model_.context)
        throw std::out_of_range(joined("position ", position, ", expected at most ", positions_,
                                       " and below the context's ", model_.context));
    positions_ = position + 1;
    x_ = row_of(model_.token_embedding, token);
    for (std::size_t l = 0; l < model_.layers.size(); ++l) {
        attention(model_.layers[l], caches_[l], position);
        feed_forward(model_.layers[l]);
    }
    logits_ = product(model_.output, normed(x_, model_.output_norm, model_.eps));
    return logits_;
}

void Reference::attention(const Layer& layer, Cache& cache, std::size_t position) {
    const Values h = normed(x_, layer.attn_norm, model_.eps);
    Values q = product(layer.attn_q, h, layer.attn_q_bias), k = product(layer.attn_k, h, layer.attn_k_bias);
    Values v = product(layer.attn_v, h, layer.attn_v_bias);
    if (model_.head_norm) {
        norm_heads(*layer.attn_q_norm, q);
        norm_heads(*layer.attn_k_norm, k);
    }
    rotate(q, position);
    rotate(k, position);
    store(k);
    store(v);
    cache.keys.resize(position * model_.kv_width());
    cache.values.resize(position * model_.kv_width());
    cache.keys.insert(cache.keys.end(), k.begin(), k.end());
    cache.values.insert(cache.values.end(), v.begin(), v.end());
    add(x_, product(layer.attn_output, attend(q, cache, position + 1), layer.attn_output_bias));
}

Values Reference::attend(std::span<const double> queries, const Cache& cache, std::size_t positions) const {
    const std::size_t width = model_.head_dim, group = model_.heads / model_.kv_heads, stride = model_.kv_width();
    const double scale = 1 / std::sqrt(static_cast<double>(width));
    Values out(queries.size()), p(positions);
    for (std::size_t head = 0; head < model_.heads; ++head) {
        const std::size_t of_kv = head / group * width;
        const auto query = queries.subspan(head * width, width);
        for (std::size_t j = 0; j < positions; ++j)
            p[j] = scale * dot(query, std::span(cache.keys).subspan(j * stride + of_kv, width));
        softmax(p);
        for (std::size_t j = 0; j < positions; ++j)
            for (std::size_t i = 0; i < width; ++i)
                out[head * width + i] += p[j] * cache.values[j * stride + of_kv + i];
    }
    return out;
}

void Reference::feed_forward(const Layer& layer) {
    const Values h = normed(x_, layer.ffn_norm, model_.eps);
    Values gate = product(layer.ffn_gate, h);
    const Values up = product(layer.ffn_up, h);
    for (std::size_t i = 0; i < gate.size(); ++i) gate[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
    add(x_, product(layer.ffn_down, gate));
}

void Reference::store(std::span<double> heads) const {
    if (!stored_) return;
    for (std::size_t head = 0; head < heads.size(); head += model_.head_dim)
        stored_(heads.subspan(head, model_.head_dim));
}

void Reference::rotate(std::span<double> heads, std::size_t position) const {
    const bool interleaved = model_.pairs == Pairs::interleaved;
    for (std::size_t head = 0; head < heads.size(); head += model_.head_dim)
        for (std::size_t i = 0; i < frequencies_.size(); ++i) {
            double& a = heads[head + (interleaved ? 2 * i : i)];
            double& b = heads[head + (interleaved ? 2 * i + 1 : i + model_.rotated / 2)];
            const double angle = static_cast<double>(position) * frequencies_[i], c = magnitude_ * std::cos(angle),
                         s = magnitude_ * std::sin(angle);
            const double turned = a * c - b * s;
            b = a * s + b * c;
            a = turned;
        }
}

void Reference::norm_heads(const Weights& weights, std::span<double> heads) const {
    const Values w = row_of(weights, 0);
    for (std::size_t head = 0; head < heads.size(); head += w.size())
        rms_norm(heads.subspan(head, w.size()), w, model_.eps);
}

}  // namespace decoder
