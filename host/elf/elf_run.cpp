#include "host/elf/elf_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/elf/elf_image.hpp"
#include "sim/core/core.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

core::Core& core_of(Device& device, const CoreCoord& at) {
    const CoreCoord grid = device.compute_grid();
    if (at.x >= grid.x || at.y >= grid.y)
        throw InputError(
            fmt::format("core ({},{}) is outside the compute grid of {} x {} cores", at.x, at.y, grid.x, grid.y));
    core::Machine& machine = device.machine();
    return machine.core(machine.core_index(static_cast<int>(at.x), static_cast<int>(at.y)));
}

void check_bank(Device& device, const MemoryPlace& place, std::uint64_t bytes) {
    const dram::Dram& dram = device.machine().dram();
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

void write(Device& device, const MemoryPlace& place, std::span<const std::uint8_t> bytes) {
    if (place.bank < 0) return device.write_l1(place.core, l1_address(place), bytes);
    check_bank(device, place, bytes.size());
    device.machine().dram().write(place.bank, place.address, bytes);
}

std::vector<std::uint8_t> read(Device& device, const MemoryRead& of) {
    const MemoryPlace& place = of.place;
    if (place.bank < 0) return device.read_l1(place.core, l1_address(place), of.bytes);
    check_bank(device, place, of.bytes);
    std::vector<std::uint8_t> out(of.bytes);
    device.machine().dram().read(place.bank, place.address, out);
    return out;
}

void check_once(const std::vector<ElfProgram>& programs) {
    if (programs.empty()) throw InputError("no program is given: expected RISC=FILE, as trisc1=math.elf");
    std::set<std::pair<CoreCoord, abi::Risc>> seen;
    for (const ElfProgram& one : programs)
        if (!seen.insert({one.core, one.risc}).second)
            throw InputError(fmt::format("{}: its RISC has a program already", one.file.string()));
}

}  // namespace

ElfResult run_elf(Device& device, const ElfRequest& request, core::Options options) {
    check_once(request.programs);
    options.bare = true;
    name_places(options);
    core::Machine& machine = device.machine();
    machine.begin(std::move(options));
    // DRAM is theirs as well: one buffer over all of it.
    const std::uint64_t bank_bytes = machine.dram().bank_bytes();
    machine.dram().allow({.begin = 0, .end = bank_bytes});
    std::vector<core::Launch> launches;
    for (const ElfProgram& one : request.programs) {
        core::Core& core = core_of(device, one.core);
        const auto top = static_cast<std::uint32_t>(core.l1.size());
        if (std::ranges::none_of(launches, [&](const core::Launch& other) { return other.core == core.index; }))
            core.begin_program({.fp32_dest_acc = request.fp32_dest_acc}, top, top);
        launches.push_back(
            {.core = core.index, .risc = one.risc, .program = bare_program(one.file), .name = one.file.string()});
    }
    for (const MemoryWrite& one : request.writes) write(device, one.place, one.bytes);
    for (const ElfProgram& one : request.programs)
        for (const riscv::DataSection& part : l1_image(one.file, machine.arch().l1.bytes.count()))
            device.write_l1(one.core, part.address, part.bytes);
    ElfResult result{.cycles = machine.run(launches), .read = {}};
    for (const MemoryRead& one : request.reads) result.read.push_back(read(device, one));
    return result;
}

}  // namespace tessera::host
