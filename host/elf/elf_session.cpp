#include "host/elf/elf_session.hpp"

#include <fmt/format.h>

#include <cstring>

#include "host/elf/elf_image.hpp"
#include "sim/core/core.hpp"
#include "sim/core/risc/reset_registers.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/program.hpp"

namespace tessera::host {
namespace {

using core::Machine;
using fault::InputError;

void check_bank(const dram::Dram& dram, const MemoryPlace& place, std::uint64_t bytes) {
    if (place.bank >= dram.banks())
        throw InputError(fmt::format("{}: banks are 0 to {}", place.text(), dram.banks() - 1));
    if (bytes > dram.bank_bytes() || place.address > dram.bank_bytes() - bytes)
        throw InputError(fmt::format("{}: {} bytes end beyond the bank's {}", place.text(), bytes, dram.bank_bytes()));
}

// Of L1, which ends within 32 bits; where exactly, the device says.
std::uint32_t l1_address(const MemoryPlace& place) {
    if (place.address > UINT32_MAX) throw InputError(fmt::format("{}: L1 ends below", place.text()));
    return static_cast<std::uint32_t>(place.address);
}

}  // namespace

ElfSession::ElfSession(Device& device, core::Options options, bool fp32_dest_acc)
    : device_(device), fp32_dest_acc_(fp32_dest_acc) {
    options.bare = true;
    name_places(options);
    Machine& machine = device.machine();
    machine.begin(std::move(options));
    // DRAM is theirs as well: one buffer over all of it.
    const std::uint64_t bank_bytes = machine.dram().bank_bytes();
    machine.dram().allow({.begin = 0, .end = bank_bytes});
}

ElfSession::~ElfSession() { device_.machine().l1_changed = {}; }

core::Core& ElfSession::core_of(const CoreCoord& at) const {
    const CoreCoord grid = device_.compute_grid();
    if (at.x >= grid.x || at.y >= grid.y)
        throw InputError(
            fmt::format("core ({},{}) is outside the compute grid of {} x {} cores", at.x, at.y, grid.x, grid.y));
    Machine& machine = device_.machine();
    return machine.core(machine.core_index(static_cast<int>(at.x), static_cast<int>(at.y)));
}

// All of its L1 is theirs.
core::Core& ElfSession::begun(const CoreCoord& at) {
    core::Core& core = core_of(at);
    const auto top = static_cast<std::uint32_t>(core.l1.size());
    if (begun_.insert(core.index).second) core.begin_program({.fp32_dest_acc = fp32_dest_acc_}, top, top);
    return core;
}

void ElfSession::load(const RiscPlace& place, const std::filesystem::path& file, bool in_reset) {
    Machine& machine = device_.machine();
    const auto program = bare_program(file);
    machine.place({.core = begun(place.core).index,
                   .risc = place.risc,
                   .program = program,
                   .name = file.string(),
                   .held = in_reset});
    for (const riscv::DataSection& part : l1_image(file, machine.arch().l1.bytes.count()))
        device_.write_l1(place.core, part.address, part.bytes);
    for (const riscv::DataSection& part : loader_data(*program)) device_.write_l1(place.core, part.address, part.bytes);
}

void ElfSession::load_from_l1(const RiscPlace& place, std::uint32_t address, bool in_reset) {
    Machine& machine = device_.machine();
    core::Core& core = begun(place.core);
    if (address % 4 != 0 || !core.l1.contains(address, 4))
        throw InputError(fmt::format("a RISC that starts at {:#x}: instructions lie at multiples of 4 below {:#x}",
                                     address, core.l1.size()));
    machine.place({.core = core.index,
                   .risc = place.risc,
                   .program = riscv::make_program(address, {}),
                   .name = fmt::format("L1 from {:#x} on", address),
                   .held = in_reset});
}

void ElfSession::set_reset(const RiscPlace& place, bool in_reset) {
    const core::Core& core = begun(place.core);
    const std::uint32_t bit = core::reset_bit(place.risc), held = core.resets.held;
    device_.machine().set_resets(core.index, in_reset ? held | bit : held & ~bit);
}

void ElfSession::write(const MemoryPlace& place, std::span<const std::uint8_t> bytes) {
    if (place.bank < 0) return device_.write_l1(place.core, l1_address(place), bytes);
    dram::Dram& dram = device_.machine().dram();
    check_bank(dram, place, bytes.size());
    dram.write(place.bank, place.address, bytes);
}

std::vector<std::uint8_t> ElfSession::read(const MemoryPlace& place, std::uint32_t bytes) const {
    if (place.bank < 0) return device_.read_l1(place.core, l1_address(place), bytes);
    dram::Dram& dram = device_.machine().dram();
    check_bank(dram, place, bytes);
    std::vector<std::uint8_t> out(bytes);
    dram.read(place.bank, place.address, out);
    return out;
}

std::uint32_t ElfSession::word_at(const MemoryPlace& place) const {
    std::uint32_t word = 0;
    const auto bytes = read(place, sizeof word);
    std::memcpy(&word, bytes.data(), sizeof word);
    return word;
}

bool ElfSession::run(Cycle cycles) { return device_.machine().advance(cycle() + cycles) == Machine::Standstill::none; }

void ElfSession::wait(const MemoryPlace& place, std::uint32_t value) {
    if (place.bank >= 0) throw InputError(fmt::format("{}: what is waited for are words of L1", place.text()));
    Machine& machine = device_.machine();
    const int core = begun(place.core).index;
    const std::uint32_t word = l1_address(place);
    machine.l1_changed = [&machine, core, word](int at, std::uint32_t address, std::uint32_t bytes) {
        if (at == core && address < word + 4 && word < address + bytes) machine.pause();
    };
    try {
        while (word_at(place) != value) {
            const auto standstill = machine.advance(never);
            if (standstill == Machine::Standstill::none || word_at(place) == value) continue;
            if (standstill == Machine::Standstill::polls || !machine.scheduler().stuck().empty())
                machine.report_standstill();
            throw fault::Fault(fault::Id::deadlock, "every program has ended or is in reset");
        }
    } catch (fault::Fault& fault) {
        fault.notes += fmt::format("note: the host waits for {} to become {:#x}; it is {:#x}\n", place.text(), value,
                                   word_at(place));
        throw;
    }
    machine.l1_changed = {};
}

void ElfSession::run_to_the_end() {
    Machine& machine = device_.machine();
    while (true) switch (machine.advance(never)) {
            case Machine::Standstill::none: break;
            case Machine::Standstill::polls: machine.report_standstill();
            case Machine::Standstill::all:
                if (!machine.scheduler().stuck().empty()) machine.report_standstill();
                return;
        }
}

Cycle ElfSession::cycle() const { return device_.machine().scheduler().last_cycle(); }

Cycle ElfSession::finish() { return device_.machine().finish(); }

}  // namespace tessera::host
