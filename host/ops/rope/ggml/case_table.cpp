// The table of cases, column by column (cases.hpp).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>

#include "host/job/words.hpp"
#include "host/ops/rope/ggml/cases.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using tensix::DataFormat;

const std::vector<std::string> columns{
    "suite",      "op",        "direction", "type",      "ne0",   "ne1",        "ne2",  "ne3",
    "n_dims",     "mode",      "mode_name", "n_ctx",     "fs",    "ef",         "af",   "ff",
    "v",          "inplace",   "n_offs",    "op_n_dims", "sec0",  "sec1",       "sec2", "sec3",
    "n_ctx_orig", "freq_base", "beta_fast", "beta_slow", "n_pos", "nmse_limit", "extra"};

std::vector<std::string> split(const std::string& line, char at) {
    std::vector<std::string> out(1);
    for (const char c : line)
        if (c == at)
            out.emplace_back();
        else
            out.back().push_back(c);
    return out;
}

// One row with its place, for messages.
class Row {
  public:
    Row(std::string place, std::vector<std::string> fields) : place_(std::move(place)), fields_(std::move(fields)) {}

    const std::string& text(const std::string& column) const {
        return fields_[static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin())];
    }
    [[noreturn]] void refuse(const std::string& column, const std::string& why) const {
        throw InputError(fmt::format("{}: column {}: {}", place_, column, why));
    }
    std::int64_t whole(const std::string& column, std::int64_t least = INT32_MIN, std::int64_t most = INT32_MAX) const {
        if (const std::string why = whole_number(text(column)); !why.empty()) refuse(column, why);
        const auto value = parsed<std::int64_t>(column);
        if (value < least || value > most)
            refuse(column, fmt::format("{} is not within {} to {}; nearest: {}", value, least, most,
                                       std::clamp(value, least, most)));
        return value;
    }
    std::int32_t word(const std::string& column) const { return static_cast<std::int32_t>(whole(column)); }
    bool flag(const std::string& column) const { return whole(column, 0, 1) == 1; }
    template <class T = float>
    T real(const std::string& column) const {
        if (const std::string why = real_number(text(column)); !why.empty()) refuse(column, why);
        return parsed<T>(column);
    }
    // Which of the words stands there.
    std::size_t choice(const std::string& column, const std::vector<std::string>& words) const {
        const auto at = std::ranges::find(words, text(column));
        if (at == words.end())
            refuse(column, fmt::format("`{}` is unknown; {}", text(column), hint(text(column), words)));
        return static_cast<std::size_t>(at - words.begin());
    }

  private:
    template <class T>
    T parsed(const std::string& column) const {
        T value{};
        const std::string& s = text(column);
        if (std::from_chars(s.data(), s.data() + s.size(), value).ec != std::errc{})
            refuse(column, fmt::format("`{}` is out of range", s));
        return value;
    }

    std::string place_;
    std::vector<std::string> fields_;
};

GgmlParameters parameters_of(const Row& row) {
    // Columns of other names than their fields.
    static const std::map<std::string, std::string> others{
        {"n_dims", "op_n_dims"}, {"freq_scale", "fs"}, {"ext_factor", "ef"}, {"attn_factor", "af"}};
    GgmlParameters p;
    for (const GgmlField& field : ggml_fields()) {
        const auto other = others.find(field.name());
        const std::string column = other == others.end() ? field.name() : other->second;
        field.of(p, OfType{[&](GgmlMode& mode) { mode = static_cast<GgmlMode>(row.word(column)); },
                           [&](std::int32_t& value) { value = row.word(column); },
                           [&](float& value) { value = row.real(column); },
                           [&](std::array<std::int32_t, 4>& sections) {
                               for (std::size_t i = 0; i < sections.size(); ++i)
                                   sections[i] = row.word(fmt::format("sec{}", i));
                           }});
    }
    if (name(p.mode) != row.text("mode_name"))
        row.refuse("mode_name",
                   fmt::format("`{}`, but mode {} is {}", row.text("mode_name"), row.text("mode"), name(p.mode)));
    return p;
}

