// Compute calls: each build of the kernel makes only the calls of its own unit, which become commands of its thread
// (spec/kernel-api.md 3).
#include <fmt/format.h>

#include <tuple>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using abi::Risc;
using fault::Fault;
using fault::Id;
using Kind = Command::Kind;

// Circular buffers whose formats the unpacker and the packer take from an init. copy_tile_init and the *_tiles_init
// only reprogram the operation (spec/kernel-api.md 3.2).
std::pair<std::uint32_t, std::uint32_t> RiscAgent::configured_by(Call call) const {
    switch (call) {
        case Call::init_sfpu: return {arg(0), arg(1)};
        case Call::reconfig_unpack: return {arg(0), Command::unchanged};
        case Call::reconfig_pack: return {Command::unchanged, arg(0)};
        case Call::init_binary:
            if ((arg(3) & abi::binary_common) != 0) return {arg(0), arg(2)};
            break;
        default: break;
    }
    return {Command::unchanged, Command::unchanged};
}

CallResult RiscAgent::compute_call(Call call) {
    if (!is_compute()) throw Fault(Id::illegal_instruction, "compute call on a data-movement core");
    const auto require = [&](Risc wanted, const char* name) {
        if (risc_ != wanted) throw Fault(Id::internal_error, fmt::format("{} called on the wrong RISC", name));
    };
    Command command{.pc = pending_->pc};
    switch (call) {
        case Call::init_sfpu:
        case Call::reconfig_unpack:
        case Call::reconfig_pack:
        case Call::init_copy:
        case Call::init_binary:
            command.kind = Kind::configure;
            std::tie(command.a, command.b) = configured_by(call);
            if (call == Call::init_binary) binary_accumulates_ = (arg(3) & abi::binary_accumulates) != 0;
            break;
        case Call::unpack_tile:
            require(Risc::t0, "unpack_tile");
            command.kind = Kind::unpack_tile;
            command.a = core_.cb(arg(0)).front_page(arg(1));
            command.b = arg(0);
            command.pushes = 4;
            break;
        case Call::datacopy_tile:
            require(Risc::t1, "datacopy_tile");
            core_.cb(arg(1));
            command.kind = Kind::datacopy_tile;
            command.a = arg(0);
            command.b = arg(1);
            command.pushes = 1;
            break;
        case Call::pack_tile: {
            require(Risc::t2, "pack_tile");
            tensix::CircularBuffer& cb = core_.cb(arg(1));
            const bool out_of_order = arg(3) != 0;
            command.kind = Kind::pack_tile;
            command.a = arg(0);
            command.b = arg(1);
            command.c = cb.back_page(out_of_order ? arg(2) : cb.pack_cursor);
            if (!core_.threads[2]->has_room(command.pushes))
                return CallResult::wait({watch::WaitReason::tensix_fifo, 2, command.pushes, 0});
            if (!out_of_order) ++cb.pack_cursor;
            break;
        }
        case Call::tile_regs_acquire: command.kind = Kind::acquire; break;
        case Call::tile_regs_commit: command.kind = Kind::commit; break;
        case Call::tile_regs_wait: command.kind = Kind::wait; break;
        case Call::tile_regs_release: command.kind = Kind::release; break;
        case Call::print_dst: return CallResult::done();
        case Call::unsupported_compute:
            throw Fault(Id::tensix_unsupported, fmt::format("{} is not modelled", kernel_string(arg(0))));
        case Call::binary_tile:
            if (core_.cb(arg(1)).unpack_to_dst || core_.cb(arg(2)).unpack_to_dst)
                throw Fault(Id::tensix_unsupported, "two-operand tile operations on a cb that is unpacked to Dst");
            command.b = arg(1);
            command.d = arg(2);
            if (risc_ == Risc::t0) {
                command.kind = Kind::unpack_pair;
                command.a = core_.cb(arg(1)).front_page(arg(3));
                command.c = core_.cb(arg(2)).front_page(arg(4));
                command.pushes = 8;
            } else {
                require(Risc::t1, "binary_tile");
                command.kind = Kind::binary_tile;
                command.a = arg(5);
                command.c = arg(0) | (binary_accumulates_ ? abi::binary_accumulates : 0);
            }
            break;
        default: throw Fault(Id::illegal_instruction, "unknown compute call");
    }
    if (auto full = push(std::move(command))) return CallResult::wait(*full);
    return CallResult::done();
}

}  // namespace tessera::core
