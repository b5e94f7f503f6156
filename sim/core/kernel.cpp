#include "sim/core/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/riscv/source_names.hpp"

namespace tessera::core {

Kernel::Kernel(const Launch& launch, arch::Coord logical_core, const Options& options, const riscv::Hart& hart)
    : launch_(launch), logical_core_(logical_core), options_(options), hart_(hart) {}

// The innermost line that is not of the kernel API or the compiler's library.
std::optional<riscv::Frame> Kernel::user_frame(std::uint32_t pc) const {
    auto frame = riscv::user_frame(program(), pc, options_.library_folders);
    if (frame) return frame;
    const auto caller = caller_of(pc);
    return caller ? riscv::user_frame(program(), *caller, options_.library_folders) : frame;
}

void Kernel::note_caller(std::uint32_t pc) {
    if (return_of_word_.empty()) return_of_word_.resize(program().words.size());
    if (const std::size_t word = word_of(pc); word < return_of_word_.size())
        return_of_word_[word] = hart_.reg(riscv::return_address);
}

std::optional<std::uint32_t> Kernel::caller_of(std::uint32_t pc) const {
    const std::size_t word = word_of(pc);
    if (word >= return_of_word_.size() || return_of_word_[word] == 0) return std::nullopt;
    return return_of_word_[word] - 4;
}

std::string Kernel::shown(const std::string& file) const {
    return riscv::shown_file(file, launch_.name, options_.home_folder, options_.working_folder);
}

fault::Where Kernel::where(std::uint32_t pc, Cycle cycle) const {
    auto frame = user_frame(pc);
    // Of libc and libgcc only the text is known, not the lines: the call is at the return address.
    if (!frame && pc == hart_.pc()) frame = user_frame(hart_.reg(riscv::return_address) - 4);
    return {logical_core_.x,
            logical_core_.y,
            std::string(risc_name(track().row)),
            frame ? shown(frame->file) : shown(launch_.name),
            frame ? frame->line : 0,
            cycle};
}

void Kernel::locate(fault::Fault& fault, std::uint32_t pc, Cycle cycle) const {
    if (fault.where().core_x < 0) fault.set_where(where(pc, cycle));
}

std::string Kernel::position(std::uint32_t pc) const {
    const fault::Where at = where(pc, 0);
    return at.line == 0 ? at.file : fmt::format("{}:{}", at.file, at.line);
}

const watch::Spot& Kernel::spot(std::uint32_t pc) const {
    if (spot_of_word_.empty()) spot_of_word_.resize(program().words.size());
    const std::size_t word = word_of(pc);
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

std::string Kernel::api_function(std::uint32_t pc) const {
    std::string called;
    // False where no line of the kernel is around it.
    const auto within_kernel = [&](std::uint32_t at) {
        for (const riscv::Frame& frame : program().lines->frames(at)) {
            if (!riscv::is_of(frame, options_.library_folders)) return true;
            called = frame.function.substr(0, frame.function.find('<'));
        }
        return called.empty();
    };
    if (!within_kernel(pc))
        if (const auto caller = caller_of(pc)) within_kernel(*caller);
    return called;
}

std::string Kernel::vector_function(std::uint32_t pc) const {
    const std::string called = api_function(pc);
    return called.ends_with("_tile") || called.ends_with("_tile_init") ? called : std::string();
}

bool Kernel::stands_alone(std::uint32_t pc) {
    const auto [at, first] = stands_alone_.try_emplace(pc);
    if (first) {
        const std::vector<riscv::Frame> frames = program().lines->frames(pc);
        at->second = !frames.empty() && std::ranges::all_of(frames, [&](const riscv::Frame& frame) {
            return riscv::is_of(frame, options_.library_folders);
        });
    }
    return at->second;
}

std::string Kernel::low_level_file(std::uint32_t pc) const {
    for (const riscv::Frame& frame : program().lines->frames(pc)) {
        std::string name = frame.file.substr(frame.file.rfind('/') + 1);
        if (frame.file.ends_with("/llk_lib/" + name) && name.starts_with("llk_")) return name;
        // All operations write and run their loops by these.
        if (frame.file.ends_with("/llk/" + name) && name != "loop.h" && name != "word.h") return name;
    }
    return "";
}

void Kernel::note_tile_call(std::uint32_t pc) {
    tile_call_pc_ = pc;
    if (announced.running() == 0) return;
    if (family_of_word_.empty()) family_of_word_.resize(program().words.size());
    if (const std::size_t word = word_of(pc); word < family_of_word_.size())
        family_of_word_[word] = static_cast<std::uint16_t>(announced.running());
}

std::uint32_t Kernel::family_at(std::uint32_t pc) const {
    const std::size_t word = word_of(pc);
    return word < family_of_word_.size() ? family_of_word_[word] : 0;
}

}  // namespace tessera::core
