#include "host/ops/rope/ggml/golden.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using nlohmann::json;
using tensix::DataFormat;

constexpr double ggml_limit = 1e-7;  // of GGML's test of rope, NMSE
constexpr std::array ops{"rope", "rope_back", "rms_norm_mul_rope", "rope_set_rows"};

class Case {
  public:
    Case(const json& one, const std::filesystem::path& folder) : json_(one), folder_(folder) {}

    std::string name() const {
        return json_.is_object() && json_.contains("name") && json_.at("name").is_string()
                   ? json_.at("name").get<std::string>()
                   : "without a name";
    }
    [[noreturn]] void refuse(const std::string& what) const { throw InputError(what); }
    const json& at(const char* key) const {
        if (!json_.contains(key)) refuse(fmt::format("`{}` is missing", key));
        return json_.at(key);
    }
    std::string text(const char* key) const {
        if (!at(key).is_string()) refuse(fmt::format("`{}` is {}; a text is expected", key, at(key).dump()));
        return at(key).get<std::string>();
    }
    double real(const char* key) const {
        if (!at(key).is_number()) refuse(fmt::format("`{}` is {}; a number is expected", key, at(key).dump()));
        return at(key).get<double>();
    }
    float single(const char* key) const { return static_cast<float>(real(key)); }
    std::int32_t word(const char* key) const { return whole(key, at(key)); }
    bool flag(const char* key) const {
        if (!at(key).is_boolean()) refuse(fmt::format("`{}` is {}; true or false is expected", key, at(key).dump()));
        return at(key).get<bool>();
    }
    template <class T>
    std::array<T, 4> four(const char* key) const {
        const json& list = at(key);
        if (!list.is_array() || list.size() != 4)
            refuse(fmt::format("`{}` is {}; four whole numbers are expected", key, list.dump()));
        std::array<T, 4> out;
        for (std::size_t i = 0; i < 4; ++i) out[i] = whole(key, list[i]);
        return out;
    }

    bool has_array(const char* role) const { return at("files").is_object() && at("files").contains(role); }
    NpyArray array(const char* role, DType dtype) const {
        if (!has_array(role)) refuse(fmt::format("`files` has no {}", role));
        const json& file = at("files").at(role);
        if (!file.is_object() || !file.contains("file") || !file.at("file").is_string())
            refuse(fmt::format("`files` does not name the file of {}", role));
        const std::filesystem::path path = folder_ / file.at("file").get<std::string>();
        NpyArray out = read_npy(path);
        if (out.dtype != dtype)
            refuse(fmt::format("{}: elements are {}; {} is expected of {}", path.string(), descr(out.dtype),
                               descr(dtype), role));
        return out;
    }
    template <class T>
    std::vector<T> values(const char* role) const {
        const NpyArray found = array(role, dtype_of<T>());
        const auto all = found.template as<T>();
        return {all.begin(), all.end()};
    }

  private:
    std::int32_t whole(const char* key, const json& value) const {
        const bool fits = value.is_number_integer() && std::in_range<std::int32_t>(value.get<std::int64_t>());
        if (!fits) refuse(fmt::format("`{}` is {}; a whole number of 32 bits is expected", key, value.dump()));
        return value.get<std::int32_t>();
    }

    const json& json_;
    const std::filesystem::path& folder_;
};

DType dtype_of_format(DataFormat format) { return format == DataFormat::fp16 ? DType::f2 : DType::f4; }

GgmlParameters parameters_of(const Case& one) {
    GgmlParameters p;
    p.n_dims = one.word("n_dims");
    p.mode = static_cast<GgmlMode>(one.word("mode_id"));
    p.n_ctx_orig = one.word("n_ctx_orig");
    p.freq_base = one.single("freq_base");
    p.freq_scale = one.single("freq_scale");
    p.ext_factor = one.single("ext_factor");
    p.attn_factor = one.single("attn_factor");
    p.beta_fast = one.single("beta_fast");
    p.beta_slow = one.single("beta_slow");
    p.sections = one.four<std::int32_t>("sections");
    p.n_offs = one.word("n_offs");
    return p;
}

