#include "host/run/sources.hpp"

#include "host/compile/files.hpp"
#include "host/compile/home.hpp"
#include "host/compile/wrapper.hpp"

namespace tessera::host {

void Sources::know(const Job& job) {
    for (const JobKernel& kernel : job.kernels) {
        if (!kernel.spec.text) continue;
        CompileRequest request;
        request.source = kernel.spec.path;
        const auto [at, fresh] = texts_.try_emplace(shown_source(request), kernel.spec.text);
        if (!fresh && at->second != kernel.spec.text) at->second.reset();
    }
}

std::optional<std::string> Sources::text(const std::string& name) const {
    if (const auto known = texts_.find(name); known != texts_.end()) return known->second;
    CompileRequest request;
    // Kernels that come with tessera have the same names wherever it is installed.
    if (name.starts_with("kernels/"))
        if (auto own = read_file(find_home().api.parent_path().parent_path() / name)) return own;
    request.source = name;
    try {
        return read_file(find_source(request));
    } catch (const fault::InputError&) {
        return std::nullopt;
    }
}

}  // namespace tessera::host
