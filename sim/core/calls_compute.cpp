// Compute calls: each build of the kernel makes only the calls of its own unit, which become commands of its thread
// (spec/kernel-api.md 3).
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using abi::Risc;
using fault::Fault;
using fault::Id;

void RiscAgent::require(Risc wanted, const char* call) const {
    if (risc_ != wanted) throw Fault(Id::illegal_instruction, fmt::format("{} called on the wrong RISC", call));
}

CallResult RiscAgent::push_call(Command command) {
    if (auto full = push(std::move(command))) return CallResult::wait(*full);
    return CallResult::done();
}

CallResult RiscAgent::compute_call(Call call) {
    if (!is_compute()) throw Fault(Id::illegal_instruction, "compute call on a data-movement core");
    Command command{.pc = pending_->pc};
    switch (call) {
        case Call::init_sfpu:
        case Call::init_copy:
        case Call::init_tile_op:
        case Call::reconfig_unpack:
        case Call::reconfig_pack: return init_call(call);
        case Call::unpack_tile:
        case Call::datacopy_tile:
        case Call::tile_op: return tile_call(call);
        case Call::pack_tile:
        case Call::pack_untilize: return pack_call(call);
        case Call::pack_config: configure_packer(); return CallResult::done();
        case Call::tile_regs_acquire: command.kind = Command::Kind::acquire; break;
        case Call::tile_regs_commit: command.kind = Command::Kind::commit; break;
        case Call::tile_regs_wait: command.kind = Command::Kind::wait; break;
        case Call::tile_regs_release: command.kind = Command::Kind::release; break;
        case Call::seed_random:
            require(Risc::t1, "rand_tile_init");
            command.kind = Command::Kind::seed;
            command.a = arg(0);
            break;
        case Call::print_dst: return print_dst();
        case Call::unsupported_compute:
            throw Fault(Id::tensix_unsupported, fmt::format("{} is not modelled", kernel_string(arg(0))));
        default: throw Fault(Id::illegal_instruction, "unknown compute call");
    }
    return push_call(std::move(command));
}

// Formats are taken by the inits that name them for a whole kernel; *_init and *_init_short reprogram the operation
// only (spec/kernel-api.md 3.2).
CallResult RiscAgent::init_call(Call call) {
    constexpr std::uint32_t keep = Command::unchanged;
    Command command{.kind = Command::Kind::configure,
                    .a = keep,
                    .b = keep,
                    .c = keep,
                    .pc = pending_->pc,
                    .call = std::make_shared<CallWork>()};
    std::optional<std::uint32_t> operation;
    switch (call) {
        case Call::init_sfpu:  // one input: both unpackers are set up for it
            command.a = command.b = arg(0);
            command.c = arg(1);
            operation = 0;
            break;
        case Call::init_copy: operation = arg(1); break;
        case Call::reconfig_unpack:
            command.a = arg(0);
            command.b = arg(1);
            break;
        case Call::reconfig_pack: command.c = arg(0); break;
        default:
            command.a = arg(1);
            command.b = arg(2);
            command.c = arg(3);
            if ((arg(0) & abi::tile_formats) == 0) operation = arg(0);
            break;
    }
    command.call->keeps_zero_exponent = keeps_zero_exponent(call);
    if (auto full = push(command)) return CallResult::wait(*full);
    announce_init(call, operation, command.c != keep && call != Call::reconfig_pack);
    if (command.c != keep) packer_.started_anew = call != Call::reconfig_pack;
    if (command.c != keep && call != Call::reconfig_pack) packer_.tilizes = false;
    if (operation) programmed_ = *operation;
    return CallResult::done();
}

// What the vendor's start-ups make of Zero_Flag_disabled_src: init_sfpu sets it, those for two operands or one
// operation clear it, and inits that take formats but leave the unpackers' set-up alone do not touch it
// (spec/kernel-api.md 3.2).
std::optional<bool> RiscAgent::keeps_zero_exponent(Call call) const {
    if (call == Call::init_sfpu) return true;
    if (call != Call::init_tile_op || arg(1) == Command::unchanged) return std::nullopt;
    if ((arg(0) & (abi::tile_formats | abi::tile_transposes)) != 0) return false;
    switch (abi::tile_op(arg(0))) {
        case abi::TileOp::elementwise:
        case abi::TileOp::matmul:
        case abi::TileOp::broadcast_copy: return false;
        default: return std::nullopt;
    }
}

