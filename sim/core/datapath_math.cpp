// The matrix unit's side of a tile function, in the order in which the vendor's low-level library issues it: the order
// of fidelity phases and of the inner faces decides the bits (spec/tensix-core.md 1.6, kernel-api.md 3.4).
#include <fmt/format.h>

#include "sim/core/datapath.hpp"
#include "sim/core/machine.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/matrix_unit.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::DatumKind;
using tensix::MatrixUnit;
using tensix::SrcBank;
using tensix::SrcForm;

namespace {

// All sixteen MVMULs of a tile in one fidelity phase, then in the next. A transposed SrcA has transposed faces in their
// old places.
struct Product {
    MatrixUnit unit;
    int row, phases;  // of Dst; of fidelity
    bool transposed;

    void add_to(tensix::Dst& dst, const SrcBank& a, const SrcBank& b) const {
        MatrixUnit in_phase = unit;
        for (in_phase.phase = 0; in_phase.phase < phases; ++in_phase.phase)
            for (int inner = 0; inner < 2; ++inner)
                for (int below = 0; below < 2; ++below)
                    for (int column = 0; column < 2; ++column) {
                        const int a_face = transposed ? 2 * column + inner : 2 * inner + column;
                        for (int r : {0, 8})
                            tensix::mvmul(in_phase, a, 16 * a_face, b, 16 * (2 * below + inner) + r, dst,
                                          row + 16 * (2 * below + column) + r);
                    }
    }
};

class Step {
  public:
    Step(Core& core, const TileProgram& program, const MathStep& step, int row)
        : core_(core),
          word_(program.word),
          to_dst_(program.to_dst),
          step_(step),
          row_(row + step.row),
          a_(bank(src_a)),
          b_(bank(src_b)),
          unit_{.dst_is_32_bit = core.dst_is_32_bit(),
                .rules = core.machine.arch().tensix.fpu,
                .keeps_zero_exponent = core.math_config.get(tensix::config::keep_zero_exponent) != 0,
                .random = core.math_config.get(tensix::config::stochastic_fpu) != 0 ? core.draw() : 0} {}

    // The kind of what the step wrote.
    DatumKind run() {
        if (step_.op == MathStep::Op::transpose) {
            transpose();
            return DatumKind::unknown;
        }
        const DatumKind kind = check_form();
        adopt_form();
        if (!core_.machine.options().blind_time) compute();
        return kind;
    }

  private:
    void compute() {
        switch (step_.op) {
            case MathStep::Op::copy: return copy();
            case MathStep::Op::elementwise: return elementwise();
            case MathStep::Op::broadcast_copy: return broadcast_copy();
            case MathStep::Op::multiply: return multiply();
            case MathStep::Op::pool: return pool(row_);
            case MathStep::Op::spread_row: return spread_row();
            case MathStep::Op::pool_scalar: return pool_scalar();
            case MathStep::Op::pool_faces: return pool_faces();
            case MathStep::Op::spread_rows:
                for (int row : {row_ - step_.row, row_}) spread_maxima(row);
                return;
            case MathStep::Op::transpose: return;
            case MathStep::Op::dst_to_a: return dst_to_a();
            case MathStep::Op::dst_to_b: return tensix::movd2src(unit_, core_.dst(), row_, b_.form, b_, 0, 64);
            case MathStep::Op::pool_tile:
                for (int f = 0; f < 4; ++f) pool(row_, 16 * f);
                return;
            case MathStep::Op::sum_row: return sum_row(row_, row_);
        }
    }

    SrcBank& bank(Operand operand) {
        return core_.src[operand][core_.math_bank[operand] ^ static_cast<std::size_t>(step_.ahead[operand])];
    }

    // Zeros take the form of the other operand.
    DatumKind check_form() {
        const SrcBank& from = step_.banks[src_a] != 0 && a_.cb >= 0 ? a_ : b_;
        const bool wide = unit_.dst_is_32_bit;
        if (from.form == SrcForm::int8 && !wide)
            throw Fault(Id::tensix_unsupported,
                        fmt::format("cb {} holds 8-bit integers, which need a 32-bit Dst (fp32_dest_acc_en)", from.cb));
        if (from.form == SrcForm::int16 && wide)
            throw Fault(Id::tensix_unsupported,
                        fmt::format("cb {} holds int16, which a 32-bit Dst cannot take", from.cb));
        core_.dst_protocol.written[static_cast<std::size_t>(core_.dst_protocol.math_half)] =
            tensix::dst_format(unit_, from.form);
        return tensix::datum_kind(unit_, from.form);
    }

