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
        {"cores", whole, "0", "Run", "share the work among so many cores; 0: as many as there is work for"},
    };
}

RotationOptions rotation_options(const Settings& given) {
    const std::int64_t cores = given.whole("cores");
    if (cores < 0 || cores > UINT32_MAX)
        throw fault::InputError(
            fmt::format("--cores {}: is not a number of cores; nearest: {}", cores, cores < 0 ? 0u : UINT32_MAX));
    return {.path = static_cast<RotationPath>(given.choice("path")), .cores = static_cast<std::uint32_t>(cores)};
}

}  // namespace tessera::host
