#include "host/job/generate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "host/job/image.hpp"
#include "host/tensor/random_word.hpp"
#include "sim/dram/memory_ahead.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

double unit(std::uint64_t word) { return static_cast<double>(word >> 40) * 0x1p-24; }  // 24 bits, all steps exact

double real_at(const Generated& how, std::size_t i) {
    switch (how.generator) {
        case Generator::uniform: return how.low + (how.high - how.low) * unit(random_word(how.seed, i));
        case Generator::normal: {
            double sum = -6;
            for (std::size_t k = 0; k < 12; ++k) sum += unit(random_word(how.seed, 12 * i + k));
            return sum;
        }
        case Generator::iota: return how.value + how.step * static_cast<double>(i);
        case Generator::zeros: return 0;
        case Generator::ones: return 1;
        default: return how.value;
    }
}

double whole_at(const Generated& how, std::size_t i) {
    if (how.generator != Generator::uniform) return std::nearbyint(real_at(how, i));
    const auto span = static_cast<std::uint64_t>(how.high - how.low) + 1;
    // The high half of the product: every number is as likely as 2^64 words allow.
    const auto product = static_cast<unsigned __int128>(random_word(how.seed, i)) * span;
    return how.low + static_cast<double>(static_cast<std::uint64_t>(product >> 64));
}

}  // namespace

Contents generated(const Generated& how, tensix::DataFormat format, std::size_t count) {
    const DType dtype = result_dtype(format);
    if (dtype == DType::f4) {
        std::vector<float> values(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(real_at(how, i));
        return contents_of(std::move(values));
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
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(static_cast<float>(random_word(seed, i) >> 40) * 0x1p-23f - 1.0f);  // 24 bits, all steps exact
    return out;
}

}  // namespace tessera::host