    abi::Reuse reuse() const { return abi::tile_field<abi::Reuse>(word_, abi::reuse_shift); }
    tensix::Broadcast broadcast() const {
        return static_cast<tensix::Broadcast>(abi::tile_field<abi::Broadcast>(word_, abi::broadcast_shift));
    }
    // Only a column or a scalar is added to a SrcA of zeros.
    bool adds_to_zeros() const {
        return step_.op == MathStep::Op::broadcast_copy &&
               (broadcast() == tensix::Broadcast::column || broadcast() == tensix::Broadcast::scalar);
    }

    // A bank that T0 filled with zeros, or that gets rows of Dst, takes the form of the other.
    void adopt_form() {
        const bool reuses = step_.op == MathStep::Op::elementwise && reuse() != abi::Reuse::none;
        if (!reuses && !adds_to_zeros()) return;
        SrcBank& to = reuses && reuse() == abi::Reuse::dst_to_b ? b_ : a_;
        const SrcBank& other = &to == &a_ ? b_ : a_;
        to.form = other.form;
        to.cb = other.cb;
    }

    // ELWADD with zero widens to a 32-bit Dst; otherwise the bits are moved.
    void copy() {
        if (!unit_.dst_is_32_bit) return tensix::mova2d(unit_, a_, 0, core_.dst(), row_, 16);
        const SrcBank zeros{.cb = a_.cb, .form = a_.form};
        for (int r : {0, 8})
            tensix::elw(unit_, tensix::Elw::add, a_, r, zeros, r, tensix::Broadcast::none, core_.dst(), row_ + r,
                        false);
    }

    void elementwise() {
        const auto op = static_cast<tensix::Elw>(abi::tile_field<abi::BinaryOp>(word_, abi::binary_shift));
        const bool product = op == tensix::Elw::multiply;
        if (reuse() != abi::Reuse::none) {
            SrcBank& to = reuse() == abi::Reuse::dst_to_a ? a_ : b_;
            tensix::movd2src(unit_, core_.dst(), row_, to.form, to, 0, 16);
            if (product) clear(row_, 16);
        }
        for (unit_.phase = 0; unit_.phase < (product ? core_.mode.fidelity_phases : 1); ++unit_.phase)
            for (int r : {0, 8}) {
                const bool one_row = broadcast() == tensix::Broadcast::row || broadcast() == tensix::Broadcast::scalar;
                tensix::elw(unit_, op, a_, r, b_, one_row ? 0 : r, broadcast(), core_.dst(), row_ + r,
                            (word_ & abi::tile_accumulates) != 0);
            }
    }

    void broadcast_copy() {
        using tensix::Broadcast;
        if (!adds_to_zeros()) return tensix::movb2d(unit_, b_, 0, core_.dst(), row_, 16, broadcast());
        for (int r : {0, 8})
            tensix::elw(unit_, tensix::Elw::add, a_, r, b_, broadcast() == Broadcast::scalar ? 0 : r, broadcast(),
                        core_.dst(), row_ + r, false);
    }

    // The banks may be filled again before a product is worked out, so that it gets copies of them.
    void multiply() {
        const Product product{unit_, row_, core_.mode.fidelity_phases, (word_ & abi::tile_transposes) != 0};
        const bool in_range = row_ >= 0 && row_ + tensix::face_rows <= tensix::Dst::rows;
        if (!in_range || !core_.computes_later()) return product.add_to(core_.dst(), a_, b_);
        tensix::common_form(a_, b_);  // throws where they do not go together
        core_.compute([product, a = a_, b = b_](tensix::Dst& dst) { product.add_to(dst, a, b); });
    }

    void pool(int row, int a_row = 0) {
        if (abi::tile_field<abi::Pool>(word_, abi::pool_shift) == abi::Pool::maximum)
            return tensix::gmpool(unit_, a_, a_row, b_, 0, core_.dst(), row);
        for (unit_.phase = 0; unit_.phase < core_.mode.fidelity_phases; ++unit_.phase)
            tensix::gapool(unit_, a_, a_row, b_, 0, core_.dst(), row);
        unit_.phase = 0;
    }

    SrcForm moved_form() const { return unit_.rules.bank_implies_format ? b_.form : a_.form; }

    // The pooled row goes through rows 16..31 of SrcB to become a column of Dst; it is moved once more after the
    // transposition, so that the next tile finds the whole row to accumulate on.
    void spread_row() {
        pool(row_);
        if (keeps_32()) return spread_halves(row_, true);
        tensix::movd2src(unit_, core_.dst(), row_, moved_form(), b_, 16, 1);
        tensix::transpose_srcb(b_);
        tensix::movd2src(unit_, core_.dst(), row_, moved_form(), b_, 16, 1);
        a_.datum = {};
        for (int r : {0, 8})
            tensix::elw(unit_, tensix::Elw::add, a_, r, b_, 16 + r, tensix::Broadcast::none, core_.dst(), row_ + r,
                        false);
    }

