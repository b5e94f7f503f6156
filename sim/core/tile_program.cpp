#include "sim/core/tile_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/core.hpp"
#include "sim/core/datapath.hpp"
#include "sim/core/fpu_sequence.hpp"
#include "sim/core/machine.hpp"
#include "sim/core/matmul_order.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::core {

using abi::TileOp;
using fault::Fault;
using fault::Id;
using From = Fill::From;
using tensix::DataFormat;

namespace {

class Builder {
  public:
    Builder(Core& core, const TileCall& call, bool unpacks, const fault::Raise& raise)
        : core_(core),
          call_(call),
          unpacks_(unpacks),
          raise_(raise),
          tensix_(core.machine.arch().tensix),
          fpu_(core.machine.arch().tensix) {
        program_->word = call.word;
        program_->call = name_of(call.word);
        program_->latency = tensix_.datacopy_latency_cycles.cycles();
    }

    std::shared_ptr<const TileProgram> build() {
        switch (abi::tile_op(call_.word)) {
            case TileOp::copy: copy(tile(src_a)); break;
            case TileOp::tilize: copy(block(From::row_major)); break;
            case TileOp::untilize: copy(block(From::untilized)); break;
            case TileOp::elementwise: elementwise(); break;
            case TileOp::broadcast_copy: broadcast_copy(); break;
            case TileOp::matmul: matmul(); break;
            case TileOp::reduce: reduce(); break;
            case TileOp::reduce_block: reduce_block(); break;
            case TileOp::transpose_dst: transpose_dst(); break;
            case TileOp::sum_dst: sum_dst(); break;
        }
        return program_;
    }

  private:
    // The operations that take 32-bit data straight to Dst.
    bool copies() const {
        const TileOp op = abi::tile_op(call_.word);
        return op == TileOp::copy || op == TileOp::tilize || op == TileOp::untilize;
    }
    bool transposes() const { return (call_.word & abi::tile_transposes) != 0; }
    bool turns_faces() const { return (call_.word & abi::tile_turns_faces) != 0; }
    bool keeps_32() const { return (call_.word & abi::tile_keeps_32) != 0; }
    std::size_t phases() const { return static_cast<std::size_t>(core_.mode.fidelity_phases); }
    Cycle cycles_of(std::size_t instructions) const {
        return static_cast<Cycle>(instructions) * tensix_.matrix_issue_cycles.cycles();
    }

    // T1 asks for no pages, so that only T0 must have waited for them; called by itself it does not even know buffers.
    Fill tile(Operand operand, std::uint32_t further = 0) const {
        const std::uint32_t cb = call_.cb[operand];
        if (!unpacks_ && cb >= core_.cbs.size()) return {.from = From::tile};
        if (!copies() && unpacked_to_dst(core_.cb(cb)))
            throw Fault(Id::tensix_unsupported,
                        fmt::format("{} of cb {}, which is unpacked to Dst", program_->call, cb));
        Fill fill{.from = From::tile, .cb = cb};
        if (unpacks_) fill.address = core_.cb(cb).front_page(call_.index[operand] + further, raise_);
        return fill;
    }
    static Fill face(Fill fill, int face, bool transposed = false) {
        fill.first_row = 16 * face;
        fill.transposed = transposed;
        return fill;
    }
    static Fill whole(Fill fill, bool transposed = false) {
        fill.rows = 64;
        fill.transposed = transposed;
        return fill;
    }

