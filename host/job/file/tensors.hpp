// The tensors of a job file: [[tensor]] with a name, or [tensor.NAME].
#pragma once

#include <filesystem>

#include "host/job/file/reader.hpp"

namespace tessera::host::job_file {

// Puts them into the reader's scope, in the order of the file. Paths are relative to `folder`.
void read_tensors(const Reader& reader, const Item& root, const std::filesystem::path& folder, std::uint64_t seed);

}  // namespace tessera::host::job_file
