// Programs made from descriptions, for tests: kernels that write words of their own, and the mesh they run on.
#pragma once

#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/metal2_host_api/program.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tests/host/metalium/environment.hpp"

namespace described_programs {

using namespace tt::tt_metal;
using namespace tt::tt_metal::experimental;

inline const MemoryConfig dram{TensorMemoryLayout::INTERLEAVED, BufferType::DRAM};

inline TensorSpec tiles(std::uint32_t height, std::uint32_t width) {
    return {Shape{height, width}, TensorLayout(DataType::BFLOAT16, PageConfig(Layout::TILE), dram)};
}
inline TensorSpec words(std::uint32_t rows, std::uint32_t width, const MemoryConfig& memory = dram) {
    return {Shape{rows, width}, TensorLayout(DataType::UINT32, PageConfig(Layout::ROW_MAJOR), memory)};
}

// Ones that write eight words of their own to a page of `out`.
inline KernelSpec writer_of_words(const char* name, const char* body) {
    return {.unique_id = name,
            .source = KernelSpec::SourceCode{std::string(R"(
                #include "api/dataflow/dataflow_api.h"
                #include "api/dataflow/dataflow_buffer.h"
                #include "api/kernel_thread_globals.h"
                #include "api/scratchpad.h"
                #include "api/tensor/tensor_binding_token.h"
                #include "api/tensor/local_tensor_accessor.h"
                #include "experimental/kernel_args.h"
                void kernel_main() {
                    Scratchpad<volatile uint32_t> words(scratch::words);
                    for (uint32_t i = 0; i < 8; ++i) words[i] = 0;
                    uint32_t page = 0;
            )") + body + R"(
                    const auto out = TensorAccessor(tensor::out);
                    noc_async_write(words.get_base_address(), out.get_noc_addr(page), words.size_in_bytes());
                    noc_async_write_barrier();
                })"},
            .scratchpad_bindings = {{.scratchpad_spec_name = "pad", .accessor_name = "words"}},
            .tensor_bindings = {{.tensor_parameter_name = "out", .accessor_name = "out"}},
            .hw_config = DataMovementHardwareConfig{.role = DataMovementRoleHint::WRITER}};
}
inline ProgramSpec alone(KernelSpec kernel, const Nodes& nodes, std::uint32_t rows = 1) {
    ProgramSpec spec{.name = "words", .kernels = {kernel}};
    spec.scratchpads = {{.unique_id = "pad", .size_per_node = 32}};
    spec.tensor_parameters = {{.unique_id = "out", .spec = words(rows, 8)}};
    spec.work_units = {{.name = "main", .kernels = {kernel.unique_id}, .target_nodes = nodes}};
    return spec;
}

class FromSpec : public tessera::host::test::Metalium {
  protected:
    std::vector<std::uint32_t> run(distributed::MeshWorkload& workload, const MeshTensor& out) {
        distributed::EnqueueMeshWorkload(queue, workload, true);
        return queue.enqueue_read_tensor(out).to_vector<std::uint32_t>();
    }
    static Program& program_of(distributed::MeshWorkload& workload) { return workload.get_programs().begin()->second; }
    const std::shared_ptr<distributed::MeshDevice> mesh = distributed::MeshDevice::create_unit_mesh(0);
    distributed::MeshCommandQueue& queue = mesh->mesh_command_queue();
};

}  // namespace described_programs