    // A block of tiles lies in pages of one tile each, without a wrap between them.
    Fill block(From from) const {
        Fill fill = tile(src_a);
        const tensix::CircularBuffer& cb = core_.cb(fill.cb);
        fill.from = from;
        fill.block_tiles = call_.x;
        fill.block_tile = call_.y;
        fill.width = static_cast<int>(call_.x) * tensix::tile_side;
        fill.bytes = call_.x * static_cast<std::uint32_t>(cb.tile_bytes);
        if (cb.page_bytes != cb.tile_bytes)
            raise_(Fault(Id::format_mismatch,
                         fmt::format("{}: pages of cb {} have {} bytes, a tile of {} has {}", program_->call, cb.index,
                                     cb.page_bytes, tensix::name(static_cast<DataFormat>(cb.format)), cb.tile_bytes)),
                   fault::Severity::error);
        if (from == From::row_major && tensix::is_bfp(static_cast<DataFormat>(cb.format)))
            throw Fault(Id::tensix_unsupported,
                        fmt::format("{} of {}, which has no rows without exponents", program_->call,
                                    tensix::name(static_cast<DataFormat>(cb.format))));
        if (unpacks_ &&
            cb.front_page(call_.index[src_a] + call_.x - 1, raise_) != fill.address + (call_.x - 1) * cb.page_bytes)
            raise_(Fault(Id::cb_bad_count, fmt::format("{}: the block of {} tiles wraps around the end of cb {}",
                                                       program_->call, call_.x, cb.index)),
                   fault::Severity::error);
        return fill;
    }

    void round(const Fill& a, const Fill& b = {}, int unpacrs = 1) {
        if (unpacks_) program_->rounds.push_back({.fill = {a, b}, .unpacrs = unpacrs});
    }
    void step(MathStep step) {
        if (unpacks_) return;
        step.tile += call_.dst;
        program_->steps.push_back(step);
    }
    // The step of what was issued since the last one.
    void paced(MathStep next) {
        const FpuPace::Part part = fpu_.take();
        next.held = part.held;
        next.cycles = part.cycles;
        step(next);
    }

    // Four faces through SrcA; 32-bit data kept whole goes to Dst past it.
    void copy(const Fill& from) {
        const tensix::CircularBuffer& cb = core_.cb(call_.cb[src_a]);
        program_->to_dst = unpacked_to_dst(cb);
        // What Src cannot hold is transposed where it lies.
        if (program_->to_dst && turns_faces())
            throw Fault(Id::tensix_unsupported,
                        fmt::format("{} of cb {}, which is unpacked to Dst", program_->call, cb.index));
        if (program_->to_dst && transposes()) transpose_dst();
        if (program_->to_dst) return round(whole(from));
        for (int f = 0; f < 4; ++f) {
            const int source = transposes() ? (f % 2) * 2 + f / 2 : f;
            round(face(from, source, transposes() || turns_faces()));
            step({.op = MathStep::Op::copy,
                  .row = 16 * f,
                  .banks = {1, 0},
                  .frees = {1, 0},
                  .cycles = tensix_.datacopy_issue_cycles.cycles() / 4});
        }
    }

    // ELW* on each face, for a product once per fidelity phase. SrcB is held as long as its part stands for more faces.
    void elementwise() {
        using abi::Broadcast;
        const auto broadcast = abi::tile_field<Broadcast>(call_.word, abi::broadcast_shift);
        const auto reuse = abi::tile_field<abi::Reuse>(call_.word, abi::reuse_shift);
        const bool product = abi::tile_field<abi::BinaryOp>(call_.word, abi::binary_shift) == abi::BinaryOp::multiply;
        program_->unpack_label = "unpack two";
        program_->math_label = "two-operand";
        const Fill zeros{.from = From::zeros};
        const Fill a = reuse == abi::Reuse::dst_to_a ? zeros : tile(src_a);
        const Fill b = reuse == abi::Reuse::dst_to_b ? zeros : tile(src_b);
        // Where the call names one row of SrcB's tile, it is the first of what the unpacker reads.
        const bool one_row = broadcast == Broadcast::row && call_.x != 0;
        const bool accumulates = product || (call_.word & abi::tile_accumulates) != 0;
        for (int f = 0; f < 4; ++f) {
            const Held held = held_b(broadcast, f);
            Fill part = face(b, held.face);
            if (one_row) {
                part.first_row = 16 * (held.face + 2 * static_cast<int>(call_.x / 16)) + static_cast<int>(call_.x % 16);
                part.rows = 1;
            }
            round(face(a, f), held.begins ? part : Fill{});
            // A reused face is cleared where its product is added to it.
            if (reuse != abi::Reuse::none)
                fpu_.issue(reuse == abi::Reuse::dst_to_a ? FpuOp::dst_to_a : FpuOp::dst_to_b, 16 * f, 4);
            if (reuse != abi::Reuse::none && product) fpu_.others(1);
            fpu_.elementwise(16 * f, product ? phases() : 1, accumulates);
            paced({.op = MathStep::Op::elementwise, .row = 16 * f, .banks = {1, 1}, .frees = {1, held.ends ? 1 : 0}});
        }
    }

