// [expect] of a job file: what a result is held against, and how far it may lie from that.
#pragma once

#include <filesystem>

#include "host/job/file/reader.hpp"

namespace tessera::host::job_file {

// One [expect], or several [[expect]] of a tensor each; nothing when there is none. An element may lie as far off as
// atol + rtol * |expected| + bound, of which the last is an expression over tensors (reference.hpp).
Judge read_judge(const Reader& reader, const Item& root, const std::filesystem::path& folder, const Job& job);

}  // namespace tessera::host::job_file
