// Programs from their descriptions (spec/kernel-api.md 5.6). What a spec says wrong is an InputError that names
// program, part and remedy; what is asked to be skipped is checked all the same.
#pragma once

#include <unordered_map>

#include "../../mesh_coord.hpp"
#include "../../mesh_device.hpp"
#include "../../mesh_workload.hpp"
#include "../../program.hpp"
#include "program_run_args.hpp"
#include "program_spec.hpp"

namespace tt::tt_metal::experimental {

Program MakeProgramFromSpec(distributed::MeshDevice& device, const ProgramSpec& spec, bool skip_validation = false);
distributed::MeshWorkload MakeMeshWorkloadFromSpec(distributed::MeshDevice& device, const ProgramSpec& spec,
                                                   bool skip_validation = false);

// Every argument of every kernel for every node of it, and every tensor.
void SetProgramRunArgs(Program& program, const ProgramRunArgs& args, bool skip_validation = false);
// Any of them; the others stay what they are.
void UpdateProgramRunArgs(Program& program, const ProgramRunArgs& args, bool skip_validation = false);
void UpdateTensorArgs(Program& program, const Table<TensorParamName, TensorArgument>& tensors,
                      bool skip_validation = false);

// The namespace of spring 2026.
namespace metal2_host_api {
using namespace ::tt::tt_metal::experimental;
}

}  // namespace tt::tt_metal::experimental
