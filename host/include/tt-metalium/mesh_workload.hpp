#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "mesh_coord.hpp"
#include "program.hpp"

namespace tt::tt_metal::distributed {

class MeshCommandQueue;

// Programs by the devices they run on.
class MeshWorkload {
  public:
    // InputError for a device that has a program already, and when it is enqueued for one outside the mesh.
    void add_program(const MeshCoordinateRange& devices, Program&& program);
    std::map<MeshCoordinateRange, Program>& get_programs() { return programs_; }
    const std::map<MeshCoordinateRange, Program>& get_programs() const { return programs_; }

  private:
    std::map<MeshCoordinateRange, Program> programs_;
};

void EnqueueMeshWorkload(MeshCommandQueue& queue, MeshWorkload& workload, bool blocking);

}  // namespace tt::tt_metal::distributed
