// Operations by name. One registers with a row in operations.cpp, and from then on has its command, its profile,
// sweeps, reports, what-if and comparison: they come from what it says here and from the jobs it plans.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/job/source.hpp"
#include "host/plots/page.hpp"
#include "sim/sfpu/lowering.hpp"
#include "sim/views/document.hpp"

namespace tessera::host {

// What came of an operation's own study of accuracy (`tessera accuracy OP`).
struct StudyReport {
    views::Document document;
    std::string json, csv;
    std::vector<accuracy::Plot> plots;
    std::function<std::string(const accuracy::Drawings&)> page;
};

struct StudySetting {
    const arch::Arch& arch;
    sfpu::Lowering lowering;
    std::uint64_t seed = 1;
    unsigned threads = 1;
    std::function<void(const std::string&)> progress = {};
};

class OperationStudy {
  public:
    virtual ~OperationStudy() = default;
    virtual std::string_view about() const = 0;
    virtual std::span<const Parameter> parameters() const = 0;
    // InputError for settings that cannot be, before anything is worked out. The plots by name, if it were run.
    virtual std::vector<std::string> check(const Settings& settings) const = 0;
    virtual StudyReport run(const Settings& settings, const StudySetting& setting) const = 0;
    virtual std::vector<std::string> examples() const = 0;  // what follows `tessera `
};

// One golden array of a case, beside what the job's own judge says.
struct GoldenArray {
    std::size_t output = 0;  // of Job::outputs
    std::string name;        // "y_exact"
    NpyArray expected;
    double nmse_limit = 0;              // 0: none
    double relative = 0, absolute = 0;  // |got - expected| <= absolute + relative*|expected|; both 0: none
    bool bits = false;                  // every bit must agree
    std::string remark = {};            // why the limit is what it is, where that is not plain
};

// A case of a manifest.json: the job that it asks for, and what must come out of it.
struct GoldenCase {
    std::string name;
    Job job;
    std::vector<GoldenArray> arrays;
};

// Cases out of a list of many, generated one by one: `tessera conformance LIST FILE`.
class CaseList {
  public:
    virtual ~CaseList() = default;
    virtual std::size_t size() const = 0;
    virtual std::string suite(std::size_t i) const = 0;  // what cases are chosen by
    virtual std::string name(std::size_t i) const = 0;
    // Without its golden arrays where only time is of interest. InputError for a case that the operation cannot have.
    virtual GoldenCase make(std::size_t i, const arch::Arch& arch, bool arrays) const = 0;
};

class Operation : public JobSource {
  public:
    virtual std::string_view about() const = 0;                      // half a line of the help
    virtual std::vector<std::string> examples() const = 0;           // what follows `tessera `, as "rope --rung R5"
    virtual const OperationStudy* study() const { return nullptr; }  // nothing: it has none
    // Whether a case of a manifest.json, a folder of golden arrays with its description, is one of this operation's.
    virtual bool knows(const nlohmann::json& /*manifest*/, const nlohmann::json& /*one_case*/) const { return false; }
    // That case, its files below `folder`. InputError for what the case lacks or contradicts.
    virtual GoldenCase golden(const nlohmann::json& manifest, const nlohmann::json& one_case,
                              const std::filesystem::path& folder, const arch::Arch& arch) const;
    // The name of lists of cases that it reads; empty: none. InputError for a file that is no such list.
    virtual std::string_view case_list() const { return {}; }
    virtual std::unique_ptr<CaseList> cases(const std::filesystem::path& file, std::uint64_t seed) const;
};

std::span<const Operation* const> operations();

}  // namespace tessera::host
