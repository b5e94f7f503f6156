#include "host/ops/rope/fused/golden.hpp"

#include <fmt/format.h>

#include "host/ops/manifest_case.hpp"
#include "host/ops/rope/fused/rules.hpp"

namespace tessera::host::fused {
namespace {

// Of the squares of all elements, those of rows that turn into tensor `target`.
double turning_share(const Rotation& rotation, std::size_t target, std::span<const double> exact) {
    double all = 0, turning = 0;
    for (const double value : exact) all += value * value;
    for (const RowMove& row : rotation.rows)
        if (row.turns && row.target == target)
            for (const double value : exact.subspan(row.target_element, rotation.width)) turning += value * value;
    return all > 0 ? turning / all : 1;
}

std::size_t tensor_of(const Rotation& rotation, std::string_view name) {
    std::size_t at = 0;
    while (rotation.tensors.at(at).name != name) ++at;
    return at;
}

// Of an object of the case.
struct Members {
    const ManifestCase& given;
    const nlohmann::json& of;
    std::int64_t whole(const std::string& name) const { return given.whole(of, name); }
    double real(const std::string& name) const { return given.real(of, name); }
};

// What the case says besides the struct must be what the struct says.
void check_sidelines(const ManifestCase& given, const nlohmann::json& one_case, const Call& call) {
    if (one_case.contains("use_position_ids") &&
        one_case.at("use_position_ids") != call.arrays.contains("position_ids"))
        given.refuse("`use_position_ids` contradicts `inputs`");
    if (call.kernel->family != Family::batch || !one_case.contains("seq_len")) return;
    const std::uint32_t tokens = tokens_of(*call.kernel, call.params);
    if (given.whole(one_case, "seq_len") != tokens)
        given.refuse(fmt::format("`seq_len` {} contradicts k_elem_offset {}, the tokens of {}",
                                 given.whole(one_case, "seq_len"), tokens, call.kernel->name));
}

}  // namespace

bool is_golden(const nlohmann::json& one_case) {
    return one_case.is_object() && one_case.contains("kernel") && one_case.at("kernel").is_string() &&
           find_kernel(one_case.at("kernel").get<std::string>()) != nullptr;
}

Call golden_call(const nlohmann::json& one_case, const std::filesystem::path& folder) {
    const ManifestCase given(one_case, folder);
    Call call;
    call.kernel = find_kernel(given.word("kernel"));
    if (call.kernel == nullptr)
        throw fault::InputError(fmt::format("kernel {} is none of this operation", given.word("kernel")));
    const Members stated{given, given.object("params")};
    for (const ParamsField* field : call.kernel->params->fields) take(call.params, *field, stated);
    for (const std::string& role : given.words("inputs")) call.arrays[role] = given.array(role);
    if (one_case.contains("norm_eps")) call.norm_eps = static_cast<float>(given.real(one_case, "norm_eps"));
    check_sidelines(given, one_case, call);
    return call;
}

std::vector<GoldenArray> golden_arrays(const nlohmann::json& one_case, const std::filesystem::path& folder,
                                       const KernelRow& kernel, const Rotation& rotation) {
    const ManifestCase given(one_case, folder);
    const std::vector<std::string> roles = given.words("outputs");
    if (roles.size() != kernel.results.size())
        given.refuse(fmt::format("{} outputs; {} has {} results", roles.size(), kernel.name, kernel.results.size()));
    std::vector<GoldenArray> out;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const std::string exact = roles[i] + "_exact";
        const std::size_t tensor = tensor_of(rotation, kernel.results[i]);
        GoldenArray array{.output = i, .name = given.has(exact) ? exact : roles[i], .expected = {}};
        array.expected = given.array(array.name);
        if (array.expected.count() != element_count(rotation.tensors[tensor].shape))
            given.refuse(fmt::format("`{}` {} has not as many elements as {} {}", array.name,
                                     shape_text(array.expected.shape), kernel.results[i],
                                     shape_text(rotation.tensors[tensor].shape)));
        if (given.has(exact)) {
            if (array.expected.dtype != DType::f8)
                given.refuse(fmt::format("`{}` is {}; <f8 is expected", exact, descr(array.expected.dtype)));
            const double share = turning_share(rotation, tensor, array.expected.as<double>());
            array.nmse_limit = nmse_limit * share;
            if (share < 1)
                array.remark = fmt::format("{:g} of what turns, {:.3g} % of all squares", nmse_limit, 100 * share);
        } else {
            array.bits = true;
            array.remark = "nothing of it turns";
        }
        out.push_back(std::move(array));
    }
    return out;
}

}  // namespace tessera::host::fused
