// Operations by name. One registers with a row in operations.cpp, and from then on has its command, its profile,
// sweeps, reports, what-if and comparison: they come from what it says here and from the jobs it plans.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/job/source.hpp"
#include "host/plots/page.hpp"
#include "sim/sfpu/lowering.hpp"

namespace tessera::host {

// What came of an operation's own study of accuracy (`tessera accuracy OP`).
struct StudyReport {
    std::string text, json, csv;
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

class Operation : public JobSource {
  public:
    virtual std::string_view about() const = 0;                      // half a line of the help
    virtual std::vector<std::string> examples() const = 0;           // what follows `tessera `, as "rope --rung R5"
    virtual const OperationStudy* study() const { return nullptr; }  // nothing: it has none
};

std::span<const Operation* const> operations();

}  // namespace tessera::host
