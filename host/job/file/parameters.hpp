// [parameters], [values], [[require]] and [struct] of a job file: what the user may say, what follows from it, and what
// must hold of it before anything runs.
#pragma once

#include <optional>

#include "host/job/file/reader.hpp"
#include "host/job/params.hpp"

namespace tessera::host::job_file {

// A parameter is its default (`rows = 8`), or a row of default, help, group, least, most, choices and, where a host's
// block holds it, the byte `at` which it does. One with `file = true` takes the path of a .npy.
std::vector<Parameter> read_parameters(const Reader& reader, const Item& root);

std::optional<ParamsBlock> read_struct(const Reader& reader, const Item& root, std::span<const Parameter> parameters);

void read_values(const Reader& reader, const Item& root);

// Before tensors are read those rules that do not ask for one, behind them the others. InputError with the rule's own
// words for what does not hold.
enum class RulesOf : std::uint8_t { parameters, tensors };
void check_rules(const Reader& reader, const Item& root, RulesOf which);

}  // namespace tessera::host::job_file
