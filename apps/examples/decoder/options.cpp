#include "options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <utility>

#ifndef DECODER_KERNELS
#define DECODER_KERNELS "kernels"
#endif

namespace decoder {
namespace {

template <class T>
T number(std::string_view option, std::string_view text, T least, T most) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value >= least && value <= most))
        throw FileError(joined(option, " ", in_quotes(text), ": expected a number from ", least, " to ", most));
    return value;
}

std::vector<std::uint32_t> numbers(std::string_view option, std::string_view text) {
    std::vector<std::uint32_t> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        out.push_back(number<std::uint32_t>(option, text.substr(at, end - at), 0, UINT32_MAX));
        at = end + 1;
    }
    return out;
}

// What is said by a name.
template <class T>
T one_of(std::string_view option, std::string_view text,
         std::initializer_list<std::pair<std::string_view, T>> choices) {
    std::string all;
    for (const auto& [name, value] : choices) {
        if (name == text) return value;
        all += joined(all.empty() ? "" : ", ", name);
    }
    throw FileError(joined(option, " ", in_quotes(text), ": expected one of ", all));
}

constexpr std::pair<std::string_view, const char*> as(const char* name) { return {name, name}; }

// How positions turn, and how many there are.
bool take_position_option(std::string_view option, std::string_view value, CommandLine& out) {
    if (option == "--phase")
        out.arithmetic.phase = one_of<Phase>(
            option, value, {{"turns", Phase::turns}, {"split", Phase::split}, {"computed", Phase::computed}});
    else if (option == "--rope-scaling")
        out.rope_scaling = one_of<RopeScaling>(
            option, value, {{"none", RopeScaling::none}, {"linear", RopeScaling::linear}, {"yarn", RopeScaling::yarn}});
    else if (option == "--rope-factor")
        out.rope_factor = number<double>(option, value, 1, 1e6);
    else if (option == "--context")
        out.context = number<std::uint32_t>(option, value, 1, 1u << 20);
    else
        return false;
    return true;
}

bool take_flag(std::string_view option, CommandLine& out) {
    if (option == "--one-by-one") return out.one_by_one = true;
    if (option == "--print-tokens") return out.print_tokens = true;
    return false;
}

bool take_option(std::string_view option, std::string_view value, CommandLine& out) {
    constexpr float most = std::numeric_limits<float>::max();
    if (option == "--prompt")
        out.prompt = value;
    else if (option == "--prompt-tokens")
        out.prompt_tokens = numbers(option, value);
    else if (option == "--tokens")
        out.tokens = number<std::uint32_t>(option, value, 1, UINT32_MAX);
    else if (option == "--from")
        out.from = number<std::uint32_t>(option, value, 0, UINT32_MAX);
    else if (option == "--shape")
        out.shape = shape_of(value);
    else if (option == "--temperature")
        out.sampling.temperature = number<float>(option, value, 0, most);
    else if (option == "--top-p")
        out.sampling.top_p = number<float>(option, value, 0, 1);
    else if (option == "--seed")
        out.sampling.seed = number<std::uint64_t>(option, value, 1, UINT64_MAX);
    else if (option == "--precision")
        out.arithmetic.precision = one_of<Precision>(
            option, value, {{"exact", Precision::exact}, {"parts", Precision::parts}, {"matrix", Precision::matrix}});
    else if (option == "--weights")
        out.storage = one_of<Storage>(option, value,
                                      {{"packed", Storage::packed},
                                       {"fp32", Storage::fp32},
                                       {"bf16", Storage::bf16},
                                       {"bfp8", Storage::bfp8},
                                       {"bfp4", Storage::bfp4}});
    else if (option == "--exp")
        out.arithmetic.softmax.exponential = one_of<const char*>(
            option, value, {as("exp_weight"), as("exp_fp32"), as("exp_61f"), as("exp_24f"), as("exp_21f")});
    else if (option == "--cache")
        out.arithmetic.cache = one_of<CacheFormat>(option, value,
                                                   {{"fp32", CacheFormat::fp32},
                                                    {"bf16", CacheFormat::bf16},
                                                    {"f16", CacheFormat::fp16},
                                                    {"bfp8", CacheFormat::bfp8}});
    else if (option == "--fidelity")
        out.arithmetic.fidelity = one_of<MathFidelity>(option, value,
                                                       {{"LoFi", MathFidelity::LoFi},
                                                        {"HiFi2", MathFidelity::HiFi2},
                                                        {"HiFi3", MathFidelity::HiFi3},
                                                        {"HiFi4", MathFidelity::HiFi4}});
    else if (option == "--functions")
        out.arithmetic.softmax.approximate_reciprocal = out.arithmetic.approximate_silu =
            one_of<bool>(option, value, {{"accurate", false}, {"approximate", true}});
    else if (option == "--cores")
        out.cores = number<std::uint32_t>(option, value, 1, 1024);
    else if (option == "--logits")
        out.logits = value;
    else if (option == "--reference")
        out.reference = value;
    else if (option == "--kernels")
        out.kernels = value;
    else
        return take_position_option(option, value, out);
    return true;
}

// As the vendor's programs find theirs: below the working directory or TT_METAL_HOME; else where they were built from.
std::string default_kernels() {
    const char* home = std::getenv("TT_METAL_HOME");
    for (const std::filesystem::path root : {".", home == nullptr ? "." : home})
        if (std::filesystem::exists(root / "kernels/rms_rows/reader.cpp")) return "kernels";
    return DECODER_KERNELS;
}

}  // namespace

CommandLine parse(std::span<char* const> words) {
    CommandLine out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (!word.starts_with("--")) {
            std::string& file = out.model.empty() ? out.model : out.tokenizer;
            if (!file.empty()) throw FileError(joined(in_quotes(word), ": expected an option after two files"));
            file = word;
        } else if (!take_flag(word, out)) {
            const bool has_value = i + 1 < words.size();
            if (!take_option(word, has_value ? std::string_view(words[i + 1]) : "", out))
                throw FileError(joined(in_quotes(word), ": there is no such option"));
            if (!has_value) throw FileError(joined(word, ": expected a value behind it"));
            ++i;
        }
    }
    if (out.model.empty() != out.shape.has_value()) throw FileError("expected the file of a model, or --shape");
    if (out.shape && !out.prompt_tokens) out.prompt_tokens = {0};
    if (out.prompt_tokens && !out.prompt.empty())
        throw FileError("--prompt and --prompt-tokens: expected one of the two");
    if (out.kernels.empty())
        out.kernels = default_kernels();
    else if (!std::filesystem::exists(std::filesystem::path(out.kernels) / "rms_rows/reader.cpp"))
        throw FileError(
            joined("--kernels ", out.kernels, ": expected a folder with rms_rows/reader.cpp and the others"));
    return out;
}

}  // namespace decoder
