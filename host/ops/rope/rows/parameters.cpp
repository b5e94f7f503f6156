#include "host/ops/rope/rows/parameters.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::host {

std::vector<Parameter> rotation_parameters() {
    using enum ParameterKind;
    return {
        {"path",
         word,
         "fitting",
         "Kernel",
         "kernels of tiles or of rows; fitting: the cheaper one that is possible",
         "NAME",
         {"fitting", "tiles", "rows"}},
        cores_parameter("0", "share the work among so many cores; 0: as many as there is work for"),
    };
}

RotationOptions rotation_options(const Settings& given) {
    const std::int64_t cores = given.whole("cores");
    if (cores < 0 || cores > UINT32_MAX)
        throw fault::InputError(
            fmt::format("--cores {}: is not a number of cores; nearest: {}", cores, cores < 0 ? 0u : UINT32_MAX));
    return {.path = static_cast<RotationPath>(given.choice("path")), .cores = static_cast<std::uint32_t>(cores)};
}

Job contract_job(const arch::Arch& arch, std::string_view name, nlohmann::ordered_json asked, Rotation rotation,
                 const RotationOptions& options) {
    Job job = rotation_job(arch, std::move(rotation), options);
    job.name = name;
    asked.update(job.words.options);
    job.words.options = std::move(asked);
    return job;
}

}  // namespace tessera::host
