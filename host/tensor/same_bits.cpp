#include "host/tensor/same_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "host/tensor/numbers.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

bool is_signed(DType dtype) {
    return dtype == DType::i1 || dtype == DType::i2 || dtype == DType::i4 || dtype == DType::i8;
}

// An element's bits, and where it stands among the numbers of its format.
class Elements {
  public:
    Elements(const NpyArray& array, bool bfloat16)
        : array_(array),
          bytes_(size_of(array.dtype)),
          float_(bfloat16 || !is_integer(array.dtype)),
          signed_(is_signed(array.dtype)),
          values_(numbers(array.dtype, array.data)) {
        if (!bfloat16) return;
        for (std::size_t i = 0; i < values_.size(); ++i)
            values_[i] = std::bit_cast<float>(static_cast<std::uint32_t>(bits(i)) << 16);
    }
    std::uint64_t bits(std::size_t i) const {
        std::uint64_t out = 0;
        std::memcpy(&out, array_.data.data() + i * bytes_, bytes_);
        return out;
    }
    double value(std::size_t i) const { return values_[i]; }

    double apart(const Elements& other, std::size_t i) const {
        if (float_ && (std::isnan(values_[i]) || std::isnan(other.values_[i])))
            return std::numeric_limits<double>::infinity();
        const auto [here, here_below] = place(i);
        const auto [there, there_below] = other.place(i);
        return here_below == there_below ? static_cast<double>(here > there ? here - there : there - here)
                                         : static_cast<double>(here) + static_cast<double>(there);
    }

  private:
    struct Place {
        std::uint64_t from_zero;
        bool below;
    };
    Place place(std::size_t i) const {
        const std::uint64_t all = bits(i), sign = std::uint64_t{1} << (8 * bytes_ - 1);
        if ((!float_ && !signed_) || (all & sign) == 0) return {all, false};
        return {float_ ? all ^ sign : (~all & (2 * sign - 1)) + 1, true};
    }
    const NpyArray& array_;
    std::size_t bytes_;
    bool float_, signed_;
    std::vector<double> values_;
};

std::string ulp_text(double ulp) { return std::isinf(ulp) ? "NaN in one" : fmt::format("{:.0f} ULP", ulp); }

std::string type_text(const SameBits& result) {
    return result.bfloat16 ? "bfloat16" : std::string(descr(result.dtype).substr(1));
}

nlohmann::ordered_json finite(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(fmt::format("{}", value));
}

std::string bits_text(const SameBits& result, std::uint64_t bits) {
    return fmt::format("0x{:0{}x}", bits, 2 * size_of(result.dtype));
}

}  // namespace

SameBits same_bits(const NpyArray& here, const NpyArray& there, const SameBitsOptions& options) {
    if (here.dtype != there.dtype)
        throw fault::InputError(fmt::format("elements are {} here and {} there; two arrays of one type are expected",
                                            descr(here.dtype), descr(there.dtype)));
    if (here.shape != there.shape)
        throw fault::InputError(fmt::format("the shape is {} here and {} there; two arrays of one shape are expected",
                                            shape_text(here.shape), shape_text(there.shape)));
    if (options.bfloat16 && here.dtype != DType::u2)
        throw fault::InputError(fmt::format("elements are {}; bits of bfloat16 are expected as u2", descr(here.dtype)));
    SameBits out{.dtype = here.dtype, .bfloat16 = options.bfloat16, .shape = here.shape, .elements = here.count()};
    out.max_ulp = options.max_ulp;
    const Elements a(here, options.bfloat16), b(there, options.bfloat16);
    views::Failures places;
    for (std::size_t i = 0; i < out.elements; ++i) {
        if (a.bits(i) == b.bits(i)) continue;
        const double ulp = a.apart(b, i);
        ++out.differ;
        if (ulp > options.max_ulp || options.max_ulp == 0) ++out.beyond;
        out.most_ulp = std::max(out.most_ulp, ulp);
        places.add({.index = i, .got = a.value(i), .exact = b.value(i), .bound = 0, .ratio = ulp});
    }
    const std::size_t rank = out.shape.size();
    const bool tiles = options.tiles && rank >= 2 && out.shape[rank - 1] >= 32 && out.shape[rank - 2] >= 32;
    out.map = views::failure_map(places, out.shape, {.tiles = tiles, .core = {}, .cores = {}});
    for (const views::FailedElement& one : out.map.worst)
        out.largest.push_back({one.index, a.bits(one.index), b.bits(one.index), one.got, one.exact, one.ratio});
    return out;
}

std::string to_text(const SameBits& result, const views::Screen& screen) {
    const auto line = [&](const char* label, const std::string& text) {
        return labelled(label, text, views::label_width, screen);
    };
    if (result.differ == 0)
        return line("same", fmt::format("all {} elements, {} of {}, bit for bit", result.elements, type_text(result),
                                        shape_text(result.shape)));
    std::string out =
        line("differ",
             fmt::format("{} of {} elements ({:.2g} %), {} of {}, by at most {}{}{}", result.differ, result.elements,
                         100.0 * static_cast<double>(result.differ) / static_cast<double>(result.elements),
                         type_text(result), shape_text(result.shape), ulp_text(result.most_ulp),
                         result.map.words.empty() ? "" : ": ", result.map.words));
    if (result.max_ulp > 0)
        out += line("allowed", fmt::format("{:.0f} ULP; {} elements lie beyond", result.max_ulp, result.beyond));
    out += places_text(result.map, screen);
    for (std::size_t i = 0; i < result.largest.size(); ++i) {
        const Differing& one = result.largest[i];
        out += line(i == 0 ? "largest" : "", fmt::format("{} is {:.9g} ({}) here, {:.9g} ({}) there, {}",
                                                         views::element_place(result.shape, one.index), one.here_value,
                                                         bits_text(result, one.here), one.there_value,
                                                         bits_text(result, one.there), ulp_text(one.ulp)));
    }
    return out;
}

nlohmann::ordered_json to_json(const SameBits& result) {
    using nlohmann::ordered_json;
    ordered_json out{{"schema_version", 1},
                     {"kind", "bits"},
                     {"type", type_text(result)},
                     {"shape", result.shape},
                     {"elements", result.elements},
                     {"differ", result.differ},
                     {"max_ulp", result.max_ulp},
                     {"beyond", result.beyond},
                     {"most_ulp", finite(result.most_ulp)},
                     {"same", result.same()}};
    out["largest"] = ordered_json::array();
    for (const Differing& one : result.largest)
        out["largest"].push_back({{"index", one.index},
                                  {"at", views::element_place(result.shape, one.index)},
                                  {"here", finite(one.here_value)},
                                  {"there", finite(one.there_value)},
                                  {"here_bits", bits_text(result, one.here)},
                                  {"there_bits", bits_text(result, one.there)},
                                  {"ulp", finite(one.ulp)}});
    if (result.differ > 0) {
        out["where"] = views::to_json(result.map);
        out["where"].erase("worst");
    }
    return out;
}

}  // namespace tessera::host
