// How a tile function of the compute API reaches the unpackers, the matrix unit and the packer (sim/abi/abi.hpp,
// TileOp). Operands are named as the machine has them: SrcA first.
#pragma once

#include "tessera/cb.h"
#include "tessera/dst.h"

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
template <abi::TileOp op>
struct TileWord {
    uint32_t fields = 0;
    constexpr operator uint32_t() const { return static_cast<uint32_t>(op) | fields; }
};
template <abi::TileOp op>
constexpr TileWord<op> operator|(TileWord<op> word, uint32_t fields) {
    return {word.fields | fields};
}
constexpr auto tile_word(abi::BinaryOp op) {
    return TileWord<abi::TileOp::elementwise>{static_cast<uint32_t>(op) << abi::binary_shift};
}
constexpr uint32_t tile_field(ckernel::BroadcastType type) {
    return static_cast<uint32_t>(type) << abi::broadcast_shift;
}
constexpr uint32_t tile_flag(bool on, uint32_t flag) { return on ? flag : 0; }
// A whole tile transposed, which older kernels ask for without a word about its faces, or each face by itself.
constexpr uint32_t copied(uint32_t transpose, uint32_t within_faces) {
    return transpose != 0 ? abi::tile_transposes : tile_flag(within_faces != 0, abi::tile_turns_faces);
}
constexpr uint32_t tile_transposed(uint32_t transpose) { return tile_flag(transpose != 0, abi::tile_transposes); }

#if defined(TESSERA_LLK)
}  // namespace tessera

#include "llk/api.h"

namespace tessera {

ALWI void init_formats(uint32_t a, uint32_t b, uint32_t o) { llk::configure(true, llk::ZeroExponents::lost, a, b, o); }
template <abi::TileOp op>
ALWI void init_tile_op(TileWord<op> word, uint32_t a, uint32_t b, uint32_t o) {
    llk::configure(llk::starts_hardware(op), llk::zero_exponents(op, word), a, b, o);
    TESSERA_UNPACK_MATH(llk::init_operation<op>(word);)
}
template <abi::TileOp op>
ALWI void init_tile_op([[maybe_unused]] TileWord<op> word) {
    TESSERA_UNPACK_MATH(llk::init_operation<op>(word);)
}
template <abi::TileOp op>
ALWI void tile_op([[maybe_unused]] TileWord<op> word, [[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b,
                  [[maybe_unused]] uint32_t ia, [[maybe_unused]] uint32_t ib, [[maybe_unused]] uint32_t idst,
                  [[maybe_unused]] uint32_t x = 0, [[maybe_unused]] uint32_t y = 0) {
    TESSERA_UNPACK_MATH(llk::operate<op>(word, a, b, ia, ib, idst, x, y);)
}
template <abi::PackConfig what>
ALWI void pack_config([[maybe_unused]] uint32_t value) {
    PACK(llk::set_pack_config<what>(value);)
}

// Of single units: formats, and copies.
namespace unit {
#if defined(TRISC_UNPACK)
ALWI void reconfigure_unpackers(uint32_t a, uint32_t b) { llk::configure_unpackers(a, b); }
#elif defined(TRISC_MATH)
ALWI void reconfigure_unpackers(uint32_t a, uint32_t b) { llk::configure_math(a, b); }
#else
ALWI void reconfigure_packer(uint32_t ocb) { llk::configure_packer(ocb, false); }
ALWI void pack_tile(uint32_t idst, uint32_t ocb, uint32_t index, bool out_of_order) {
    llk::pack_tile_to(idst, llk::address_packed(ocb, index, out_of_order));
}
ALWI void pack_rows(uint32_t idst, uint32_t ocb, uint32_t index) {
    llk::pack_rows_to(idst, llk::address_packed(ocb, index, true));
}
ALWI void pack_untilize(uint32_t idst, uint32_t ocb, uint32_t shape, uint32_t column, uint32_t row, uint32_t faces) {
    llk::pack_untilize(idst, ocb, {shape >> 16, shape & 0xFFFF, faces & 0xFF, faces >> 8}, column, row);
}
#endif
#if !defined(TRISC_PACK)
ALWI void init_copy(uint32_t, uint32_t flags) { llk::init_operation<abi::TileOp::copy>(flags); }
ALWI void copy_tile(uint32_t cb, uint32_t index, uint32_t idst) {
    llk::operate<abi::TileOp::copy>(0, cb, cb, index, index, idst, 0, 0);
}
#endif
}  // namespace unit
#else
ALWI void init_formats(uint32_t a, uint32_t b, uint32_t o) { call<Call::init_tile_op>(abi::tile_formats, a, b, o); }
// Sets formats and the operation on every unit.
ALWI void init_tile_op(uint32_t word, uint32_t a, uint32_t b, uint32_t o) { call<Call::init_tile_op>(word, a, b, o); }
// The operation alone.
ALWI void init_tile_op([[maybe_unused]] uint32_t word) {
    TESSERA_UNPACK_MATH(call<Call::init_tile_op>(word, unchanged, unchanged, unchanged);)
}
ALWI void tile_op([[maybe_unused]] uint32_t word, [[maybe_unused]] uint32_t a, [[maybe_unused]] uint32_t b,
                  [[maybe_unused]] uint32_t ia, [[maybe_unused]] uint32_t ib, [[maybe_unused]] uint32_t idst,
                  [[maybe_unused]] uint32_t x = 0, [[maybe_unused]] uint32_t y = 0) {
    TESSERA_UNPACK_MATH(call<Call::tile_op>(word, a, b, ia, ib, idst, x, y);)
}
template <abi::PackConfig what>
ALWI void pack_config([[maybe_unused]] uint32_t value) {
    PACK(call<Call::pack_config>(what, value);)
}

// Of single units: formats, and copies.
namespace unit {
ALWI void reconfigure_unpackers(uint32_t a, uint32_t b) { call<Call::reconfig_unpack>(a, b); }
ALWI void reconfigure_packer(uint32_t ocb) { call<Call::reconfig_pack>(ocb); }
ALWI void pack_tile(uint32_t idst, uint32_t ocb, uint32_t index, bool out_of_order) {
    call<Call::pack_tile>(idst, ocb, index, out_of_order);
}
ALWI void pack_rows(uint32_t idst, uint32_t ocb, uint32_t index) { pack_tile(idst, ocb, index, true); }
ALWI void pack_untilize(uint32_t idst, uint32_t ocb, uint32_t shape, uint32_t column, uint32_t row, uint32_t faces) {
    call<Call::pack_untilize>(idst, ocb, shape, column, row, faces);
}
ALWI void init_copy(uint32_t icb, uint32_t flags) { call<Call::init_copy>(icb, flags); }
ALWI void copy_tile([[maybe_unused]] uint32_t cb, [[maybe_unused]] uint32_t index, [[maybe_unused]] uint32_t idst) {
    UNPACK(call<Call::unpack_tile>(cb, index, idst);)
    MATH(call<Call::datacopy_tile>(idst, cb);)
}
}  // namespace unit
#endif

}  // namespace tessera
