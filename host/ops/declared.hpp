// Operations that are a page of declaration: kernels/NAME/NAME.toml, a job file with [operation], is the command NAME.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "host/job/job_file.hpp"
#include "host/ops/operation.hpp"

namespace tessera::host {

class DeclaredOperation final : public Operation {
  public:
    explicit DeclaredOperation(JobFile file);  // one with [operation]

    std::string name() const override { return file_.name(); }
    std::string_view about() const override { return file_.about()->about; }
    std::vector<std::string> examples() const override { return file_.about()->examples; }
    // Options have - where the file has _.
    std::span<const Parameter> parameters() const override { return parameters_; }
    Job plan(const Settings& settings, const arch::Arch& arch, std::uint64_t seed) const override {
        return file_.plan(settings, arch, seed);
    }

  private:
    JobFile file_;
    std::vector<Parameter> parameters_;
};

// Those below a folder of kernels, by name. InputError for a file that is no job file.
std::vector<std::unique_ptr<const Operation>> declared_operations(const std::filesystem::path& kernels);

}  // namespace tessera::host
