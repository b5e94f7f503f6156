#pragma once

#include <map>

#include "mesh_coord.hpp"
#include "program.hpp"

namespace tt::tt_metal::distributed {

// Programs by the devices they run on.
class MeshWorkload {
  public:
    void add_program(const MeshCoordinateRange& devices, Program&& program);  // InputError when taken or not the mesh
    std::map<MeshCoordinateRange, Program>& get_programs() { return programs_; }

  private:
    std::map<MeshCoordinateRange, Program> programs_;
};

}  // namespace tt::tt_metal::distributed
