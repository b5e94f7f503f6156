#include "host/job/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "host/job/image.hpp"
#include "host/tensor/loops.hpp"
#include "host/tensor/random_word.hpp"
#include "sim/dram/memory_ahead.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

double counted_at(const Generated& how, std::size_t i) {
    switch (how.generator) {
        case Generator::iota: return how.value + how.step * static_cast<double>(i);
        case Generator::zeros: return 0;
        case Generator::ones: return 1;
        default: return how.value;
    }
}

void generate_reals(const Generated& how, std::span<float> out) {
    const dram::ProvidedAhead provided(std::as_writable_bytes(out));
    if (how.generator == Generator::uniform)
        return loops().uniform({how.seed, how.low, how.high - how.low}, 0, out.data(), out.size());
    if (how.generator == Generator::normal) return loops().normal(how.seed, 0, out.data(), out.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(counted_at(how, i));
}

double whole_at(const Generated& how, std::size_t i) {
    if (how.generator == Generator::normal) {
        // Not by way of fp32, which could be a tie.
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < 12; ++k) sum += static_cast<std::int64_t>(random_word(how.seed, 12 * i + k) >> 40);
        return std::nearbyint(static_cast<double>(sum) * 0x1p-24 - 6);
    }
    if (how.generator != Generator::uniform) return std::nearbyint(counted_at(how, i));
    const auto span = static_cast<std::uint64_t>(how.high - how.low) + 1;
    // The high half of the product: every number is as likely as 2^64 words allow.
    const auto product = static_cast<unsigned __int128>(random_word(how.seed, i)) * span;
    return how.low + static_cast<double>(static_cast<std::uint64_t>(product >> 64));
}

}  // namespace

Contents generated(const Generated& how, tensix::DataFormat format, std::size_t count) {
    const DType dtype = result_dtype(format);
    if (dtype == DType::f4) {
        auto values = std::make_shared_for_overwrite<float[]>(count);
        const std::span<float> all(values.get(), count);
        generate_reals(how, all);
        return {dtype, std::as_bytes(all), std::move(values)};
    }
    const double least = dtype == DType::u4 ? 0.0 : -0x1p31, most = dtype == DType::u4 ? 0x1p32 - 1 : 0x1p31 - 1;
    const auto hold = [&](double value) {
        if (!(value >= least && value <= most))
            throw fault::InputError(fmt::format("{} does not fit in {}", value, name(format)));
    };
    if (how.generator == Generator::uniform) hold(how.low), hold(how.high);
    std::vector<std::uint32_t> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double value = whole_at(how, i);
        hold(value);
        values[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    }
    if (dtype == DType::u4) return contents_of(std::move(values));
    std::vector<std::int32_t> signed_values(values.begin(), values.end());
    return contents_of(std::move(signed_values));
}

std::vector<float> generate_values(std::uint64_t seed, std::size_t count) {
    std::vector<float> out;
    out.reserve(count);
    const dram::ProvidedAhead provided(std::as_writable_bytes(std::span(out.data(), count)));
    std::array<float, 1024> some;
    while (out.size() < count) {
        const std::size_t now = std::min(some.size(), count - out.size());
        loops().uniform({seed, -1, 2}, out.size(), some.data(), now);
        out.insert(out.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(now));
    }
    return out;
}

}  // namespace tessera::host
