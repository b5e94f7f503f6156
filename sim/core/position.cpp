// Where a RISC stands in the user's kernel: the innermost line that is not of the kernel API or the compiler's library.
#include <fmt/format.h>

#include "sim/core/risc_agent.hpp"
#include "sim/riscv/source_names.hpp"

namespace tessera::core {

std::optional<riscv::Frame> RiscAgent::user_frame(std::uint32_t pc) const {
    auto frame = riscv::user_frame(*launch_.program, pc, machine_.options().library_folders);
    if (frame) return frame;
    const auto caller = caller_of(pc);
    return caller ? riscv::user_frame(*launch_.program, *caller, machine_.options().library_folders) : frame;
}

void RiscAgent::note_caller(std::uint32_t pc) {
    if (return_of_word_.empty()) return_of_word_.resize(program().words.size());
    const std::uint32_t word = (pc - program().text_base) / 4;
    if (word < return_of_word_.size()) return_of_word_[word] = hart_->reg(riscv::return_address);
}

std::optional<std::uint32_t> RiscAgent::caller_of(std::uint32_t pc) const {
    const std::uint32_t word = (pc - program().text_base) / 4;
    if (word >= return_of_word_.size() || return_of_word_[word] == 0) return std::nullopt;
    return return_of_word_[word] - 4;
}

std::string RiscAgent::shown(const std::string& file) const {
    return riscv::shown_file(file, launch_.name, machine_.options().home_folder, machine_.options().working_folder);
}

fault::Where RiscAgent::where(std::uint32_t pc, Cycle cycle) const {
    auto frame = user_frame(pc);
    // Of libc and libgcc only the text is known, not the lines: the call is at the return address.
    if (!frame && pc == hart_->pc()) frame = user_frame(hart_->reg(1) - 4);
    return {core_.logical_x,
            core_.logical_y,
            std::string(risc_name(track().row)),
            frame ? shown(frame->file) : shown(launch_.name),
            frame ? frame->line : 0,
            cycle};
}

void RiscAgent::locate(fault::Fault& fault, std::uint32_t pc, Cycle cycle) const {
    if (fault.where().core_x < 0) fault.set_where(where(pc, cycle));
}

std::string RiscAgent::position(std::uint32_t pc) const {
    const fault::Where at = where(pc, clock);
    return at.line == 0 ? at.file : fmt::format("{}:{}", at.file, at.line);
}

const watch::Spot& RiscAgent::spot(std::uint32_t pc) const {
    if (spot_of_word_.empty()) spot_of_word_.resize(program().words.size());
    const std::uint32_t word = (pc - program().text_base) / 4;
    const bool in_text = word < spot_of_word_.size();
    if (in_text && spot_of_word_[word] != nullptr) return *spot_of_word_[word];
    const auto [at, first] = spots_.try_emplace(pc);
    auto& [file, spot] = at->second;
    if (first) {
        const auto frame = user_frame(pc);
        file = frame ? shown(frame->file) : shown(launch_.name);
        spot = {file, frame ? frame->line : 0};
    }
    if (in_text && pc % 4 == 0) spot_of_word_[word] = &spot;
    return spot;
}

std::string RiscAgent::position() const { return position(standing_at()); }

void RiscAgent::out_of_time(Cycle limit) const {
    fault::Fault fault(fault::Id::cycle_limit, fmt::format("still running after {} cycles", limit));
    locate(fault, standing_at(), clock);
    throw fault;
}

}  // namespace tessera::core
