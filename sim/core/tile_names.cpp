// What messages call the operations of the matrix unit.
#include <string>

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

std::string told(std::uint32_t word, std::uint32_t other) {
    std::string name = name_of(word);
    if (name != name_of(other)) return name;
    struct Trait {
        std::uint32_t mask;
        const char *is, *is_not;
    };
    static constexpr Trait traits[] = {
        {abi::tile_transposes, "transposes", "does not transpose"},
        {abi::tile_turns_faces, "transposes within faces", "does not transpose within faces"},
        {abi::tile_keeps_32, "keeps 32 bits", "does not keep 32 bits"},
    };
    for (const Trait& trait : traits)
        if (((word ^ other) & trait.mask) != 0)
            return name + " that " + ((word & trait.mask) != 0 ? trait.is : trait.is_not);
    struct Field {
        std::uint32_t shift;
        const char* says[4];
    };
    static constexpr Field fields[] = {
        {abi::broadcast_shift, {"of whole tiles", "of a column", "of a row", "of a scalar"}},
        {abi::reuse_shift, {"of two buffers", "with Dst as SrcA", "with Dst as SrcB", ""}},
        {abi::binary_shift, {"that adds", "that subtracts", "that multiplies", ""}},
        {abi::pool_shift, {"for a sum", "for an average", "for a maximum", ""}},
        {abi::dim_shift, {"along rows", "along columns", "to a scalar", ""}},
    };
    for (const Field& field : fields)
        if (((word ^ other) >> field.shift & 3) != 0) return name + " " + field.says[word >> field.shift & 3];
    return name;
}

std::string unstarted(const char* call) {
    return std::string(call) +
           " in a kernel that has not started the hardware: call compute_kernel_hw_startup, or init_sfpu for one "
           "input, "
           "binary_op_init_common for two, mm_init for a product, first";
}

}  // namespace tessera::core