    // Which face of SrcB's tile goes with face f, and for how long it stays.
    struct Held {
        int face;
        bool begins, ends;
    };
    static Held held_b(abi::Broadcast broadcast, int f) {
        switch (broadcast) {
            case abi::Broadcast::column: return {f & 2, f % 2 == 0, f % 2 == 1};
            case abi::Broadcast::row: return {f % 2, true, true};
            case abi::Broadcast::scalar: return {0, f == 0, f == 3};
            case abi::Broadcast::none: break;
        }
        return {f, true, true};
    }

    // A column or a scalar is added to a SrcA of zeros, rows are moved (a column would come out wrong by MOVB2D).
    void broadcast_copy() {
        const auto broadcast = abi::tile_field<abi::Broadcast>(call_.word, abi::broadcast_shift);
        const bool adds = broadcast == abi::Broadcast::column || broadcast == abi::Broadcast::scalar;
        const tensix::CircularBuffer& cb = core_.cb(call_.cb[src_b]);
        const DataFormat format = static_cast<DataFormat>(cb.format);
        if (!adds && core_.mode.fp32_dest_acc && format != DataFormat::fp32)
            throw Fault(Id::tensix_unsupported,
                        fmt::format("unary_bcast of rows of {} into a 32-bit Dst: MOVB2D would write 16-bit rows",
                                    tensix::name(format)));
        program_->math_label = "broadcast";
        const Fill b = tile(src_b);
        for (int f = 0; f < 4; ++f) {
            const Held held = held_b(broadcast, f);
            const Fill zeros = adds && f == 0 ? Fill{.from = From::zeros} : Fill{};
            if (held.begins) round(zeros, face(b, held.face));
            step({.op = MathStep::Op::broadcast_copy,
                  .row = 16 * f,
                  .banks = {adds ? 1 : 0, 1},
                  .frees = {adds && f == 3 ? 1 : 0, held.ends ? 1 : 0},
                  .cycles = tensix_.datacopy_issue_cycles.cycles() / 4});
        }
    }

    // Whole tiles, in the order of matmul_order().
    void matmul() {
        const std::uint32_t rows = call_.x >> 16, columns = call_.x & 0xFFFF, stride = call_.y;
        const MatmulOrder order =
            matmul_order(rows, columns, phases(), static_cast<std::uint32_t>(tensix_.matmul_kept_banks.count()));
        program_->unpack_label = "unpack two";
        program_->math_label = "matmul";
        program_->latency = tensix_.matrix_latency_cycles.cycles();
        for (const MatmulOrder::Tile& next : order.tiles) {
            const bool of_a = next.operand == src_a;
            const Fill fill = whole(tile(next.operand, of_a ? next.index : next.index * stride), of_a && transposes());
            round(of_a ? fill : Fill{}, of_a ? Fill{} : fill, next.first ? 0 : 1);
        }
        for (const MatmulOrder::Product& product : order.products) {
            MathStep multiply{.op = MathStep::Op::multiply,
                              .tile = product.row * columns + product.column,
                              .cycles = cycles_of(product.instructions)};
            multiply.banks[order.streamed] = 1;
            multiply.banks[order.kept] = product.bank + 1;
            multiply.ahead[order.kept] = product.bank;
            multiply.frees[order.streamed] = product.frees_streamed ? 1 : 0;
            multiply.frees[order.kept] = product.frees_kept ? 1 : 0;
            step(multiply);
        }
    }

