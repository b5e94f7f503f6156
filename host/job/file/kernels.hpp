// What a job file puts on cores: circular buffers, semaphores, kernels and their arguments.
#pragma once

#include <filesystem>

#include "host/job/file/cores.hpp"

namespace tessera::host::job_file {

struct Placing {
    std::filesystem::path folder;       // of the job file; kernels are found from there
    Cores cores;                        // of what names none of its own
    std::optional<std::int64_t> split;  // units shared among the cores of each kernel
};

// Names the semaphores in the reader's scope as well.
void read_semaphores(const Reader& reader, const Item& root, const Placing& placing, Job& job);
void read_circular_buffers(const Reader& reader, const Item& root, const Placing& placing, Job& job);
void read_kernels(const Reader& reader, const Item& root, const Placing& placing, Job& job);

}  // namespace tessera::host::job_file