    bool keeps_32() const { return (word_ & abi::tile_keeps_32) != 0; }

    // The upper and then the lower halves of a row's datums, each through rows 16..31 of SrcB and back.
    void spread_halves(int row, bool once_more) {
        for (const bool lower : {false, true}) {
            tensix::halves_to_src(core_.dst(), row, b_, 16, 1, lower);
            tensix::transpose_srcb(b_);
            if (once_more) tensix::halves_to_src(core_.dst(), row, b_, 16, 1, lower);
            tensix::halves_to_dst(b_, 16, core_.dst(), row, 16, tensix::Broadcast::none, lower);
        }
    }

    void pool_faces() {
        for (int f = 0; f < 4; ++f) tensix::gmpool(unit_, a_, 16 * f, b_, 0, core_.dst(), row_ + 32 * (f / 2));
    }
    void spread_maxima(int row) {
        if (keeps_32()) return spread_halves(row, false);
        tensix::movd2src(unit_, core_.dst(), row, moved_form(), b_, 16, 1);
        tensix::transpose_srcb(b_);
        tensix::movb2d(unit_, b_, 16, core_.dst(), row, 16, tensix::Broadcast::none);
    }

    // 32-bit datums keep their bits, 16-bit ones may lose the sign of zero and what has exponent 0, as in every move.
    void transpose() {
        if (core_.machine.options().blind_time) return;
        const bool wide = unit_.dst_is_32_bit || to_dst_ || keeps_32();
        using tensix::DstFormat;
        const auto half = static_cast<std::size_t>(core_.dst_protocol.math_half);
        const DstFormat view = wide ? DstFormat::fp32 : core_.dst_protocol.written[half].value_or(DstFormat::bf16);
        const int first = row_ - step_.row;
        std::array<tensix::DstRow, 64> from, to;
        for (int r = 0; r < 64; ++r) from[static_cast<std::size_t>(r)] = core_.dst().read_row(first + r, view);
        for (int i = 0; i < tensix::tile_datums; ++i) {
            const int other = tensix::datum_index(tensix::datum_column(i), tensix::datum_row(i));
            std::uint32_t x = from[static_cast<std::size_t>(other / 16)][static_cast<std::size_t>(other % 16)];
            const bool all = unit_.keeps_zero_exponent;
            if (view == DstFormat::bf16) x = tensix::mova2d(SrcForm::bf16, num::bf16_to_src(x), all);
            if (view == DstFormat::fp16) x = tensix::mova2d(SrcForm::fp16, num::fp16_to_src(x), all);
            to[static_cast<std::size_t>(i / 16)][static_cast<std::size_t>(i % 16)] = x;
        }
        for (int r = 0; r < 64; ++r) core_.dst().write_row(first + r, view, to[static_cast<std::size_t>(r)]);
    }

    // The four faces are pooled into row 4, which becomes a column of SrcA and is pooled into row 0: the scaler counts
    // twice.
    void pool_scalar() {
        pool(row_);
        sum_row(row_, row_ - step_.row);
    }
    void sum_row(int from, int to) {
        tensix::movd2src(unit_, core_.dst(), from, moved_form(), b_, 16, 1);
        tensix::transpose_srcb(b_);
        tensix::movb2a(unit_, b_, 16, a_, 0, 16);
        clear(from, 1);
        pool(to);
    }

    // The vendor's library names the first tile without the half that T1 holds.
    void dst_to_a() {
        if (step_.tile == 0 && row_ != 0)
            throw Fault(Id::dst_ownership,
                        "mul_reduce_scalar_tile takes its first product from the first half of Dst, but math holds the "
                        "second: call it in every other tile_regs_acquire, or set dst_full_sync_en");
        tensix::movd2src(unit_, core_.dst(), row_, a_.form, a_, 0, 64);
    }

    // ZEROACC of rows as this Dst names them.
    void clear(int row, int rows) {
        for (int r = row; r < row + rows; ++r)
            core_.dst().clear_rows(unit_.dst_is_32_bit ? tensix::Dst::upper_row(r) : r, 1);
    }

    Core& core_;
    const std::uint32_t word_;
    const bool to_dst_;
    const MathStep& step_;
    const int row_;
    SrcBank &a_, &b_;
    MatrixUnit unit_;
};

}  // namespace

DatumKind apply(Core& core, const TileProgram& program, const MathStep& step, int row) {
    return Step(core, program, step, row).run();
}

}  // namespace tessera::core
