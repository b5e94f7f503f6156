#include "host/conformance/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/run/execute.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::conformance {
namespace {

using fault::InputError;
using host::DType, host::GoldenArray, host::NpyArray;

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

bool GoldenRun::passed() const { return (!check || check->within) && std::ranges::all_of(rows, &GoldenRow::passed); }

std::vector<std::string> GoldenRun::complaints() const {
    std::vector<std::string> out;
    if (check && !check->within) out.push_back(views::worst_element(*check));
    for (const GoldenRow& row : rows)
        if (!row.passed)
            out.push_back(fmt::format("{} is off by NMSE {:.3e}, at most {:.3e}, {}", row.array, row.nmse, row.error,
                                      row.limit == 0 ? "not as it must be" : fmt::format("{:.3e} allowed", row.limit)));
    return out;
}

GoldenRun run_golden(const host::GoldenCase& golden, const arch::Arch& arch, const core::Options& options) {
    host::Device device(arch);
    const host::Executed done = host::execute(device, golden.job, options);
    GoldenRun out{.rows = {}, .check = done.check, .cycles = done.cycles, .cores = done.cores};
    if (options.blind_time) return out;
    for (const GoldenArray& array : golden.arrays)
        out.rows.push_back(compare(golden.name, array, done.outputs.at(array.output)));
    return out;
}

}  // namespace tessera::conformance
