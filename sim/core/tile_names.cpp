// What messages call the operations of the matrix unit.
#include "sim/core/tile_program.hpp"

namespace tessera::core {

using abi::TileOp;

const char* name_of(std::uint32_t word) {
    switch (abi::tile_op(word)) {
        case TileOp::copy: return (word & abi::tile_transposes) != 0 ? "transpose_wh_tile" : "copy_tile";
        case TileOp::matmul: return "matmul_tiles";
        case TileOp::reduce: return "reduce_tile";
        case TileOp::broadcast_copy: return "unary_bcast";
        case TileOp::tilize: return "tilize_block";
        case TileOp::untilize: return "untilize_block";
        case TileOp::reduce_block: return "reduce_block_max_row";
        case TileOp::transpose_dst: return "transpose_wh_dest";
        case TileOp::sum_dst: return "mul_reduce_scalar_tile";
        case TileOp::elementwise: break;
    }
    if (abi::tile_field<abi::Reuse>(word, abi::reuse_shift) != abi::Reuse::none) return "binary_dest_reuse_tiles";
    const bool broadcasts = abi::tile_field<abi::Broadcast>(word, abi::broadcast_shift) != abi::Broadcast::none;
    switch (abi::tile_field<abi::BinaryOp>(word, abi::binary_shift)) {
        case abi::BinaryOp::add: return broadcasts ? "add_tiles_bcast" : "add_tiles";
        case abi::BinaryOp::subtract: return broadcasts ? "sub_tiles_bcast" : "sub_tiles";
        case abi::BinaryOp::multiply: break;
    }
    return broadcasts ? "mul_tiles_bcast" : "mul_tiles";
}

}  // namespace tessera::core