// What kernels that issue instructions announce by themselves.
void RiscAgent::announce_init(Call call, std::optional<std::uint32_t> operation, bool packs) {
    const auto say = [&](abi::Announcement what, std::uint32_t value) {
        announced(what, value, pending_->pc, hart_->clock());
    };
    const auto named = [](std::uint32_t cb) {
        return cb == Command::unchanged ? abi::Formats::unchanged : std::min(cb, abi::Formats::unknown);
    };
    constexpr std::uint32_t same = abi::Formats::unchanged;
    using enum abi::Announcement;
    if (call == Call::init_sfpu)
        say(starts, abi::Formats::of(named(arg(0)), named(arg(0)), named(arg(1))));
    else if (call == Call::init_tile_op && arg(1) != Command::unchanged)
        say(starts_hardware(call) ? starts : starts_with_op,
            abi::Formats::of(named(arg(1)), named(arg(2)), named(arg(3))));
    else if (call == Call::reconfig_unpack)
        say(reconfigures, abi::Formats::of(named(arg(0)), named(arg(1)), same));
    else if (call == Call::reconfig_pack)
        say(reconfigures, abi::Formats::of(same, same, named(arg(0))));
    if (risc_ == Risc::t2 && packs) say(abi::Announcement::sets_up, abi::packing_key(0));
    if (risc_ != Risc::t2 && operation && !abi::is_unannounced(risc_ == Risc::t0, *operation))
        say(abi::Announcement::sets_up, abi::operation_key(risc_ == Risc::t0, *operation));
}

// Those that set up all units of a kernel; inits of reductions and of other layouts name formats too, and belong where
// they are used.
bool RiscAgent::starts_hardware(Call call) const {
    if (call == Call::init_sfpu) return true;
    if (call != Call::init_tile_op || arg(1) == Command::unchanged) return false;
    const abi::TileOp op = abi::tile_op(arg(0));
    return (arg(0) & abi::tile_formats) != 0 || op == abi::TileOp::elementwise || op == abi::TileOp::matmul;
}

CallResult RiscAgent::tile_call(Call call) {
    const bool unpacks = risc_ == Risc::t0;
    if (!unpacks) require(Risc::t1, "a tile function");
    Command command{.kind = unpacks ? Command::Kind::unpack : Command::Kind::math,
                    .pushes = unpacks ? 4u : 1u,
                    .pc = pending_->pc,
                    .call = std::make_shared<CallWork>()};
    TileCall tile;
    if (call == Call::tile_op) {
        tile = {
            .word = arg(0), .cb = {arg(1), arg(2)}, .index = {arg(3), arg(4)}, .dst = arg(5), .x = arg(6), .y = arg(7)};
        if (unpacks) command.pushes = 8;
    } else {
        tile.word = programmed_ & (abi::tile_transposes | abi::tile_turns_faces);
        tile.cb[src_a] = unpacks ? arg(0) : arg(1);
        tile.index[src_a] = arg(1);
        tile.dst = unpacks ? arg(2) : arg(0);
    }
    if (!abi::is_unannounced(unpacks, tile.word))
        announced(abi::Announcement::runs,
                  call == Call::tile_op ? abi::operation_key(unpacks, tile.word)
                                        : abi::any_variant | static_cast<std::uint32_t>(abi::TileOp::copy),
                  pending_->pc, hart_->clock());
    tile_call_pc_ = pending_->pc;
    tile.word |= programmed_ & abi::tile_accumulates;
    command.a = tile.dst;
    command.call->program = tile_programs_.of(core_, tile, unpacks, raises());
    return push_call(std::move(command));
}

