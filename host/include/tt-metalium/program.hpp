// Circular buffers, semaphores, kernels and their arguments; may be enqueued any number of times.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "circular_buffer.hpp"
#include "host/device/program.hpp"

namespace tt::tt_metal {

using KernelHandle = std::uint32_t;
using ProgramId = std::uint64_t;

class Buffer;
struct ProgramDescriptor;
namespace experimental {
struct SpecBindings;
}

class Program {
  public:
    Program();
    explicit Program(const ProgramDescriptor& descriptor);
    Program(Program&&) = default;
    Program& operator=(Program&&) = default;

    ProgramId get_id() const { return id_; }  // of this process, from 1 on
    // A number of the user's own, which the profiler's log bears instead of the number of the workload.
    void set_runtime_id(ProgramId id) { spec_.runtime_id = id; }
    ProgramId get_runtime_id() const { return spec_.runtime_id.value_or(0); }

    std::size_t num_kernels() const { return spec_.kernels().size(); }
    std::size_t num_semaphores() const { return spec_.semaphores().size(); }
    const std::vector<std::shared_ptr<CircularBuffer>>& circular_buffers() const { return circular_buffers_; }

    tessera::host::Program& spec() { return spec_; }
    const tessera::host::Program& spec() const { return spec_; }
    CBHandle add(const CoreRangeSet& cores, const CircularBufferConfig& config);
    // InputError for a handle of another program.
    const std::shared_ptr<CircularBuffer>& circular_buffer(CBHandle handle) const;
    void keep(std::shared_ptr<Buffer> buffer) { kept_.push_back(std::move(buffer)); }
    // Of a program made from a ProgramSpec; null otherwise.
    std::shared_ptr<experimental::SpecBindings> bindings = nullptr;

  private:
    tessera::host::Program spec_;
    ProgramId id_;
    std::vector<std::shared_ptr<CircularBuffer>> circular_buffers_;
    std::vector<std::shared_ptr<Buffer>> kept_;  // AssignGlobalBufferToProgram
};

namespace detail {

// As the program has it now; changes reach the program through the Update functions of host_api.hpp only.
std::shared_ptr<CircularBuffer> GetCircularBuffer(const Program& program, CBHandle handle);

}  // namespace detail

}  // namespace tt::tt_metal
