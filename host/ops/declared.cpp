#include "host/ops/declared.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::host {

namespace fs = std::filesystem;

DeclaredOperation::DeclaredOperation(JobFile file) : file_(std::move(file)) {
    parameters_.assign(file_.parameters().begin(), file_.parameters().end());
    for (Parameter& parameter : parameters_) std::ranges::replace(parameter.name, '_', '-');
}

std::vector<std::unique_ptr<const Operation>> declared_operations(const fs::path& kernels) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const fs::directory_entry& folder : fs::directory_iterator(kernels, none)) {
        const fs::path file = folder.path() / fmt::format("{}.toml", folder.path().filename().string());
        if (fs::is_regular_file(file, none)) files.push_back(file);
    }
    std::ranges::sort(files);
    std::vector<std::unique_ptr<const Operation>> out;
    for (const fs::path& file : files)
        if (JobFile job(file); job.about()) out.push_back(std::make_unique<const DeclaredOperation>(std::move(job)));
    return out;
}

}  // namespace tessera::host