CallResult RiscAgent::pack_call(Call call) {
    const bool rows = call == Call::pack_untilize;
    require(Risc::t2, rows ? "pack_untilize" : "pack_tile");
    tensix::CircularBuffer& cb = core_.cb(arg(1));
    Command command{.kind = rows ? Command::Kind::pack_untilize : Command::Kind::pack_tile,
                    .a = arg(0),
                    .b = arg(1),
                    .pc = pending_->pc,
                    .call = std::make_shared<CallWork>()};
    command.call->pack = packer_;
    announced(abi::Announcement::runs, abi::packing_key(rows ? arg(2) & 0xFFFF : 0), pending_->pc, hart_->clock());
    if (!core_.threads[2]->has_room(command.pushes))
        return CallResult::wait({watch::WaitReason::tensix_fifo, 2, command.pushes, 0});
    if (!rows && packer_.rows != 0 && tensix::is_bfp(static_cast<tensix::DataFormat>(cb.format)))
        throw Fault(Id::tensix_unsupported, fmt::format("pack_rows to {}, which has no rows without exponents",
                                                        tensix::name(static_cast<tensix::DataFormat>(cb.format))));
    if (!rows) {
        const bool out_of_order = arg(3) != 0;
        const std::uint32_t page = out_of_order ? arg(2) : cb.pack_cursor;
        command.unreserved = cb.lacks_page(page);
        command.c = command.unreserved ? cb.lacked_page(page) : cb.back_page(page, raises());
        if (!out_of_order) ++cb.pack_cursor;
        cb.users[static_cast<std::size_t>(risc_)].packs = true;
        return push_call(std::move(command));
    }
    command.call->pack.tiles = arg(2) >> 16;
    command.call->pack.row_tiles = arg(2) & 0xFFFF;
    command.call->pack.column = arg(3);
    command.call->pack.face_rows = static_cast<int>(arg(5) & 0xFF);
    command.call->pack.faces = static_cast<int>(arg(5) >> 8);
    if (tensix::is_bfp(static_cast<tensix::DataFormat>(cb.format)))
        throw Fault(Id::tensix_unsupported, fmt::format("pack_untilize to {}, which has no rows without exponents",
                                                        tensix::name(static_cast<tensix::DataFormat>(cb.format))));
    // Pages may be tiles or rows; those reserved must hold the rows without a wrap between them.
    const std::uint32_t bytes = cb.tile_bytes / 64 * static_cast<std::uint32_t>(command.call->pack.packed_rows()) *
                                command.call->pack.row_tiles;
    const std::uint32_t first = bytes * arg(4) / cb.page_bytes;
    const std::uint32_t last = (bytes * (arg(4) + 1) - 1) / cb.page_bytes;
    command.c = cb.back_page(first, raises()) + bytes * arg(4) % cb.page_bytes;
    if (cb.back_page(last, raises()) != cb.back_page(first, raises()) + (last - first) * cb.page_bytes)
        throw Fault(Id::cb_bad_count, fmt::format("pack_untilize: the rows wrap around the end of cb {}", cb.index));
    return push_call(std::move(command));
}

void RiscAgent::configure_packer() {
    const std::uint32_t value = arg(1);
    switch (static_cast<abi::PackConfig>(arg(0))) {
        case abi::PackConfig::relu:
            if ((value & 0xF) > static_cast<std::uint32_t>(tensix::Relu::clamp) || (value >> 31) != 0)
                throw Fault(Id::tensix_unsupported,
                            fmt::format("pack_relu_config({:#x}): mode 0 to 3 with a threshold from +0 up", value));
            packer_.relu = static_cast<tensix::Relu>(value & 0xF);
            packer_.relu_threshold = value >> 16;
            return;
        case abi::PackConfig::l1_accumulate: packer_.l1_accumulate = value != 0; return;
        case abi::PackConfig::edge_mask:
            packer_.edge_mask = value;
            packer_.edge_mask_pc = pending_->pc;
            return;
        case abi::PackConfig::untilize:
            announced(abi::Announcement::sets_up, abi::packing_key(value), pending_->pc, hart_->clock());
            untilizes_ = value;
            return;
        case abi::PackConfig::rows:
            if (value > 64)
                throw Fault(Id::tensix_unsupported, fmt::format("pack_rows of {} rows, a tile has 64", value));
            packer_.rows = static_cast<int>(value);
            return;
        case abi::PackConfig::tilize: packer_.tilizes = value != 0; return;
    }
    throw Fault(Id::illegal_instruction, "a call that sets what the packer does not have");
}

// What was pushed before draws from the old sequence, as the vendor's code waits for it to (tensix-core.md 3.4).
RiscAgent::Progress RiscAgent::seed_random(std::uint32_t seed, std::uint32_t pc) {
    if (!flush_recording()) return Progress::blocked;
    if (auto full = push({.kind = Command::Kind::seed, .a = seed, .pc = pc})) {
        machine_.scheduler().block(*this, *full);
        return Progress::blocked;
    }
    hart_->finish_store(1);
    return Progress::finished;
}

}  // namespace tessera::core
