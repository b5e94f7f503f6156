// What all studies of accuracy are asked alike: how functions are built, by how many threads, and functions of one's
// own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "apps/table_forms.hpp"
#include "host/study/function.hpp"
#include "host/study/plots.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tessera::apps {

struct Conditions {
    Common common;
    TableForms forms;
    std::string lowering = "sfpi-2025", dst = "fp32";
    std::int64_t jobs = 0;
    // InputError for what is not among the words.
    accuracy::Setting setting() const;
    unsigned threads() const;
};
// With the common options; all of it must outlive the parse.
void add_conditions(CLI::App& command, Conditions& conditions, const std::string& group);

struct OwnFunctions {
    std::string kernel, init;
    std::vector<std::string> functions;
    // InputError for a file without functions and the other way round.
    std::vector<accuracy::Function> made(const accuracy::Reference& reference) const;
};
void add_own_functions(CLI::App& command, OwnFunctions& own, const std::string& group);

// Axes of the plot of error against cost.
struct AxisOptions {
    std::string error = "log", cost = "linear";
    // InputError for what is not among the words, and for a choice where there is no folder for plots.
    accuracy::CostAxes axes(const std::string& folder) const;
};
void add_axis_options(CLI::App& command, AxisOptions& options);

// InputError for what is neither a call nor an assignment, such as a file's name, and where there is no kernel file.
void check_init(const std::string& init, bool has_kernel);

// An option of one word, or of a whole number that is not negative, which shows what it is without.
CLI::Option* add_word(CLI::App& command, const char* flag, std::string& value, const char* kind, const char* text);
CLI::Option* add_number(CLI::App& command, const char* flag, std::int64_t& value, const char* text);

}  // namespace tessera::apps