GgmlSetRows set_rows_of(const Case& one, const GgmlExtents& ne) {
    GgmlSetRows out;
    const std::int32_t rows = one.word("n_rows_dst");
    if (rows < 1) one.refuse(fmt::format("`n_rows_dst` is {}; nearest: 1", rows));
    out.rows = static_cast<std::size_t>(rows);
    out.ids = one.values<std::int64_t>("row_ids");
    // Of the rows that no token becomes the manifest's arrays say that they were zero.
    out.before = contents_of(std::vector<std::uint16_t>(out.rows * static_cast<std::size_t>(ne[0] * ne[1])));
    out.before.dtype = DType::f2;
    return out;
}

GgmlCall call_of(const Case& one) {
    const std::string op = one.text("op"), type = one.text("type");
    if (type != "f32" && type != "f16") one.refuse(fmt::format("`type` is {}; f32 or f16 is expected", type));
    const DataFormat format = type == "f16" ? DataFormat::fp16 : DataFormat::fp32;
    GgmlCall call;
    const auto ne = one.four<std::int64_t>("ne");
    if (const auto least = std::ranges::min(ne); least < 1) one.refuse(fmt::format("`ne` holds {}; nearest: 1", least));
    NpyArray x = one.array("x", dtype_of_format(format));
    if (x.shape != c_shape(ne))
        one.refuse(fmt::format("x is {}; {} is expected for `ne`", shape_text(x.shape), shape_text(c_shape(ne))));
    call.a = ggml_tensor(format, ne, contents_of(std::move(x)));
    call.parameters = parameters_of(one);
    call.positions = one.values<std::int32_t>("pos");
    if (one.has_array("freq_factors")) call.factors = one.values<float>("freq_factors");
    call.backward = !one.flag("forward");
    if (call.backward != (op == "rope_back")) one.refuse(fmt::format("`forward` is {} of {}", !call.backward, op));
    call.inplace = one.flag("inplace");
    if (op == "rms_norm_mul_rope") call.norm = GgmlNorm{one.single("eps"), {one.values<float>("weight")}};
    if (op == "rope_set_rows") call.set_rows = set_rows_of(one, ne);
    check(call);
    return call;
}

GoldenArray golden_array(const Case& one, const GgmlCall& call, const char* role, DType dtype) {
    GoldenArray out{.name = role, .expected = one.array(role, dtype), .nmse_limit = ggml_limit};
    const auto [ne0, ne1, ne2, ne3] = call.a.ne;
    const std::size_t rows = call.set_rows ? call.set_rows->rows : static_cast<std::size_t>(ne2 * ne3);
    if (const std::size_t expected = rows * static_cast<std::size_t>(ne0 * ne1); out.expected.count() != expected)
        one.refuse(fmt::format("{} is {}; {} elements are expected", role, shape_text(out.expected.shape), expected));
    return out;
}

GgmlGolden golden_of(const Case& one) {
    GgmlGolden out{.name = one.name(), .call = call_of(one), .arrays = {}};
    const DataFormat format = out.call.set_rows ? out.call.set_rows->format : out.call.a.format;
    out.arrays.push_back(golden_array(one, out.call, "y_exact", DType::f8));
    GoldenArray& y = out.arrays.emplace_back(golden_array(one, out.call, "y", dtype_of_format(format)));
    allow_for_ggml(y, ggml_limit, one.real("nmse_y_vs_exact"));
    return out;
}

}  // namespace

void allow_for_ggml(GoldenArray& y, double limit, double own) {
    y.nmse_limit = limit + 4 * own;
    if (4 * own > 0.01 * limit)
        y.remark =
            fmt::format("GGML's own result lies {:.1e} from the exact one, of which four times are allowed", own);
}

bool is_ggml_golden(const json& one_case) {
    return one_case.is_object() && one_case.contains("op") && one_case.contains("mode_id") &&
           std::ranges::find(ops, one_case.at("op")) != ops.end();
}

GgmlGolden ggml_golden(const json& one_case, const std::filesystem::path& folder) {
    const Case one(one_case, folder);
    try {
        return golden_of(one);
    } catch (const InputError& error) {
        throw InputError(fmt::format("case {}: {}", one.name(), error.what()));
    }
}

}  // namespace tessera::host
