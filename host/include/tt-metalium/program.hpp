// Circular buffers, semaphores, kernels and their arguments; may be enqueued any number of times.
#pragma once

#include <cstdint>

#include "host/device/program.hpp"

namespace tt::tt_metal {

using KernelHandle = std::uint32_t;
using CBHandle = std::uintptr_t;

class Program {
  public:
    Program() = default;
    Program(Program&&) = default;
    Program& operator=(Program&&) = default;

    tessera::host::Program& spec() { return spec_; }
    const tessera::host::Program& spec() const { return spec_; }

  private:
    tessera::host::Program spec_;
};

}  // namespace tt::tt_metal