    // Faces of SrcA pooled column by column with the first row of the scaler's face in SrcB. To reduce along rows the
    // unpacker transposes the faces, and the pooled row is transposed back in rows 16..31 of SrcB.
    void reduce() {
        using abi::Dim;
        const auto dim = abi::tile_field<Dim>(call_.word, abi::dim_shift);
        const bool maximum = abi::tile_field<abi::Pool>(call_.word, abi::pool_shift) == abi::Pool::maximum;
        const std::size_t pool = maximum ? 1 : phases();
        program_->unpack_label = "unpack two";
        program_->math_label = "reduce";
        program_->latency = tensix_.matrix_latency_cycles.cycles();
        const bool gathers = (call_.word & abi::tile_gathers) != 0;
        const int faces = gathers ? static_cast<int>(call_.y & 0xFF) : call_.x != 0 ? static_cast<int>(call_.x) : 4;
        if (faces != 1 && faces != 2 && faces != 4)
            throw Fault(Id::tensix_unsupported, fmt::format("{} of {} faces", program_->call, faces));
        fpu_.others(1);  // the place in Dst
        for (int f = 0; f < faces; ++f) {
            Fill scaler = face(tile(src_b), gathers ? 0 : f);
            scaler.rows = 1;
            round(gathers ? gathered(f, dim == Dim::row) : face(tile(src_a), f, dim == Dim::row), scaler);
            MathStep next{.op = MathStep::Op::pool, .banks = {1, 1}, .frees = {1, 1}};
            const bool last = f + 1 == faces;
            next.row = dim == Dim::column ? 16 * (f % 2) : dim == Dim::row ? 32 * (f / 2) : 4;
            fpu_.issue(FpuOp::accumulate, next.row, pool);
            if (dim == Dim::column) {
                fpu_.others(f % 2 == 0 ? 2 : 1);
            } else if (dim == Dim::row && f % 2 == 1) {
                next.op = MathStep::Op::spread_row;
                fpu_.spread(next.row, keeps_32());
                fpu_.others(last ? 1 : 4);
            } else if (dim == Dim::scalar && last) {
                next.op = MathStep::Op::pool_scalar;
                fpu_.row_to_column_of_a(next.row);
                fpu_.issue(FpuOp::accumulate, 0, pool);
            } else {
                fpu_.others(pool > 1 ? 1 : 0);  // several phases give the banks back by an instruction of their own
            }
            paced(next);
        }
    }

    // A face from the rows of a row-major block.
    Fill gathered(int f, bool transposed) const {
        if (!unpacks_) return {.from = From::row_major};
        const tensix::CircularBuffer& cb = core_.cb(call_.cb[src_a]);
        const auto format = static_cast<DataFormat>(cb.format);
        if (tensix::is_bfp(format) || unpacked_to_dst(cb))
            throw Fault(Id::tensix_unsupported, fmt::format("unpack_tilizeA_B of {}", tensix::name(format)));
        const std::uint32_t tiles = call_.x & 0xFFFF, faces = call_.y & 0xFF;
        Fill fill{.from = From::row_major, .transposed = transposed, .cb = call_.cb[src_a]};
        fill.address = cb.front_page(call_.index[src_a], raise_);
        fill.first_row = 16 * f;
        fill.face_rows = static_cast<int>(call_.y >> 8 & 0xFF);
        fill.rows = fill.face_rows;
        fill.width = static_cast<int>(tiles) * (faces == 1 ? tensix::row_datums : tensix::tile_side);
        fill.bytes = static_cast<std::uint32_t>(fill.width * fill.face_rows * (faces == 4 ? 2 : 1) *
                                                tensix::datum_bits(format) / 8);
        fill.block_tiles = tiles;
        fill.block_tile = call_.x >> 16;
        fill.missing = static_cast<Fill::Missing>(call_.y >> 16);
        return fill;
    }

