#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace tt::tt_metal {

// Names of operations by device and runtime id. The log bears the ids, and no names.
class ProfilerOptionalMetadata {
  public:
    using RuntimeIds = std::map<std::pair<int, std::uint32_t>, std::string>;
    explicit ProfilerOptionalMetadata(RuntimeIds names) : names_(std::move(names)) {}
    // "" for one without a name.
    const std::string& get_op_name(int device, std::uint32_t runtime_id) const {
        static const std::string none;
        const auto found = names_.find({device, runtime_id});
        return found == names_.end() ? none : found->second;
    }

  private:
    RuntimeIds names_;
};

}  // namespace tt::tt_metal
