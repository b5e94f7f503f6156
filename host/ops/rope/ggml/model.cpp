#include "host/ops/rope/ggml/model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/ops/rope/ggml/angles.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::host {
namespace {

// A product in double is exact, and so is rounded to fp32 here whatever a compiler makes of a sum around it.
float product(float a, float b) { return static_cast<float>(static_cast<double>(a) * static_cast<double>(b)); }

struct Turn {
    float cosine = 1, sine = 0;
};

class Turns {
  public:
    explicit Turns(const GgmlCall& call)
        : call_(call),
          p_(call.parameters),
          streams_(ggml_streams(p_)),
          root_(std::pow(p_.freq_base, -2.0f / static_cast<float>(p_.n_dims))) {
        const YarnRamp ramp = yarn_ramp(p_.yarn(), p_.n_dims, p_.freq_base);
        low_ = static_cast<float>(ramp.first);
        width_ = static_cast<float>(ramp.width);
        if (p_.ext_factor != 0)
            magnitude_ = product(p_.attn_factor, 1.0f + product(0.1f, std::log(1.0f / p_.freq_scale)));
        else
            magnitude_ = p_.attn_factor;
    }

    // Of every pair of a token.
    std::vector<Turn> of(std::int64_t i2) const {
        std::array<std::vector<float>, 4> powers;  // position times root, times root, ...
        const std::array<std::int32_t, 4> positions = call_.positions_of(i2);
        for (std::size_t stream = 0; stream < p_.positions(); ++stream) {
            float power = static_cast<float>(positions[stream]);
            for (std::size_t k = 0; k < streams_.size(); ++k, power = product(power, root_))
                powers[stream].push_back(power);
        }
        std::vector<Turn> out;
        for (const auto& [stream, exponent] : streams_) {
            const std::size_t k = out.size();
            const float factor = call_.factors.empty() ? 1.0f : call_.factors[k];
            const float angle = mixed(powers[stream][exponent] / factor, k);
            const float sine = product(std::sin(angle), magnitude_);
            out.push_back({product(std::cos(angle), magnitude_), call_.backward ? -sine : sine});
        }
        return out;
    }

  private:
    // The angle of a pair whose angle without scaling is `plain`.
    float mixed(float plain, std::size_t k) const {
        const float scaled = product(p_.freq_scale, plain);
        if (p_.ext_factor == 0) return scaled;
        const float y = (static_cast<float>(k) - low_) / width_;
        const float kept = 1.0f - std::clamp(y, 0.0f, 1.0f);
        const float r = product(kept, p_.ext_factor);
        return product(scaled, 1.0f - r) + product(plain, r);
    }

    const GgmlCall& call_;
    const GgmlParameters& p_;
    std::vector<GgmlStream> streams_;
    float root_, low_ = 0, width_ = 0, magnitude_ = 1;
};

float widened(float value) { return value; }
float widened(std::uint16_t half) { return std::bit_cast<float>(num::ieee_fp16_to_fp32(half)); }
void narrow(float value, float& out) { out = value; }
void narrow(float value, std::uint16_t& out) {
    out = static_cast<std::uint16_t>(num::fp32_to_ieee_fp16_rne(std::bit_cast<std::uint32_t>(value)));
}

template <class T>
void turn_row(std::span<const T> from, std::span<T> to, const RowPairs& pairs, std::span<const Turn> turns) {
    std::ranges::copy(from, to.begin());
    for (std::size_t k = 0; k < pairs.count; ++k) {
        const float one = widened(from[pairs.one(k)]), other = widened(from[pairs.other(k)]);
        const auto [cosine, sine] = turns[k];
        narrow(product(one, cosine) - product(other, sine), to[pairs.one(k)]);
        narrow(product(one, sine) + product(other, cosine), to[pairs.other(k)]);
    }
}

template <class T>
std::vector<T> turned(const GgmlCall& call) {
    const auto [ne0, ne1, ne2, ne3] = call.a.ne;
    const auto width = static_cast<std::size_t>(ne0);
    const auto parent = call.a.parent.as<T>();
    const RowPairs pairs = call.parameters.pairs();
    const Turns turns(call);
    std::vector<T> out(element_count(c_shape(call.a.ne)));
    for (std::int64_t i2 = 0; i2 < ne2; ++i2) {
        const std::vector<Turn> token = turns.of(i2);
        for (std::int64_t i3 = 0; i3 < ne3; ++i3)
            for (std::int64_t i1 = 0; i1 < ne1; ++i1) {
                const auto row = static_cast<std::size_t>((i3 * ne2 + i2) * ne1 + i1);
                turn_row<T>(parent.subspan(call.a.row(i1, i2, i3), width), std::span(out).subspan(row * width, width),
                            pairs, token);
            }
    }
    return out;
}

}  // namespace

NpyArray ggml_model(const GgmlCall& call) {
    check(call);
    if (call.is_chained()) throw fault::InputError("the model of GGML's rope does no norm and sets no rows");
    if (call.a.format == tensix::DataFormat::fp32) return npy_array<float>(turned<float>(call), c_shape(call.a.ne));
    NpyArray out = npy_array<std::uint16_t>(turned<std::uint16_t>(call), c_shape(call.a.ne));
    out.dtype = DType::f2;
    return out;
}

}  // namespace tessera::host
