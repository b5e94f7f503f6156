#include "sim/riscv/source_names.hpp"

#include <algorithm>

namespace tessera::riscv {

bool is_below(const std::string& file, const std::string& folder) {
    return file.size() > folder.size() && file.starts_with(folder) &&
           (folder.ends_with('/') || file[folder.size()] == '/');
}

bool is_of(const Frame& frame, std::span<const std::string> libraries) {
    return std::any_of(libraries.begin(), libraries.end(),
                       [&](const auto& folder) { return is_below(frame.file, folder); });
}

std::optional<Frame> user_frame(const Program& program, std::uint32_t pc, std::span<const std::string> libraries) {
    // Files of libraries that were built elsewhere have no absolute path.
    for (Frame& frame : program.lines->frames(pc))
        if (frame.file.starts_with('/') && !is_of(frame, libraries)) return std::move(frame);
    return std::nullopt;
}

std::string shown_file(const std::string& file, const std::string& kernel, const std::string& home,
                       const std::string& working_folder) {
    if (!home.empty() && is_below(file, home + "/kernels")) return file.substr(home.size() + 1);
    if (kernel.empty() || kernel.starts_with('/')) return file;
    if (file.ends_with("/" + kernel)) return kernel;
    return !working_folder.empty() && is_below(file, working_folder) ? file.substr(working_folder.size() + 1) : file;
}

}  // namespace tessera::riscv
