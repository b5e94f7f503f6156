// The texts of kernels by the names that places have (sim/riscv/source_names.hpp), for views that show them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "host/job/job.hpp"

namespace tessera::host {

class Sources {
  public:
    // Of kernels that are given as texts; two texts of one name are both unknown.
    void know(const Job& job);
    // nullopt for what is no file, for files that places do not name so, and for files that are none of those which the
    // compiler read (Device::kernel_files): a `#line` may name any.
    std::optional<std::string> text(const std::string& name, const std::set<std::string>& kernel_files) const;

  private:
    std::map<std::string, std::optional<std::string>> texts_;
};

}  // namespace tessera::host
