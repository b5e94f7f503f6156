// A kernel's calls about buffers and NoCs become the custom instructions of sim/abi, those of the compute API and its
// raw Tensix instructions rotated words (design.md 3).
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/abi/tensix_op.hpp"
#include "sim/tensix/semaphore.hpp"
#include "tests/host/compile/kernels.hpp"

namespace tessera::host::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Call : public KernelTest {};

// objdump shows what it does not know as a word: I-type, rd and rs1 a0.
std::string call_word(abi::Call call) {
    return fmt::format("0x{:x}", static_cast<std::uint32_t>(call) << 20 | 10u << 15 | 10u << 7 | abi::call_opcode);
}
std::string rotated(std::uint32_t word) { return fmt::format("0x{:08x}", word << 2 | word >> 30); }

// SEMPOST and SEMGET of the semaphores by which T1 gives Dst to T2, and T0's unpackers say what they have done.
constexpr std::uint32_t of_semaphore(tensix::Semaphore semaphore) {
    return abi::semaphores.put(1u << static_cast<std::uint32_t>(semaphore));
}
constexpr std::uint32_t sempost_math_pack = abi::op_sempost << 24 | of_semaphore(tensix::Semaphore::math_pack),
                        semget_math_pack = abi::op_semget << 24 | of_semaphore(tensix::Semaphore::math_pack),
                        semget_unpack_sync = abi::op_semget << 24 | of_semaphore(tensix::Semaphore::unpack_sync);

constexpr const char* one_tile = R"(
namespace NAMESPACE {
void MAIN {
    init_sfpu(tt::CBIndex::c_0, tt::CBIndex::c_16);
    copy_tile_init(tt::CBIndex::c_0);
    cb_wait_front(tt::CBIndex::c_0, 1);
    tile_regs_acquire();
    copy_tile(tt::CBIndex::c_0, 0, 0);
    MATH((math::set_dst_write_addr<DstTileLayout::Default, DstTileShape::Tile32x32>(0));)
    MATH(math::set_addr_mod_base(); TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);)
    MATH(TTI_SETRWC(p_setrwc::CLR_NONE, p_setrwc::CR_D, 8, 0, 0, p_setrwc::SET_D);)
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(tt::CBIndex::c_16, 1);
    pack_tile(0, tt::CBIndex::c_16, 0);
    tile_regs_release();
    cb_push_back(tt::CBIndex::c_16, 1);
    cb_pop_front(tt::CBIndex::c_0, 1);
}
}
)";

TEST_F(Call, UnpackWaitsPopsAndUnpacks) {
    const std::string code = disassembly(compile_one(request(abi::Risc::t0, one_tile)));
    using enum abi::Call;
    for (const abi::Call call : {cb_wait_front, cb_pop_front, abi::Call::exit})
        EXPECT_THAT(code, HasSubstr(call_word(call))) << static_cast<int>(call);
    for (const abi::Call call : {cb_reserve_back, cb_push_back})
        EXPECT_THAT(code, Not(HasSubstr(call_word(call)))) << static_cast<int>(call);
    EXPECT_THAT(code, HasSubstr(rotated(semget_unpack_sync)));
}

TEST_F(Call, MathOwnsDstAndIssuesTensixWords) {
    const std::string code = disassembly(compile_one(request(abi::Risc::t1, one_tile)));
    using enum abi::Call;
    EXPECT_THAT(code, HasSubstr(call_word(abi::Call::exit)));
    for (const abi::Call call : {cb_wait_front, cb_push_back})
        EXPECT_THAT(code, Not(HasSubstr(call_word(call)))) << static_cast<int>(call);
    EXPECT_THAT(code, HasSubstr(rotated(sempost_math_pack)));
    // STALLWAIT(SFPU, MATH), SETRWC(CR_D, 8, SET_D) and SETC16(2, 1) of Wormhole.
    for (const std::uint32_t word :
         {0xA2000000u | 0x100u << 15 | 0x80u, 0x37000000u | 4u << 18 | 8u << 14 | 4u, 0xB2020001u})
        EXPECT_THAT(code, HasSubstr(rotated(word)));
}

TEST_F(Call, BlackholeHasNoAddrModBaseAndItsOwnWaitBits) {
    CompileRequest r = request(abi::Risc::t1, one_tile);
    r.arch = &arch::blackhole();
    const std::string code = disassembly(compile_one(r));
    EXPECT_THAT(code, Not(HasSubstr(rotated(0xB2020001u))));
    EXPECT_THAT(code, HasSubstr(rotated(0xA2000000u | 0x100u << 15 | 0x10u)));
}

TEST_F(Call, PackReservesPacksAndPushes) {
    const std::string code = disassembly(compile_one(request(abi::Risc::t2, one_tile)));
    using enum abi::Call;
    for (const abi::Call call : {cb_reserve_back, cb_push_back})
        EXPECT_THAT(code, HasSubstr(call_word(call))) << static_cast<int>(call);
    EXPECT_THAT(code, Not(HasSubstr(call_word(cb_wait_front))));
    EXPECT_THAT(code, HasSubstr(rotated(semget_math_pack)));
}

TEST_F(Call, DataMovementCoresCallNocAndBuffers) {
    constexpr const char* text = R"(
        void kernel_main() {
            constexpr auto args = TensorAccessorArgs<0>();
            const auto in = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
            cb_reserve_back(0, 1);
            noc_async_read_tile(get_arg_val<uint32_t>(1), in, get_write_ptr(0));
            noc_async_read_barrier();
            cb_push_back(0, 1);
            cb_wait_front(0, 1);
            noc_async_write_tile(0, in, get_read_ptr(0));
            noc_async_write_barrier();
            cb_pop_front(0, 1);
        })";
    for (const abi::Risc risc : {abi::Risc::b, abi::Risc::nc}) {
        CompileRequest r = request(risc, text);
        r.compile_args = {2};
        r.cb_formats[0] = 0;
        const std::string code = disassembly(compile_one(r));
        using enum abi::Call;
        for (const abi::Call call :
             {cb_reserve_back, cb_write_ptr, noc_read, noc_read_barrier, cb_push_back, cb_wait_front, cb_read_ptr,
              noc_write, noc_write_barrier, cb_pop_front, abi::Call::exit})
            EXPECT_THAT(code, HasSubstr(call_word(call))) << static_cast<int>(call);
    }
}

TEST_F(Call, UnsupportedFunctionsCompileAndSayTheirName) {
    const CompiledKernel kernel =
        compile_one(request(abi::Risc::t1, "void kernel_main() { dbg_halt(); dbg_unhalt(); }"));
    EXPECT_THAT(disassembly(kernel), HasSubstr(call_word(abi::Call::unsupported_compute)));
    EXPECT_THAT(read_file(kernel.elf).value(), HasSubstr("dbg_unhalt"));
}

}  // namespace
}  // namespace tessera::host::test
