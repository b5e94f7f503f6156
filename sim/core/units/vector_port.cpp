#include "sim/core/units/vector_port.hpp"

#include "sim/sfpu/ops/loadstore.hpp"

namespace tessera::core {

void configure_port(const Core& core, sfpu::DstPort& port) {
    const tensix::MathConfig& config = core.math_config;
    port.fp32 = config.vector_dst_is_32_bit().value_or(core.mode.fp32_dest_acc);
    port.implied_format = config.vector_format();
    port.dst_base = config.of_matrix_unit().dst_base;
    port.reaches_upper_half = core.moves_halves;
}

VectorAccess access_of(const Core& core, const sfpu::Instr& instr, const sfpu::DstPort& port, std::uint32_t address) {
    const bool store = instr.op == sfpu::Op::store;
    const std::uint32_t exchange = store ? sfpu::lane_config::store_odd : sfpu::lane_config::load_odd;
    const bool odd = (core.sfpu.lane_config & exchange) != 0;
    const int row = static_cast<int>(address);
    const int mode = sfpu::resolved_mode(instr.mod, port.fp32, port.implied_format);
    const bool wide = (sfpu::SfpLoad::wide >> mode & 1) != 0;
    return {.instr = instr,
            .row = row,
            .column = odd ? 1 : row >> 1 & 1,
            .mode = mode,
            .store = store,
            .wide = wide,
            .halves = port.reaches_upper_half && !wide,
            .stored = false,
            .tile_stored = false};
}

}  // namespace tessera::core