    // The scaler's first face stays in SrcB, whole tiles with transposed faces go through SrcA; at the end both rows of
    // maxima become columns.
    void reduce_block() {
        program_->unpack_label = "unpack two";
        program_->math_label = "reduce";
        program_->latency = tensix_.matrix_latency_cycles.cycles();
        for (std::uint32_t t = 0; t < call_.x; ++t) {
            round(whole(tile(src_a, t), true), t == 0 ? face(tile(src_b), 0) : Fill{});
            // Two pools for each pair of faces, four steps of the counter between the pairs and one at the end.
            for (int row : {0, 32}) {
                fpu_.issue(FpuOp::accumulate, row, 2);
                fpu_.others(row == 0 ? 4 : 1);
            }
            paced({.op = MathStep::Op::pool_faces, .banks = {1, 1}, .frees = {1, 0}});
        }
        for (int row : {0, 32}) fpu_.face_through_b(row, 1, keeps_32());
        fpu_.others(1);
        paced({.op = MathStep::Op::spread_rows, .row = 32, .banks = {0, 1}, .frees = {0, 1}});
    }

    // T0 only hands both banks over.
    void transpose_dst() {
        const bool after_unpacker = copies();
        program_->math_label = "transpose";
        program_->latency = tensix_.matrix_latency_cycles.cycles();
        const Fill zeros{.from = From::zeros};
        if (!after_unpacker) round(zeros, zeros);
        fpu_.others(2);
        fpu_.transpose(keeps_32() || after_unpacker, keeps_32());
        const int banks = after_unpacker ? 0 : 1;
        paced({.op = MathStep::Op::transpose, .row = 16, .banks = {banks, banks}, .frees = {banks, banks}});
    }

    // T0 hands both banks over once, for all parts.
    void sum_dst() {
        static constexpr std::array ops{MathStep::Op::dst_to_a, MathStep::Op::dst_to_b, MathStep::Op::pool_tile,
                                        MathStep::Op::sum_row};
        program_->math_label = "reduce";
        program_->latency = tensix_.matrix_latency_cycles.cycles();
        const auto part = static_cast<abi::SumPart>(call_.x);
        if (part == abi::SumPart::to_a) round({.from = From::zeros}, {.from = From::zeros});
        switch (part) {
            case abi::SumPart::to_a: fpu_.tile_to(FpuOp::dst_to_a); break;
            case abi::SumPart::to_b: fpu_.tile_to(FpuOp::dst_to_b); break;
            case abi::SumPart::pool:
                for (int f = 0; f < 4; ++f) {
                    fpu_.issue(FpuOp::accumulate, 0, phases());
                    fpu_.others(2);
                }
                break;
            case abi::SumPart::finish:
                fpu_.row_to_column_of_a(0);
                fpu_.issue(FpuOp::accumulate, 0, phases());
                fpu_.others(1);
                break;
        }
        const int frees = part == abi::SumPart::finish ? 1 : 0;
        paced({.op = ops.at(call_.x), .banks = {1, 1}, .frees = {frees, frees}});
    }

    Core& core_;
    const TileCall& call_;
    const bool unpacks_;
    const fault::Raise& raise_;
    const arch::Tensix& tensix_;
    FpuSequence fpu_;
    std::shared_ptr<TileProgram> program_ = std::make_shared<TileProgram>();
};

}  // namespace

std::shared_ptr<const TileProgram> TilePrograms::of(Core& core, const TileCall& call, bool unpacks,
                                                    const fault::Raise& raise) {
    std::array<Front, 2> fronts;
    for (const Operand operand : {src_a, src_b}) {
        const std::uint32_t cb = call.cb[operand];
        if (unpacks && cb < core.cbs.size()) fronts[operand] = {core.cbs[cb].read_ptr, core.cbs[cb].waited};
    }
    const auto known = built_.find({call, fronts});
    if (known != built_.end()) return known->second;
    auto built = Builder(core, call, unpacks, raise).build();
    built_.emplace(std::pair(call, fronts), built);
    return built;
}

}  // namespace tessera::core