// "eps=1e-6 multi_add=0 set_rows=1 broadcast=0" of RMS_NORM_MUL_ROPE; of ROPE_SET_ROWS what the other columns say too.
void take_extra(const Row& row, GgmlCase& one) {
    if (row.text("extra").empty()) return;
    for (const std::string& word : split(row.text("extra"), ' ')) {
        const std::vector<std::string> sides = split(word, '=');
        if (sides.size() != 2) row.refuse("extra", fmt::format("`{}` is not NAME=VALUE", word));
        const std::string &name = sides[0], &value = sides[1];
        const bool given = value == "1";
        if (name == "eps") {
            if (const std::string why = real_number(value); !why.empty()) row.refuse("extra", why);
            std::from_chars(value.data(), value.data() + value.size(), one.eps);
        } else if (name == "multi_add" && (given || value == "0")) {
            one.multi_add = given;
        } else if (name == "set_rows" && (given || value == "0")) {
            one.set_rows = given;
        } else if (name == "broadcast" && (given || value == "0")) {
            one.broadcast = given;
        } else if (word != "rope_in=f32" && word != "idx=i64" && word != "dst=" + row.text("type")) {
            row.refuse("extra", fmt::format("`{}` is unknown", word));
        }
    }
}

GgmlCase case_of(const Row& row, std::size_t line) {
    GgmlCase one;
    one.line = line;
    const std::vector<std::string> suites{"eval", "perf", "eval_fused"};
    one.suite = suites[row.choice("suite", suites)];
    one.op = static_cast<GgmlOp>(row.choice("op", {"ROPE", "ROPE_BACK", "ROPE_SET_ROWS", "RMS_NORM_MUL_ROPE"}));
    if ((row.choice("direction", {"forward", "backward"}) == 1) != (one.op == GgmlOp::rope_back))
        row.refuse("direction", fmt::format("`{}` of {}", row.text("direction"), row.text("op")));
    one.format = row.choice("type", {"f32", "f16"}) == 0 ? DataFormat::fp32 : DataFormat::fp16;
    for (std::size_t i = 0; i < one.ne.size(); ++i) one.ne[i] = row.whole(fmt::format("ne{}", i), 1);
    one.parameters = parameters_of(row);
    try {
        check_extents({.ne = one.ne, .strides = contiguous_strides(one.ne)});
        check(one.parameters, one.ne[0]);
    } catch (const InputError& error) {
        row.refuse("op_n_dims, or another that goes with it", error.what());
    }
    if (!row.text("n_ctx").empty()) one.n_ctx = row.whole("n_ctx", 1);
    one.factors = row.flag("ff");
    one.inplace = row.flag("inplace");
    one.view = static_cast<int>(row.whole("v", 0, 2));
    if (!row.text("nmse_limit").empty()) one.nmse_limit = row.real<double>("nmse_limit");
    const auto positions = one.ne[2] * static_cast<std::int64_t>(one.parameters.positions());
    if (row.whole("n_pos") != positions)
        row.refuse("n_pos", fmt::format("{}, but {} tokens of mode {} have {}", row.text("n_pos"), one.ne[2],
                                        row.text("mode_name"), positions));
    take_extra(row, one);
    return one;
}

}  // namespace

std::vector<GgmlCase> parse_ggml_cases(std::istream& in, const std::string& name) {
    std::string text;
    if (!std::getline(in, text) || split(text, ',') != columns)
        throw InputError(
            fmt::format("{}:1: no table of cases; the columns {} are expected", name, fmt::join(columns, ",")));
    std::vector<GgmlCase> out;
    for (std::size_t line = 2; std::getline(in, text); ++line) {
        const std::string place = fmt::format("{}:{}", name, line);
        std::vector<std::string> fields = split(text, ',');
        if (fields.size() != columns.size())
            throw InputError(fmt::format("{}: {} columns; {} are expected", place, fields.size(), columns.size()));
        out.push_back(case_of(Row(place, std::move(fields)), line));
    }
    return out;
}

std::vector<GgmlCase> read_ggml_cases(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw InputError(fmt::format("{}: cannot be read", file.string()));
    return parse_ggml_cases(in, file.string());
}

}  // namespace tessera::host
