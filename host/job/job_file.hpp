// A job file: any program, written down in TOML. apps/README.md "tessera run JOB.toml" has an example and the keys;
// what stands where is read in host/job/file, a room a subject.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "host/job/file/document.hpp"
#include "host/job/params.hpp"
#include "host/job/source.hpp"

namespace tessera::host {

class JobFile final : public JobSource {
  public:
    // InputError "FILE:LINE:COLUMN: KEY: ..." for a file that cannot be read, is no TOML, or whose parameters are
    // wrong.
    explicit JobFile(const std::filesystem::path& path);
    // The same of a text that stands for the file's.
    JobFile(const std::filesystem::path& path, std::string_view text);

    std::string name() const override { return name_; }
    std::span<const Parameter> parameters() const override { return parameters_; }
    Job plan(const Settings& given, const arch::Arch& arch, std::uint64_t seed) const override;

    // What [operation] says; nothing: the file is no operation.
    struct OperationText {
        std::string about;
        std::vector<std::string> examples;  // what follows `tessera `
    };
    const std::optional<OperationText>& about() const { return about_; }

    // What a path of the command line is taken for.
    static bool is_one(std::string_view path) { return path.ends_with(".toml"); }

  private:
    std::filesystem::path path_;
    job_file::Node root_;
    std::string name_;
    std::vector<Parameter> parameters_;
    std::optional<ParamsBlock> block_;
    std::optional<OperationText> about_;
};

}  // namespace tessera::host
