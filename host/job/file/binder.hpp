// Makes of an expression one that nothing but tensors has to be asked for: parameters and numbers of functions become
// numbers, functions that are made of others become these.
#pragma once

#include <filesystem>

#include "host/job/file/field.hpp"
#include "host/job/file/reader.hpp"

namespace tessera::host::job_file {

// The shape that it has then. InputError for what is unknown, filled by kernels only, or does not go together.
Shape bind(Expression& expression, const Scope& scope);

// [let]: names for parts of references, each of tensors and of those before it; `include` names a file, from `folder`,
// whose [let] comes first.
void read_lets(const Reader& reader, const Item& root, const std::filesystem::path& folder);

const FieldFunction* find_field_function(std::string_view name);

}  // namespace tessera::host::job_file
