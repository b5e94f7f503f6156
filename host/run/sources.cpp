#include "host/run/sources.hpp"

#include <algorithm>

#include "host/compile/files.hpp"
#include "host/compile/home.hpp"
#include "host/compile/wrapper.hpp"

namespace tessera::host {
namespace {

std::optional<std::string> text_if_read(const std::filesystem::path& file, const std::set<std::string>& kernel_files) {
    const auto same = [&](const std::string& other) {
        std::error_code error;
        return file == other || std::filesystem::equivalent(file, other, error);
    };
    return std::ranges::any_of(kernel_files, same) ? read_file(file) : std::nullopt;
}

}  // namespace

void Sources::know(const Job& job) {
    for (const JobKernel& kernel : job.kernels) {
        if (!kernel.spec.text) continue;
        CompileRequest request;
        request.source = kernel.spec.path;
        const auto [at, fresh] = texts_.try_emplace(shown_source(request), kernel.spec.text);
        if (!fresh && at->second != kernel.spec.text) at->second.reset();
    }
}

std::optional<std::string> Sources::text(const std::string& name, const std::set<std::string>& kernel_files) const {
    if (const auto known = texts_.find(name); known != texts_.end()) return known->second;
    CompileRequest request;
    // Kernels that come with tessera have the same names wherever it is installed.
    if (name.starts_with("kernels/"))
        if (auto own = text_if_read(find_home().api.parent_path().parent_path() / name, kernel_files)) return own;
    request.source = name;
    try {
        return text_if_read(find_source(request), kernel_files);
    } catch (const fault::InputError&) {
        return std::nullopt;
    }
}

}  // namespace tessera::host
