// Where a RISC stands in the user's kernel: the innermost line that is not of the kernel API or the compiler's library.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"

namespace tessera::core {
namespace {

bool below(const std::string& file, const std::string& folder) {
    return file.size() > folder.size() && file.starts_with(folder) &&
           (folder.ends_with('/') || file[folder.size()] == '/');
}

}  // namespace

std::optional<riscv::Frame> RiscAgent::user_frame(std::uint32_t pc) const {
    const auto& libraries = machine_.options().library_folders;
    // Files of libraries that were built elsewhere have no absolute path.
    for (riscv::Frame& frame : launch_.program->lines->frames(pc))
        if (frame.file.starts_with('/') && std::none_of(libraries.begin(), libraries.end(),
                                                        [&](const auto& folder) { return below(frame.file, folder); }))
            return std::move(frame);
    return std::nullopt;
}

// Kernels that come with tessera have the same names wherever it is installed, so that outputs do not depend on it.
// Another kernel named by a relative path is shown so wherever it was found, and so are the files below the working
// folder.
std::string RiscAgent::shown(const std::string& file) const {
    const std::string& home = machine_.options().home_folder;
    if (!home.empty() && below(file, home + "/kernels")) return file.substr(home.size() + 1);
    const std::string& kernel = launch_.name;
    if (kernel.empty() || kernel.starts_with('/')) return file;
    if (file.ends_with("/" + kernel)) return kernel;
    const std::string& folder = machine_.options().working_folder;
    return !folder.empty() && below(file, folder) ? file.substr(folder.size() + 1) : file;
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

std::string RiscAgent::position() const { return position(standing_at()); }

void RiscAgent::out_of_time(Cycle limit) const {
    fault::Fault fault(fault::Id::cycle_limit, fmt::format("still running after {} cycles", limit));
    locate(fault, standing_at(), clock);
    throw fault;
}

}  // namespace tessera::core
