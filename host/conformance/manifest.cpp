#include "host/conformance/manifest.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/ops/operation.hpp"
#include "host/run/execute.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::conformance {
namespace {

namespace fs = std::filesystem;
using fault::InputError;
using host::DType, host::GoldenArray, host::NpyArray;

nlohmann::json read(const fs::path& file) {
    std::ifstream in(file);
    nlohmann::json out = nlohmann::json::parse(in, nullptr, false);
    if (out.is_discarded() || !out.is_object() || !out.contains("cases") || !out["cases"].is_array())
        throw InputError(fmt::format("{}: an object with a list of cases is expected", file.string()));
    return out;
}

const host::Operation& operation_of(const fs::path& file, const nlohmann::json& manifest, const nlohmann::json& one) {
    for (const host::Operation* operation : host::operations())
        if (operation->knows(manifest, one)) return *operation;
    throw InputError(fmt::format("{}: case {}: no operation of tessera's knows it", file.string(),
                                 one.value("name", "without a name")));
}

double number(const NpyArray& array, std::size_t i) {
    switch (array.dtype) {
        case DType::f2: return std::bit_cast<float>(num::ieee_fp16_to_fp32(array.as<std::uint16_t>()[i]));
        case DType::f4: return array.as<float>()[i];
        case DType::f8: return array.as<double>()[i];
        default: throw InputError(fmt::format("arrays of {} cannot be compared as numbers", descr(array.dtype)));
    }
}

bool same_bits(const NpyArray& got, const NpyArray& expected) {
    return got.dtype == expected.dtype && got.data == expected.data;
}

GoldenRow compare(const std::string& name, const GoldenArray& golden, const NpyArray& got) {
    const std::size_t count = host::element_count(golden.expected.shape);
    if (host::element_count(got.shape) != count)
        throw InputError(fmt::format("case {}: {} has {} elements, {} expected", name, golden.name,
                                     host::element_count(got.shape), count));
    GoldenRow row{.name = name, .array = golden.name, .limit = golden.nmse_limit, .remark = golden.remark};
    views::DeviationMeter meter;
    bool near = true;
    for (std::size_t i = 0; i < count; ++i) {
        const double a = number(got, i), b = number(golden.expected, i);
        meter.add(a, b);
        if ((golden.relative != 0 || golden.absolute != 0) &&
            !(a == b || std::abs(a - b) <= golden.absolute + golden.relative * std::abs(b)))
            near = false;
    }
    row.error = meter.result().max_abs;
    row.nmse = meter.result().nmse;
    row.same_bits = same_bits(got, golden.expected);
    row.passed = near && (golden.nmse_limit == 0 || row.nmse <= golden.nmse_limit) && (!golden.bits || row.same_bits);
    return row;
}

}  // namespace

bool is_manifest(const fs::path& file) { return file.filename() == "manifest.json"; }

Outcome run_manifest(const fs::path& file, const arch::Arch& arch) {
    const nlohmann::json manifest = read(file);
    Outcome outcome;
    for (const nlohmann::json& one : manifest["cases"]) {
        ++outcome.run;
        const std::string name = one.value("name", fmt::format("{}", outcome.run));
        try {
            const host::GoldenCase golden =
                operation_of(file, manifest, one).golden(manifest, one, file.parent_path(), arch);
            host::Device device(arch);
            const host::Executed done = host::execute(device, golden.job);
            bool passed = !done.check || done.check->within;
            if (!passed)
                outcome.mismatches.push_back(
                    fmt::format("{}: {}: {}", file.string(), name, views::worst_element(*done.check)));
            for (const GoldenArray& array : golden.arrays) {
                outcome.rows.push_back(compare(name, array, done.outputs.at(array.output)));
                const GoldenRow& row = outcome.rows.back();
                passed = passed && row.passed;
                if (!row.passed)
                    outcome.mismatches.push_back(
                        fmt::format("{}: {}: {} is off by NMSE {:.3e}, at most {:.3e}, {}", file.string(), name,
                                    row.array, row.nmse, row.error,
                                    row.limit == 0 ? "not as it must be" : fmt::format("{:.3e} allowed", row.limit)));
            }
            outcome.passed += passed ? 1 : 0;
        } catch (const fault::Fault& fault) {
            outcome.mismatches.push_back(fmt::format("{}: {}: {}", file.string(), name, outcome.refused(fault)));
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}: case {}: {}", file.string(), name, error.what()));
        }
    }
    return outcome;
}

}  // namespace tessera::conformance
