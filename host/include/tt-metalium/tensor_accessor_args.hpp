// What the kernel's TensorAccessorArgs reads: one word for an interleaved buffer (spec/kernel-api.md 2.4).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "buffer.hpp"

namespace tt::tt_metal {

namespace distributed {
class MeshBuffer;
}

class TensorAccessorArgs {
  public:
    TensorAccessorArgs(const Buffer& buffer);
    TensorAccessorArgs(const Buffer* buffer) : TensorAccessorArgs(*buffer) {}
    TensorAccessorArgs(const std::shared_ptr<Buffer>& buffer) : TensorAccessorArgs(*buffer) {}
    TensorAccessorArgs(const distributed::MeshBuffer& buffer);
    TensorAccessorArgs(const std::shared_ptr<distributed::MeshBuffer>& buffer) : TensorAccessorArgs(*buffer) {}

    void append_to(std::vector<std::uint32_t>& compile_args) const { compile_args.push_back(config_); }
    // Nothing is left to common runtime arguments.
    void append_to(std::vector<std::uint32_t>& compile_args, std::vector<std::uint32_t>&) const {
        append_to(compile_args);
    }
    std::vector<std::uint32_t> get_compile_time_args() const { return {config_}; }
    std::vector<std::uint32_t> get_common_runtime_args() const { return {}; }

  private:
    std::uint32_t config_;
};

}  // namespace tt::tt_metal
