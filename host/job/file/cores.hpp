// Cores of a job file: "1,0", "0,0-3,1" (both ends belong to it), a list of these, or a number of cores, which are the
// first of the grid down its columns, as split_work_to_cores takes them (kernel-api.md 5.3).
#pragma once

#include <vector>

#include "host/job/file/reader.hpp"

namespace tessera::host::job_file {

// In the order of the file, each core once, all on the grid; at least one.
using Cores = std::vector<CoreCoord>;

Cores cores_of(const Reader& reader, const Item& item);
// The same of text that is not a value but a key.
Cores cores_of(const Reader& reader, const Item& item, const std::string& text);
CoreRangeSet set_of(const Cores& cores);

// A part of `total` units for each of so many cores: the first ones have one more where it does not divide, and none
// are left to cores beyond the units (kernel-api.md 5.3).
struct Share {
    std::int64_t begin = 0, count = 0;
};
Share share_of(std::int64_t total, std::size_t cores, std::size_t index);

}  // namespace tessera::host::job_file
