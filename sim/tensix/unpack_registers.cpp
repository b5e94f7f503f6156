#include "sim/tensix/unpack_registers.hpp"

#include <algorithm>

namespace tessera::tensix {

UnpackRegisters::UnpackRegisters(const ConfigWords<ConfigSpace::core>& core, int column, std::size_t unpacker,
                                 bool by_context, std::uint32_t context) {
    const config::UnpackerFields& f = config::unpackers[unpacker];
    const std::uint32_t low = context & 3;
    const bool first_by_context = by_context && unpacker == 0;
    const auto get = [&](const ConfigField& field, std::uint32_t i = 0) { return core.get(field, column, i); };
    // Half a word for each context, two to a register.
    const auto half = [&](const ConfigField& field) { return get(field, low / 2) >> (16 * (low % 2)) & 0xFFFF; };
    const auto dimension = [&](const ConfigField& field) { return std::max(get(field), 1u); };
    refused = core.set(ConfigUse::unpackers_refuse);
    in_is_written = core.is_written(f.in_format, column);
    out_is_written = core.is_written(f.out_format, column);
    is_unsigned = get(f.is_unsigned) != 0;
    e4m3 = get(f.e4m3) != 0;
    to_dst = first_by_context && (get(f.to_dst_context) >> low & 1) != 0;
    transposes = get(f.transpose) != 0;
    tilizes = get(f.tilizes) != 0;
    compressed = by_context ? (get(f.uncompressed_context) >> low & 1) == 0 : get(f.uncompressed) == 0;
    adds_counters = get(f.adds_counters) != 0;
    in = get(f.in_format);
    out = get(f.out_format);
    x_dim = first_by_context ? half(f.x_dim_context) : get(f.x_dim);
    y_dim = get(f.y_dim);
    z_dim = dimension(f.z_dim);
    w_dim = dimension(f.w_dim);
    shift = get(f.shift);
    first = get(f.first);
    y_stride = get(f.y_stride);
    z_stride = get(f.z_stride);
    w_stride = get(f.w_stride);
    of_context = first_by_context ? half(f.dst_context) : 0;
}

}  // namespace tessera::tensix
