#include "host/ops/rope/ggml/settings.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "host/job/words.hpp"
#include "host/ops/rope/plan.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

std::vector<std::int64_t> whole_list(const Settings& given, const char* name, std::size_t least, std::size_t most) {
    const std::string text = given.text(name);
    std::vector<std::int64_t> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string item = text.substr(begin, end - begin);
        if (const std::string why = whole_number(item); !why.empty())
            throw InputError(fmt::format("--{} {}: {}", name, text, why));
        std::from_chars(item.data(), item.data() + item.size(), out.emplace_back());
        begin = end + 1;
    }
    if (out.size() < least || out.size() > most)
        throw InputError(fmt::format("--{} {}: {} numbers; {} expected", name, text, out.size(),
                                     least == most ? fmt::format("{} are", most) : fmt::format("up to {} are", most)));
    return out;
}

std::int32_t word(const Settings& given, const std::string& name, std::int64_t value) {
    if (!std::in_range<std::int32_t>(value))
        throw InputError(fmt::format("--{} {}: does not fit in 32 bits; nearest: {}", name, given.text(name),
                                     value < 0 ? INT32_MIN : INT32_MAX));
    return static_cast<std::int32_t>(value);
}

std::array<std::int32_t, 4> sections_of(const Settings& given, const GgmlParameters& p) {
    if (!has_sections(p.mode)) {
        if (!given.text("sections").empty())
            throw InputError(fmt::format("--sections {} has no effect with --mode {}; leave --sections out",
                                         given.text("sections"), name(p.mode)));
        return {};
    }
    if (given.text("sections").empty()) {
        if (p.mode == GgmlMode::vision) return {p.n_dims / 2, p.n_dims / 2, 0, 0};
        return {p.n_dims / 3, p.n_dims / 3, p.n_dims / 3, 0};
    }
    const std::vector<std::int64_t> list = whole_list(given, "sections", 4, 4);
    std::array<std::int32_t, 4> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = word(given, "sections", list[i]);
    return out;
}

// 64 bytes as they are, or an array of as many.
GgmlBlock block_from(const Settings& given) {
    const std::string path = given.text("params");
    GgmlBlock block;
    std::error_code none;
    if (std::filesystem::file_size(path, none) == block.size() && !none) {
        std::ifstream in(path, std::ios::binary);
        if (in.read(reinterpret_cast<char*>(block.data()), block.size())) return block;
        throw InputError(fmt::format("--params {}: cannot be read", path));
    }
    if (std::filesystem::is_regular_file(path, none) && !path.ends_with(".npy"))
        throw InputError(fmt::format("--params {}: {} bytes; {} are expected, sixteen words", path,
                                     std::filesystem::file_size(path, none), block.size()));
    const NpyArray array = given.array("params");
    if (array.data.size() != block.size())
        throw InputError(fmt::format("--params {}: {} bytes of elements; {} are expected, sixteen words", path,
                                     array.data.size(), block.size()));
    std::ranges::copy(array.data, block.begin());
    return block;
}

}  // namespace

GgmlExtents up_to_four(const Settings& given, const char* name) {
    GgmlExtents out{1, 1, 1, 1};
    std::ranges::copy(whole_list(given, name, 1, 4), out.begin());
    return out;
}

std::array<std::uint64_t, 3> strides_of(const Settings& given) {
    const std::vector<std::int64_t> list = whole_list(given, "strides", 3, 3);
    std::array<std::uint64_t, 3> out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (list[i] < 0)
            throw InputError(fmt::format("--strides {}: {} is below 0; nearest: 0", given.text("strides"), list[i]));
        out[i] = static_cast<std::uint64_t>(list[i]);
    }
    return out;
}

GgmlParameters parameters_of(const Settings& given, std::int64_t ne0) {
    if (!given.text("params").empty()) {
        for (const GgmlField& field : ggml_fields())
            if (const std::string& option = field.option.name; given.gave(option))
                throw InputError(fmt::format("--{} contradicts --params {}, which says it; leave --{} out", option,
                                             given.text("params"), option));
        return decode(block_from(given));
    }
    GgmlParameters p;
    for (const GgmlField& field : ggml_fields()) {
        const std::string& option = field.option.name;
        const auto whole = [&](std::int32_t& value) {
            // Without a fallback: all that can turn.
            const std::int64_t all = p.mode == GgmlMode::vision ? ne0 / 2 : ne0 / 2 * 2;
            value = word(given, option, given.text(option).empty() ? all : given.whole(option));
        };
        field.of(p, OfType{[&](GgmlMode& mode) { mode = ggml_modes[given.choice(option)]; }, whole,
                           [&](float& value) { value = static_cast<float>(given.real(option)); },
                           [&](std::array<std::int32_t, 4>& sections) { sections = sections_of(given, p); }});
    }
    return p;
}

std::vector<std::int32_t> positions_from(const Settings& given) {
    const std::string path = given.text("positions");
    const NpyArray array = given.array("positions");
    if (!is_integer(array.dtype))
        throw InputError(fmt::format("--positions {}: elements are {}; whole numbers, as <i4, are expected", path,
                                     descr(array.dtype)));
    std::vector<std::int32_t> out;
    for (const std::int64_t position : integers(array)) {
        if (!std::in_range<std::int32_t>(position))
            throw InputError(fmt::format("--positions {}: {} does not fit in 32 bits; nearest: {}", path, position,
                                         position < 0 ? INT32_MIN : INT32_MAX));
        out.push_back(static_cast<std::int32_t>(position));
    }
    return out;
}

}  // namespace tessera::host
