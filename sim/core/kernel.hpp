// A kernel as a RISC runs it: its program, what its pcs are in the user's source, and what it has announced. Faults and
// views name places by it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/arch/arch.hpp"
#include "sim/core/announced_calls.hpp"
#include "sim/core/options.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/hart.hpp"
#include "sim/riscv/program.hpp"
#include "sim/watch/event.hpp"
#include "sim/watch/order.hpp"

namespace tessera::core {

// One kernel build for one RISC of one core.
struct Launch {
    int core;
    abi::Risc risc;
    std::shared_ptr<const riscv::Program> program;
    std::string name;  // of the kernel file, as the user gave it
    int noc = 0;
    std::vector<std::uint32_t> words = {};  // all that the host told the kernel: arguments of every kind
    bool held = false;                      // in reset until the host or another RISC ends that
};

// "TRISC1" of the row of a trace, which may add what the RISC does.
inline std::string_view risc_name(int row) {
    const std::string_view name = watch::unit_name(row);
    return name.substr(0, name.find(' '));
}

class Kernel {
  public:
    // The hart that runs it knows where code without lines was called from.
    Kernel(const Launch& launch, arch::Coord logical_core, const Options& options, const riscv::Hart& hart);

    const riscv::Program& program() const { return *launch_.program; }
    const std::string& name() const { return launch_.name; }
    // Words that the host told it.
    const std::vector<std::uint32_t>& words() const { return launch_.words; }
    abi::Risc risc() const { return launch_.risc; }
    watch::Track track() const { return {launch_.core, static_cast<int>(launch_.risc)}; }
    watch::Order::Agent order_agent() const {
        return {static_cast<std::uint32_t>(launch_.core), static_cast<std::uint32_t>(launch_.risc)};
    }

    fault::Where where(std::uint32_t pc, Cycle cycle) const;
    // Adds core, RISC, file, line and cycle to a fault thrown on behalf of the code at `pc`, unless it has them.
    void locate(fault::Fault& fault, std::uint32_t pc, Cycle cycle) const;
    std::string position(std::uint32_t pc) const;     // "kernels/x/reader.cpp:42"
    const watch::Spot& spot(std::uint32_t pc) const;  // the same for listeners, found once for each pc
    std::string shown(const std::string& file) const;

    // The function of the API that the kernel called there: the outermost that is none of the kernel's own.
    std::string api_function(std::uint32_t pc) const;
    // The same where it is a tile function of the vector unit or the init of one, else empty.
    std::string vector_function(std::uint32_t pc) const;
    // Whether no line of the kernel is around the code there, since its function was not inlined.
    bool stands_alone(std::uint32_t pc);
    // The header of the low-level library that the code comes from, the vendor's or tessera's own; none for any other.
    std::string low_level_file(std::uint32_t pc) const;

    // Functions of the API that were not inlined have no line of the kernel around them: their caller is noted as they
    // push a word or write a loop.
    void note_caller(std::uint32_t pc);
    // T1 pushes the first instruction of a tile function of the matrix unit there.
    void note_tile_call(std::uint32_t pc);
    std::uint32_t tile_call_pc() const { return tile_call_pc_; }  // the last of those, or 0
    // The family of operations, as a bit, that last issued the instruction there; 0 where none was announced.
    std::uint32_t family_at(std::uint32_t pc) const;

    AnnouncedCalls announced;

  private:
    std::optional<riscv::Frame> user_frame(std::uint32_t pc) const;
    std::optional<std::uint32_t> caller_of(std::uint32_t pc) const;
    std::size_t word_of(std::uint32_t pc) const { return (pc - program().text_base) / 4; }

    const Launch launch_;
    const arch::Coord logical_core_;
    const Options& options_;
    const riscv::Hart& hart_;
    std::vector<std::uint16_t> family_of_word_;  // by word of the text, once something was announced
    std::vector<std::uint32_t> return_of_word_;  // the return address when that word pushed last, or 0
    std::uint32_t tile_call_pc_ = 0;
    std::unordered_map<std::uint32_t, bool> stands_alone_;                                  // by pc
    mutable std::unordered_map<std::uint32_t, std::pair<std::string, watch::Spot>> spots_;  // by pc
    mutable std::vector<const watch::Spot*> spot_of_word_;  // the same by word of the text, once asked for
};

}  // namespace tessera::core
