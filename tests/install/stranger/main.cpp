// A program that knows the vendor's package only.
#include <fmt/core.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>

// A kernel that includes the vendor's name, which the library must find.
constexpr const char* kernel = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() { get_arg_val<uint32_t>(0); }
)";

int main() {
    using namespace tt::tt_metal;
    const auto mesh = distributed::MeshDevice::create_unit_mesh(0);
    Program program = CreateProgram();
    const CoreCoord core{0, 0};
    const auto handle = CreateKernelFromString(program, kernel, core, DataMovementConfig{});
    SetRuntimeArgs(program, handle, core, {1});
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(mesh->shape()), std::move(program));
    distributed::EnqueueMeshWorkload(mesh->mesh_command_queue(), workload, true);
    ReadMeshDeviceProfilerResults(*mesh);
    fmt::print("ran on {}\n", mesh->arch());
    mesh->close();
}
