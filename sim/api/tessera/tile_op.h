// How a tile function of the compute API reaches the unpackers, the matrix unit and the packer. Operands are named as
// the machine has them: SrcA first.
#pragma once

#include "tessera/cb.h"
#include "tessera/dst.h"
#include "tessera/operation.h"

#if defined(TRISC_UNPACK) || defined(TRISC_MATH)
#define TESSERA_UNPACK_MATH(...) __VA_ARGS__
#else
#define TESSERA_UNPACK_MATH(...)
#endif

namespace tessera {

// The last argument of many inits of the current generation: the line of the call, which only the vendor's checker of
// inits reads.
using Line = uint32_t;

// A TileOp word. Its type names the operation, so that of all of them only those are compiled that a kernel uses; its
// fields may be arguments of the kernel.
template <TileOp op>
struct TileWord {
    uint32_t fields = 0;
    constexpr operator uint32_t() const { return static_cast<uint32_t>(op) | fields; }
};
template <TileOp op>
constexpr TileWord<op> operator|(TileWord<op> word, uint32_t fields) {
    return {word.fields | fields};
}
constexpr auto tile_word(BinaryOp op) {
    return TileWord<TileOp::elementwise>{static_cast<uint32_t>(op) << binary_shift};
}
constexpr uint32_t tile_field(ckernel::BroadcastType type) { return static_cast<uint32_t>(type) << broadcast_shift; }
constexpr uint32_t tile_flag(bool on, uint32_t flag) { return on ? flag : 0; }
// A whole tile transposed, which older kernels ask for without a word about its faces, or each face by itself.
constexpr uint32_t copied(uint32_t transpose, uint32_t within_faces) {
    return transpose != 0 ? tile_transposes : tile_flag(within_faces != 0, tile_turns_faces);
}
constexpr uint32_t tile_transposed(uint32_t transpose) { return tile_flag(transpose != 0, tile_transposes); }

}  // namespace tessera

#include "llk/api.h"
#include "tessera/announce.h"

namespace tessera {

// The families whose results an edge mask lets pass whole.
inline constexpr uint32_t reductions = 1u << static_cast<uint32_t>(TileOp::reduce) |
                                       1u << static_cast<uint32_t>(TileOp::reduce_block) |
                                       1u << static_cast<uint32_t>(TileOp::sum_dst);

#if defined(TRISC_UNPACK)
inline constexpr bool is_unpack = true;
#else
inline constexpr bool is_unpack = false;
#endif
ALWI void start(bool of_kernel, llk::ZeroExponents zeros, uint32_t a, uint32_t b, uint32_t o) {
    announce_formats(of_kernel ? abi::Announcement::starts : abi::Announcement::starts_with_op, a, b, o);
    llk::configure(of_kernel, zeros, a, b, o);
    PACK(if (o != unchanged) announce_set_up(packing_key(0));)
}
ALWI void init_formats(uint32_t a, uint32_t b, uint32_t o) { start(true, llk::ZeroExponents::lost, a, b, o); }
// The operation alone.
template <TileOp op>
ALWI void init_tile_op([[maybe_unused]] TileWord<op> word) {
    TESSERA_UNPACK_MATH(if (!is_unannounced(is_unpack, word)) announce_set_up(operation_key(is_unpack, word));
                        llk::init_operation<op>(word);)
}
// Sets formats and the operation on every unit.
template <TileOp op>
ALWI void init_tile_op(TileWord<op> word, uint32_t a, uint32_t b, uint32_t o) {
    start(llk::starts_hardware(op), llk::zero_exponents(op, word), a, b, o);
    init_tile_op(word);
}
template <TileOp op>
ALWI void tile_op([[maybe_unused]] TileWord<op> word, [[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b,
                  [[maybe_unused]] uint32_t ia, [[maybe_unused]] uint32_t ib, [[maybe_unused]] uint32_t idst,
                  [[maybe_unused]] uint32_t x = 0, [[maybe_unused]] uint32_t y = 0) {
    TESSERA_UNPACK_MATH(if (!is_unannounced(is_unpack, word)) announce_run(operation_key(is_unpack, word));
                        llk::operate<op>(word, a, b, ia, ib, idst, x, y);)
}
template <PackConfig what>
ALWI void pack_config([[maybe_unused]] uint32_t value) {
    PACK(if constexpr (what == PackConfig::untilize) announce_set_up(packing_key(value));
         else if constexpr (what == PackConfig::rows) announce_set_up(value == 0 ? packing_key(0) : packing_rows_key);
         else if constexpr (what == PackConfig::edge_mask) announce_results(value == 0 ? 0 : reductions);
         llk::set_pack_config<what>(value);)
}

// Of single units: formats, and copies.
namespace unit {
#if defined(TRISC_UNPACK)
ALWI void reconfigure_unpackers(uint32_t a, uint32_t b) {
    announce_formats(abi::Announcement::reconfigures, a, b, unchanged);
    llk::configure_unpackers(a, b);
}
#elif defined(TRISC_MATH)
ALWI void reconfigure_unpackers(uint32_t a, uint32_t b) {
    announce_formats(abi::Announcement::reconfigures, a, b, unchanged);
    llk::configure_math(a, b);
}
#else
ALWI void reconfigure_packer(uint32_t ocb) {
    announce_formats(abi::Announcement::reconfigures, unchanged, unchanged, ocb);
    llk::configure_packer(ocb, false);
}
ALWI void pack_tile(uint32_t idst, uint32_t ocb, uint32_t index, bool out_of_order) {
    announce_run(packing_key(0));
    llk::pack_tile_to(idst, llk::address_packed(ocb, index, out_of_order));
}
ALWI void pack_rows(uint32_t idst, uint32_t ocb, uint32_t index) {
    announce_run(packing_rows_key);
    llk::pack_rows_to(idst, llk::address_packed(ocb, index, true));
}
ALWI void pack_untilize(uint32_t idst, uint32_t ocb, uint32_t shape, uint32_t column, uint32_t row, uint32_t faces) {
    announce_run(packing_key(shape & 0xFFFF));
    llk::pack_untilize(idst, ocb, {shape >> 16, shape & 0xFFFF, faces & 0xFF, faces >> 8}, column, row);
}
#endif
#if !defined(TRISC_PACK)
ALWI void init_copy(uint32_t, uint32_t flags) { init_tile_op(TileWord<TileOp::copy>{flags}); }
ALWI void copy_tile(uint32_t cb, uint32_t index, uint32_t idst) {
    announce_run(abi::any_variant | static_cast<uint32_t>(TileOp::copy));
    llk::operate<TileOp::copy>(0, cb, cb, index, index, idst, 0, 0);
}
#endif
}  // namespace unit

}  // namespace tessera
